import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ownRecords } from '../../../../shared/adapters/web/warc/cdxj.ts';
import type { CrawlSpec } from '../../../../shared/domain/spec/crawl-spec-schema.ts';
import { begin, CrawlResults, crawl, newDirectory, workFolder } from '../../../crawl/crawl-run.ts';
import { csvRows } from '../../../pure/results/csv-rows.ts';
import { validated } from '../../../servers/changing-site.ts';
import {
  type LoopbackSite,
  type PageAnswer,
  page,
  redirect,
  type SitePage,
  startSite,
} from '../../../servers/loopback-site.ts';
import { runCli } from '../../cli/run-cli.ts';
import { startChild, until } from '../child-crawl.ts';

const sites: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

type Table = Record<string, SitePage>;

/** A site whose pages can be changed while it is there. */
async function open(pages: Table, settings: Parameters<typeof startSite>[1] = {}): Promise<LoopbackSite> {
  const site = await startSite(pages, settings);
  sites.push(site);
  return site;
}

const count = 40;

/** A chain of pages with links to all sides; each has an ETag. */
function chain(change: Readonly<Record<string, PageAnswer>> = {}): Table {
  const pages: Record<string, PageAnswer> = { '/': page('start', '/1', '/2', '/copy', '/moved') };
  for (let i = 1; i <= count; i += 1)
    pages[`/${i}`] = page(
      `page ${i}`,
      `/${(2 * i) % count}`,
      `/${i + 1}`,
      'http://other.example/',
      'mailto:a@b.example',
    );
  pages['/copy'] = page('page 1', '/2', '/2', 'http://other.example/', 'mailto:a@b.example');
  pages['/moved'] = redirect('/7');
  const all = { ...pages, ...change };
  return Object.fromEntries(Object.entries(all).map(([path, answer]) => [path, validated(answer, 'etag')]));
}

function replace(table: Table, now: Table): void {
  for (const path of Object.keys(table)) delete table[path];
  Object.assign(table, now);
}

function statuses(directory: string): Record<string, number> {
  const rows = csvRows(readFileSync(join(directory, 'logs', 'common.csv'), 'utf8'));
  return Object.fromEntries(rows.map(({ address, status }) => [new URL(address!).pathname, Number(status)]));
}

async function wholeAndSince(site: LoopbackSite, earlier: string, settings: CrawlSpec = {}) {
  const whole = await crawl(site.origin, settings);
  const asked = site.asked.length;
  const since = await crawl(site.origin, { ...settings, since: earlier });
  expect(since.results.files()).toEqual(whole.results.files());
  return {
    ...since,
    whole,
    paths: site.asked.slice(asked).map(({ path }) => path),
    ...since.summary.sites[0]!.pagesUnchanged!,
  };
}

test('what has not changed is neither loaded nor parsed, and the files are those of a whole crawl', async () => {
  const site = await open(chain());
  const { directory, summary } = await crawl(site.origin);
  expect(summary.sites[0]).not.toHaveProperty('pagesUnchanged');
  const since = await wholeAndSince(site, directory);
  // The start page is loaded and parsed; three pages and one in 25 are loaded to see whether validators are right.
  expect(since.notLoaded).toBe(35);
  expect(since.notLoaded + since.notParsed).toBe(since.summary.outcomes.nodes - 1);
  expect(Object.values(statuses(since.directory)).filter(status => status === 304)).toHaveLength(since.notLoaded);
  // Nothing will be asked for any more.
  expect(existsSync(join(since.directory, 'since.db'))).toBe(false);
  const line = await runCli(['crawl', site.origin, '--since', directory, '--delay', '0', '--out', newDirectory()], {
    cwd: workFolder,
  });
  expect(line.stderr).toContain(`Unchanged since then, of ${site.origin}: ${since.notLoaded} pages not loaded`);
  const same = await runCli(['diff', directory, since.directory], { cwd: workFolder });
  expect([same.exitCode, same.stderr]).toEqual([0, '']);
});

test('pages that changed, vanished, moved, came, or lost their twin, and levels that are others now', async () => {
  const table = chain();
  const site = await open(table);
  const { directory } = await crawl(site.origin);
  replace(
    table,
    chain({
      '/': page('start', '/5', '/copy', '/new', '/moved'),
      '/new': page('new', '/1'),
      '/1': page('page 1', '/9', '/2'),
      '/9': { status: 404, body: 'gone' },
      '/12': redirect('/13', 301),
      '/moved': redirect('/11'),
      // Two pages that are one now, and the other way round.
      '/20': page('twin', '/3'),
      '/21': page('twin', '/3'),
      '/copy': page('a copy no more', '/2'),
    }),
  );
  const since = await wholeAndSince(site, directory);
  expect(since.notLoaded).toBe(31);
  const told = await runCli(['diff', directory, since.directory, '--format', 'json'], { cwd: workFolder });
  expect(told.exitCode).toBe(10);
});

test('a host whose validators are wrong is believed no more, and it is said', async () => {
  const table: Table = {};
  const pages = (text: string): Table =>
    Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => {
        const body = page(`${text} ${i}`, `/${i + 1}`, '/3');
        const answer: SitePage = ({ headers }) =>
          headers['if-none-match'] === '"same"'
            ? { status: 304, headers: { etag: '"same"' } }
            : { headers: { etag: '"same"' }, body };
        return [i === 0 ? '/' : `/${i}`, answer];
      }),
    );
  Object.assign(table, pages('before'));
  const site = await open(table);
  const { directory } = await crawl(site.origin);
  replace(table, pages('after'));
  const since = await wholeAndSince(site, directory);
  expect(since).toMatchObject({ notLoaded: 0, notParsed: 0 });
  expect(since.summary.notices.join()).toContain('says of a page that it is unchanged, and it has changed');
});

test('an answer 304 that speaks of another state is no answer: the page is asked for once more, in its place', async () => {
  const table = chain();
  // Without a validator.
  table['/6'] = page('page 6', '/12', '/7');
  const site = await open(table);
  const { directory } = await crawl(site.origin);
  const now = chain({ '/4': page('page 4 anew', '/5') });
  const [four, eight] = [now['/4']!, now['/8']!];
  now['/4'] = asked =>
    asked.headers['if-none-match'] === undefined
      ? answered(four, asked)
      : { status: 304, headers: { etag: '"other"' } };
  // A header that decides what the page is.
  now['/8'] = asked => {
    const answer = answered(eight, asked);
    return { ...answer, headers: { ...answer.headers, 'x-robots-tag': 'noindex' } };
  };
  // Nothing was asked that could be answered so.
  now['/6'] = { status: 304 };
  replace(table, now);
  for (const settings of [{}, { delayMs: 20, maxDownloads: 3 }]) {
    const { paths, results } = await wholeAndSince(site, directory, settings);
    expect(paths.filter(path => path === '/4').length).toBeLessThanOrEqual(2);
    expect(paths.filter(path => path === '/6').length).toBeGreaterThanOrEqual(1);
    expect(results.reasons()['/6']).toBe('http-status');
  }
});

function answered(page: SitePage, asked: Parameters<Extract<SitePage, (...of: never[]) => unknown>>[0]) {
  const answer = typeof page === 'function' ? page(asked) : page;
  return typeof answer === 'string' ? { body: answer } : answer;
}

test.each<[string, CrawlSpec, CrawlSpec]>([
  ['links', {}, { elements: ['a', 'link'] }],
  ['normalization', { normalization: { trailingSlash: true } }, {}],
  ['columns', { extract: ['a=//title'] }, { extract: ['b=//p'] }],
  ['anchors', {}, { allLinks: true }],
  ['signatures', {}, { nearDuplicates: 0.9 }],
  ['User-Agent', {}, { userAgent: 'Another/1.0' }],
  ['Accept-Language', { acceptLanguage: 'de' }, {}],
])('where the earlier crawl had other settings (%s), everything is loaded', async (_what, before, now) => {
  const site = await open(chain());
  const { directory } = await crawl(site.origin, before);
  const since = await wholeAndSince(site, directory, now);
  expect(since).toMatchObject({ notLoaded: 0, notParsed: 0 });
  expect(since.summary.notices.join()).toContain('Every page is loaded and parsed: the earlier crawl');
});

test('of a crawl of before the rule for session ids, only pages with such ids are loaded', async () => {
  const ids = { '/5': page('page 5', '/9?PHPSESSID=0123456789abcdef0123456789abcdef', '/6') };
  const outside = { '/8': page('page 8', 'http://other.example/x;jsessionid=0123456789ABCDEF', '/9') };
  const site = await open({
    ...chain({ ...ids, ...outside }),
    '/9?PHPSESSID=0123456789abcdef0123456789abcdef': page('page 9', '/'),
  });
  const { directory } = await crawl(site.origin, { normalization: { sessionIds: false } });
  const since = await wholeAndSince(site, directory);
  expect(since.summary.notices.join()).not.toContain('Every page is loaded');
  expect([statuses(since.directory)['/5'], statuses(since.directory)['/8'], statuses(since.directory)['/6']]).toEqual([
    200, 200, 304,
  ]);
  expect(since.notLoaded).toBeGreaterThan(20);
});

test('settings that only leave something out are no other settings', async () => {
  const site = await open(chain());
  const { directory } = await crawl(site.origin, { allLinks: true, nearDuplicates: 0.9 });
  const settings = { maxLevel: 4, exclude: ['/1[0-9]$'], duplicates: 'keep' as const };
  const since = await wholeAndSince(site, directory, settings);
  expect(since.notLoaded).toBe(6);
  // The start page is loaded, and so is the copy that is a separate page now.
  expect(since.notLoaded + since.notParsed).toBe(since.summary.outcomes.nodes - 2);
});

test('what is damaged of the earlier crawl is loaded anew', async () => {
  const site = await open(chain());
  const { directory } = await crawl(site.origin);
  const folder = join(directory, 'state', 'segments', '1');
  const names = readdirSync(folder);
  const path = join(folder, names[Math.floor(names.length / 2)]!);
  const bytes = readFileSync(path);
  bytes.fill(0x20, 60, 200);
  writeFileSync(path, bytes);
  const since = await wholeAndSince(site, directory);
  expect(since.summary.notices.join()).toContain('are lost or damaged; their pages are loaded and parsed');
});

test('kill -9 and resume, though the earlier directory has gone', async () => {
  const table = chain();
  const site = await open(table, { answerAfterMs: 5 });
  const { directory: earlier } = await crawl(site.origin);
  replace(table, chain({ '/3': page('page 3 anew', '/30') }));
  const whole = await crawl(site.origin);
  const out = newDirectory();
  const before = site.asked.length;
  const args = ['crawl', site.origin, '--since', earlier, '--delay', '10', '--format', 'csv', '--out', out, '--quiet'];
  const child = startChild(...args);
  await until(() => site.asked.length > before + 15);
  child.process.kill('SIGKILL');
  await child.ended;
  renameSync(earlier, `${earlier}-away`);
  const resumed = await startChild('resume', out, '--quiet').ended;
  expect([resumed.exitCode, resumed.stderr]).toEqual([0, '']);
  expect(new CrawlResults(out).files()).toEqual(whole.results.files());
  expect(Object.values(statuses(out)).filter(status => status === 304).length).toBeGreaterThan(20);
});

test('an archive of it has a revisit for each page that was not loaded, and gives the same files', async () => {
  const table = chain();
  const site = await open(table);
  const first = await crawl(site.origin, { warc: true });
  replace(table, chain({ '/3': page('page 3 anew', '/30') }));
  const since = await wholeAndSince(site, first.directory, { warc: true });
  const [old, now] = [archiveOf(first.directory), archiveOf(since.directory)];
  const found = await Array.fromAsync(ownRecords(now), ([{ fields }]) => fields.get('warc-profile') ?? '');
  const profiles = found.filter(profile => profile.endsWith('/server-not-modified'));
  expect(profiles).toHaveLength(since.notLoaded);
  const replay = async (...args: readonly string[]) =>
    await runCli(['crawl', ...args, '--format', 'csv', '--quiet'], { cwd: workFolder });
  const again = newDirectory();
  const both = await replay(...[...old, ...now].flatMap(path => ['--from-warc', path]), site.origin, '--out', again);
  expect([both.exitCode, both.stderr]).toEqual([0, '']);
  expect(new CrawlResults(again).files()).toEqual(since.results.files());
  const beside = newDirectory();
  const named = now.flatMap(path => ['--from-warc', path]);
  const one = await replay(...named, '--since', first.directory, '--out', beside, site.origin);
  expect([one.exitCode, one.stderr]).toEqual([0, '']);
  expect(new CrawlResults(beside).files()).toEqual(since.results.files());
  const alone = newDirectory();
  await replay(...named, '--out', alone, site.origin);
  expect(Object.values(new CrawlResults(alone).reasons())).toContain('not-archived');
});

function archiveOf(directory: string): readonly string[] {
  const folder = join(directory, 'archive');
  const names = readdirSync(folder).filter(name => name.endsWith('.warc.gz'));
  return names.sort().map(name => join(folder, name));
}

test('what is no earlier crawl is refused with one sentence', async () => {
  const site = await open(chain(), { answerAfterMs: 20 });
  const since = async (directory: string, ...more: readonly string[]) =>
    await runCli(['crawl', site.origin, '--since', directory, '--out', newDirectory(), '--quiet', ...more], {
      cwd: workFolder,
    });
  expect((await since(newDirectory())).stderr).toMatch(/has no crawl|there is no crawl|holds no crawl/i);
  const unfinished = newDirectory();
  const running = await begin(unfinished, site.origin);
  running.stopNow();
  await running.run();
  const refused = await since(unfinished);
  expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringContaining('is not finished')]);
  const { directory } = await crawl(site.origin, { limit: 3 });
  const self = await since(directory, '--out', directory, '--overwrite');
  expect(self.stderr).toContain('is where this crawl is written to');
  expect(existsSync(join(directory, 'crawl.json'))).toBe(true);
  expect((await since(directory, '--render', 'always')).stderr).toContain('scripts may make another page');
  writeFileSync(join(directory, 'crawl.db'), 'no database at all');
  expect((await since(directory)).stderr.trim().split('\n')).toHaveLength(1);
});
