import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CrawlSummary } from '../../../shared/report/summary.ts';
import { runCli } from '../cli/run-cli.ts';
import { type Answer, crawlSpec } from './served-console.ts';
import { large, served, serveTwoSites, small } from './two-sites.ts';

serveTwoSites();

describe('a crawl started from the page', () => {
  let id: string;
  beforeAll(async () => {
    id = await served.startCrawl(small);
    await served.until(id, 'finished');
  });

  test('is named by its host and time, as the command line names directories', () => {
    expect(id).toMatch(new RegExp(`^${small.fileName}-\\d{8}T\\d{6}Z$`));
    expect(readdirSync(join(served.root, id))).toContain('crawl.json');
  });

  test('may be that since which another is crawled, by its id and by nothing else', async () => {
    const again = await served.startCrawl(small, { since: id });
    await served.until(again, 'finished');
    const summary = JSON.parse(readFileSync(join(served.root, again, 'crawl.json'), 'utf8')) as CrawlSummary;
    expect(summary.outcomes).toMatchObject({ nodes: 2, skipped: 1 });
    expect(summary.sites[0]!.pagesUnchanged).toEqual({ notLoaded: 0, notParsed: 1 });
    // Where it lies is told nobody who wants to crawl so again.
    const { body } = await served.call('GET', `/crawls/${again}/spec`);
    expect(body['spec']).not.toHaveProperty('since');
    for (const since of [join(served.root, id), '../etc', 'nobody'])
      expect((await served.call('POST', '/crawls', crawlSpec(small, { since }))).status).toBe(404);
    expect((await served.call('DELETE', `/crawls/${again}`)).status).toBe(204);
  });

  test('is shown with its sites, without dollars', async () => {
    const { body } = await served.call('GET', `/crawls/${id}`);
    expect(body).toMatchObject({ id, state: 'finished', finishReason: 'no-work', outcomes: { nodes: 2, skipped: 1 } });
    expect(body).not.toHaveProperty('cost');
    const { body: table } = await served.call('GET', `/crawls/${id}/sites`);
    expect(table).toMatchObject({
      sites: [{ number: 1, start: `${small.origin}/`, status: 'no-work', finishReason: 'no-work', used: 3 }],
    });
  });

  test.skipIf(process.platform === 'win32')('has no result file where a named pipe lies among them', async () => {
    const name = `graph/${small.fileName}.pipe`;
    execFileSync('mkfifo', [join(served.root, id, name)]);
    expect((await served.call('GET', `/crawls/${id}/results/${name}`)).status).toBe(404);
    const { body } = await served.call('GET', `/crawls/${id}/results`);
    expect(body['files']).not.toContainEqual(expect.objectContaining({ name }));
  });

  test('counts its levels, final once the results are written', async () => {
    const { body } = await served.call('GET', `/crawls/${id}/levels`);
    expect(body).toEqual({
      isFinal: true,
      levels: [
        { site: 1, level: 0, found: 1, nodes: 1, redirects: 0, duplicates: 0, skipped: 0, normalized: 0, waiting: 0 },
        { site: 1, level: 1, found: 1, nodes: 1, redirects: 0, duplicates: 0, skipped: 0, normalized: 0, waiting: 0 },
        { site: 1, level: 2, found: 1, nodes: 0, redirects: 0, duplicates: 0, skipped: 1, normalized: 0, waiting: 0 },
      ],
    });
  });

  test('shows its links, and no more of those that were deleted', async () => {
    const external = await served.call('GET', `/crawls/${id}/links/external`);
    expect(external.body).toMatchObject({ links: [{ site: 1, link: 'http://other.example/x', level: 0 }] });
    const bad = await served.call('GET', `/crawls/${id}/links/bad?text=VOID`);
    expect(bad.body).toMatchObject({ links: [{ link: 'javascript:void(0)', reason: 'script' }] });
    const skipped = await served.call('GET', `/crawls/${id}/links/internal?status=skipped&level=2&site=1`);
    expect(skipped.body).toMatchObject({ links: [{ link: `${small.origin}/gone` }] });
    const links = [{ site: 1, key: 'http://other.example/x' }];
    const remove = (): Promise<{ body: object }> =>
      served.call('POST', `/crawls/${id}/links/external/delete`, { links });
    expect((await remove()).body).toEqual({ deleted: 1 });
    expect((await remove()).body).toEqual({ deleted: 0 });
    expect((await served.call('GET', `/crawls/${id}/links/external`)).body).toEqual({ links: [] });
    await served.untilWritten(id);
  });

  test('gives its graph, titles as they were written on the pages', async () => {
    const { body } = await served.call('GET', `/crawls/${id}/graph?site=1&nodes=10`);
    expect(body).toMatchObject({
      site: 1,
      nodes: [
        { id: 0, url: `${small.origin}/`, level: 0 },
        { id: 1, title: '=1+1', level: 1 },
      ],
      edges: [
        { source: 0, target: 1, weight: 1 },
        { source: 1, target: 0, weight: 1 },
      ],
      total: { nodes: 2, edges: 2 },
    });
  });

  test('gives its files as downloads that never run as a page', async () => {
    const { body } = await served.call('GET', `/crawls/${id}/results`);
    const files = body['files'] as { name: string; size: number; url: string }[];
    const names = files.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['crawl.json', `graph/${small.fileName}.nodes.csv`]));
    for (const { size, url } of files) {
      const answer = await served.call('GET', url);
      expect([answer.status, Buffer.byteLength(answer.text)]).toEqual([200, size]);
      expect(answer.headers).toMatchObject({
        'content-disposition': expect.stringMatching(/^attachment; filename="[\w.-]+"$/),
        'content-type': expect.stringMatching(
          /^(?:text\/csv; charset=utf-8|application\/json|application\/octet-stream)$/,
        ),
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
    }
  });

  test.each([
    '..%2f..%2f..%2fetc%2fpasswd',
    '../../../../etc/passwd',
    '%2e%2e/%2e%2e/etc/passwd',
    'crawl.db',
    'graph/..%2fcrawl.db',
    'graph/%00',
    'graph%5c..%5ccrawl.db',
    'logs',
    'graph/stolen.csv',
  ])('gives nothing else by the name %s', async name => {
    const link = join(served.root, id, 'graph/stolen.csv');
    if (!existsSync(link)) symlinkSync('/etc/passwd', link);
    const answer = await served.call('GET', `/crawls/${id}/results/${name}`);
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain('root:');
  });

  test('is listed, and deleted with its directory', async () => {
    const other = await served.startCrawl(small);
    await served.until(other, 'finished');
    const { body } = await served.call('GET', '/crawls');
    expect((body['crawls'] as { id: string }[]).map(crawl => crawl.id)).toEqual([other, id]);
    expect((await served.call('DELETE', `/crawls/${other}`)).status).toBe(204);
    expect(existsSync(join(served.root, other))).toBe(false);
    expect((await served.call('GET', `/crawls/${other}`)).status).toBe(404);
  });
});

describe('crawls of the command line', () => {
  test('are seen by the names of their directories, and stopped and gone on with', async () => {
    const env = { ORBWEAVER_STATE: process.env['ORBWEAVER_STATE']! };
    const out = join(served.root, 'my crawl');
    const run = runCli(['crawl', large.origin, '--delay', '0', '--out', out, '--quiet'], { env });
    await sleep(0);
    await served.until('my crawl', 'running');
    expect((await served.call('POST', '/crawls/my%20crawl/stop')).status).toBe(202);
    expect((await run).exitCode).toBe(3);
    await served.until('my crawl', 'stopped');
    expect((await served.call('POST', '/crawls/my%20crawl/resume')).status).toBe(202);
    expect(await served.until('my crawl', 'finished')).toMatchObject({ id: 'my crawl', finishReason: 'no-work' });
  });

  test('are shown as failed where nobody works on them, or where their file is damaged', async () => {
    mkdirSync(join(served.root, 'broken'));
    writeFileSync(join(served.root, 'broken/crawl.db'), 'this is no database, however long it may be '.repeat(100));
    const { body } = await served.call('GET', '/crawls/broken');
    expect(body).toMatchObject({ state: 'failed', cause: expect.stringMatching(/crawl\.db cannot be read/) });
    expect((await served.call('GET', '/crawls')).status).toBe(200);
    writeFileSync(join(served.root, 'broken/crawl.db'), '');
    expect((await served.call('GET', '/crawls/broken')).body).toMatchObject({
      state: 'failed',
      cause: 'The process of this crawl ended before it began.',
    });
    writeFileSync(join(served.root, 'broken/notes.txt'), 'of my own');
    expect((await served.call('DELETE', '/crawls/broken')).status).toBe(204);
    expect(readdirSync(join(served.root, 'broken'))).toEqual(['notes.txt']);
    expect((await served.call('GET', '/crawls/broken')).status).toBe(404);
  });

  test('whose directory somebody has removed say so, and can be deleted', async () => {
    const id = await served.startCrawl(small);
    await served.until(id, 'finished');
    rmSync(join(served.root, id), { recursive: true });
    expect((await served.until(id, 'failed'))['cause']).toMatch(/^The directory of this crawl is not there/);
    expect((await served.call('DELETE', `/crawls/${id}`)).status).toBe(204);
    expect((await served.call('GET', `/crawls/${id}`)).status).toBe(404);
  });

  test('elsewhere are none of this folder, even if a link leads there', async () => {
    const elsewhere = join(served.root, '.elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'crawl.db'), '');
    symlinkSync(elsewhere, join(served.root, 'linked'));
    expect((await served.call('GET', '/crawls/linked')).status).toBe(404);
    expect((await served.call('DELETE', '/crawls/linked')).status).toBe(404);
    expect(existsSync(join(elsewhere, 'crawl.db'))).toBe(true);
  });
});

describe('a request for a crawl', () => {
  test('with one key starts one crawl', async () => {
    const headers = { 'idempotency-key': 'k1' };
    const ask = async (): Promise<Answer> => await served.call('POST', '/crawls', crawlSpec(small), headers);
    const [once, ...more] = [...(await Promise.all([ask(), ask(), ask()])), await ask()] as [Answer, ...Answer[]];
    expect(more.map(({ status, body }) => [status, body['id']])).toEqual(more.map(() => [202, once.body['id']]));
    const other = await served.call('POST', '/crawls', crawlSpec(small, { limit: 1 }), headers);
    expect(other.status).toBe(422);
    expect(await served.until(String(once.body['id']), 'finished', 'failed')).toMatchObject({ state: 'finished' });
  });

  test('may name a list that was sent before', async () => {
    const list = `${small.origin}/\n`;
    const offer = await served.call('POST', '/uploads', { sizeBytes: list.length });
    const { url, sitesFrom } = offer.body as { url: string; sitesFrom: string };
    expect((await served.call('PUT', url, `${list}x`)).status).toBe(400);
    expect((await served.call('PUT', url, list)).status).toBe(204);
    expect((await served.call('PUT', '/uploads/..%2fkeys', list)).status).toBe(404);
    const { body } = await served.call('POST', '/crawls', { sitesFrom, delayMs: 0 });
    expect(await served.until(String(body['id']), 'finished', 'failed')).toMatchObject({ outcomes: { nodes: 2 } });
  });

  test('that cannot be begun says why', async () => {
    const list = 'ftp://a.example/\n';
    const offer = await served.call('POST', '/uploads', { sizeBytes: list.length });
    const { url, sitesFrom } = offer.body as { url: string; sitesFrom: string };
    await served.call('PUT', url, list);
    const { body } = await served.call('POST', '/crawls', { sitesFrom });
    const failed = await served.until(String(body['id']), 'failed');
    expect(failed['cause']).toMatch(/^sitesFrom line 1: .*is refused/);
    expect((await served.call('DELETE', `/crawls/${String(body['id'])}`)).status).toBe(204);
  });

  test.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]', '0.0.0.0'])(
    'is for no site that is the console itself, as %s (adverse 64)',
    async name => {
      const { port } = new URL(served.server.origin);
      const { status, body } = await served.call('POST', '/crawls', { sites: [{ url: `http://${name}:${port}/` }] });
      expect([status, body['detail']]).toEqual([400, expect.stringContaining('any site but this API itself')]);
    },
  );

  test('never runs code that it names', async () => {
    const { status, body } = await served.call('POST', '/crawls', crawlSpec(small, { plugins: ['/tmp/x.ts'] }));
    expect([status, body['detail']]).toEqual([400, expect.stringMatching(/plugins: .*command line/)]);
  });
});

test.each(['.serve', '%2e%2e%2f..', 'a%2fb', 'a%5cb', '%00', 'x'.repeat(300), encodeURIComponent('☃\n')])(
  'there is no crawl %s',
  async id => {
    for (const path of ['', '/sites', '/results/crawl.json', '/events'])
      expect((await served.call('GET', `/crawls/${id}${path}`)).status).toBe(404);
    expect((await served.call('DELETE', `/crawls/${id}`)).status).toBe(404);
  },
);

test('nothing of all this was an error of ours', () => {
  expect(served.errors).toEqual([]);
});
