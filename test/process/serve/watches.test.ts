/** Watches through the API of the page, made and run by the command line: what it tells is what the sites have published. */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublicationRecord } from '../../../shared/wings/publications/export/publication-record.ts';
import { serveAdverseSources } from '../../servers/news/adverse-sources.ts';
import { truthOf } from '../../servers/news-truth.ts';
import { ServedConsole } from './served-console.ts';
import { ServedWatch } from './served-watch.ts';

const present = Date.now();
let watch: ServedWatch;
let served: ServedConsole;

interface Line {
  readonly id: number;
  readonly title: string;
  readonly url: string;
  readonly source: number;
  readonly version: number;
  readonly cluster: number;
  readonly copy: boolean;
  readonly published: { readonly at: string } | null;
  readonly firstSeen: string;
}

interface Listed {
  readonly publications: readonly Line[];
  readonly next?: string;
}

async function get<T>(path: string): Promise<T> {
  const { status, body, text } = await served.call('GET', path);
  expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, '']);
  return body as T;
}

async function refusedBy(method: string, path: string, body?: unknown): Promise<string> {
  const answer = await served.call(method, path, body);
  const codes = (answer.body['errors'] as { code: string }[] | undefined)?.map(({ code }) => code) ?? [];
  return `${answer.status} ${codes.join(' ')}`;
}

async function listed(query: string): Promise<readonly Line[]> {
  const all: Line[] = [];
  for (let cursor = ''; ; ) {
    const page = await get<Listed>(`/watches/w/publications?${query}&limit=7${cursor}`);
    all.push(...page.publications);
    if (page.next === undefined) return all;
    expect(page.publications).toHaveLength(7);
    cursor = `&cursor=${page.next}`;
  }
}

beforeAll(async () => {
  served = new ServedConsole();
  await served.start();
  watch = new ServedWatch(served);
  await watch.start();
});
afterAll(async () => {
  await served.close();
  await watch.close();
});

describe('watches', () => {
  test('are told from crawls, in both lists', async () => {
    const { watches } = await get<{ watches: readonly object[] }>('/watches');
    expect(watches).toMatchObject([{ id: 'w', kind: 'watch', state: 'stopped', siteCount: 2 }]);
    const { crawls } = await get<{ crawls: readonly object[] }>('/crawls');
    expect(crawls).toMatchObject([{ id: 'w', kind: 'watch' }]);
    const shown = await get<{ publications: number }>('/watches/w');
    expect(shown).toMatchObject({ id: 'w', settings: { leastInterval: 300, mostInterval: 86_400, archive: true } });
    expect(shown.publications).toBe((await listed('')).length);
  });

  test('tell the health of their sources and of each entry', async () => {
    const { sources } = await get<{ sources: readonly Record<string, unknown>[] }>('/watches/w/sources?limit=1');
    expect(sources).toHaveLength(1);
    const [herald] = sources;
    expect(herald).toMatchObject({ number: 1, origin: new URL(watch.news.urls.herald).origin, entriesFailing: 0 });
    const perDay = herald!['newPerDay'] as readonly number[];
    expect(perDay).toHaveLength(30);
    expect(perDay.reduce((sum, count) => sum + count, 0)).toBe(herald!['publications']);
    expect(Date.parse(String(herald!['lastLook']))).toBeGreaterThan(present - 3_600_000);

    const source = await get<Record<string, unknown>>('/watches/w/sources/1');
    const entries = source['entries'] as readonly Record<string, unknown>[];
    expect(entries.length).toBe(herald!['entries']);
    expect(entries.find(({ kind, on }) => kind === 'feed' && on === true)).toMatchObject({ looks: 2, failures: 0 });
    expect(source['coverage']).toMatchObject({ of: Math.min(100, Number(herald!['publications'])) });
    const coverage = source['coverage'] as Record<string, number>;
    expect(coverage['title']).toBe(coverage['of']);
    expect(coverage['published']).toBeGreaterThan(0.9 * coverage['of']!);
    const reasons = Object.values(source['skippedBy'] as Record<string, number>);
    expect(reasons.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  });

  test('list publications by pages that join without gaps, and filter them', async () => {
    const all = await listed('');
    expect(all.length).toBeGreaterThan(30);
    const timeOf = ({ published }: Line): number => Date.parse(published!.at);
    expect(all).toEqual(all.toSorted((a, b) => timeOf(b) - timeOf(a) || b.id - a.id));
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const courier = await listed('source=2');
    expect(courier).toEqual(all.filter(({ source }) => source === 2));
    expect(courier.length).toBeGreaterThan(0);
    const originals = await listed('originals=true');
    const isFirst = (each: Line): boolean =>
      all.every(({ cluster, published }) => cluster !== each.cluster || each.published!.at <= published!.at);
    expect(originals.filter(each => !isFirst(each))).toEqual([]);
    expect(originals.map(({ cluster }) => cluster).toSorted()).toEqual(
      [...new Set(all.map(({ cluster }) => cluster))].toSorted(),
    );
    expect(originals.length).toBeLessThan(all.length);
    expect(all.filter(({ copy }) => !copy)).toEqual(originals);
    const word = /\p{L}{7,}/u.exec(all[0]!.title)![0];
    const found = await listed(`query=${encodeURIComponent(word)}`);
    expect(found.map(({ id }) => id)).toContain(all[0]!.id);
    expect(found.length).toBeLessThan(all.length);
    const counted = await get('/watches/w/publications/count?originals=true&source=1');
    const fitting = (await listed('originals=true&source=1')).length;
    expect(counted).toEqual({ publications: fitting, isWhole: true, all: all.length });
    expect(await listed('since=2999-01-01')).toEqual([]);
    expect(await listed('until=1999-01-01')).toEqual([]);
  });

  test('export what fits, whole, as it is filtered', async () => {
    const all = await listed('source=2');
    const { text, headers } = await served.call('GET', '/watches/w/publications/export?format=jsonl&source=2');
    expect(headers['content-disposition']).toBe('attachment; filename="publications.jsonl"');
    const records = text.trimEnd().split('\n');
    const parsed = records.map(line => JSON.parse(line) as PublicationRecord);
    expect(parsed.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(text).toBe(await watch.run(['publications', watch.directory, '--format', 'jsonl', '--source', '2']));
    const csv = await served.call('GET', '/watches/w/publications/export?format=csv');
    expect(csv.text).toBe(await watch.run(['publications', watch.directory, '--format', 'csv']));
    const { origin, token } = served.server;
    const address = new URL('/watches/w/publications/export?format=csv&bom=true', origin);
    const marked = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    expect(Buffer.from(await marked.arrayBuffer())).toEqual(Buffer.from(`\ufeff${csv.text}`));
    const none = await served.call('GET', '/watches/w/publications/export?since=2999-01-01');
    expect([none.status, none.text]).toEqual([200, '']);
  });

  test('show a publication with its versions, what changed between two, and its copies', async () => {
    const all = await listed('');
    const changed = all.find(({ version }) => version > 1)!;
    const path = `/watches/w/publications/${changed.id}`;
    const latest = await get<Record<string, unknown>>(path);
    expect(latest).toMatchObject({ id: changed.id, url: changed.url, version: changed.version });
    expect(latest['versions']).toHaveLength(changed.version);
    const first = await get<Record<string, unknown>>(`${path}?version=1`);
    expect(first['version']).toBe(1);
    expect(first['text']).not.toBe(latest['text']);
    const comparison = await get<{ text: readonly { kind: string; text: string }[] }>(`${path}/compare?from=1`);
    const side = (left: string): string =>
      comparison.text
        .filter(({ kind }) => kind !== left)
        .map(({ text }) => text)
        .join('');
    expect([side('added'), side('removed')]).toEqual([first['text'], latest['text']]);
    expect(comparison.text.some(({ kind }) => kind === 'added')).toBe(true);

    const copy = all.find(({ id, cluster }) => id !== cluster)!;
    const { copies } = await get<{ copies: readonly Line[] }>(`/watches/w/publications/${copy.id}`);
    expect(copies.map(({ id }) => id)).toContain(copy.cluster);
    expect(copies.map(({ id }) => id)).not.toContain(copy.id);
  });

  test('find what there is at a source without adding it, then add it with what was chosen, and ask for nothing again', async () => {
    const site = await serveAdverseSources();
    try {
      const address = `${site.url}/truncated/`;
      const { status, body } = await served.call('POST', '/watches/w/findings', { address });
      expect([status, body['state']]).toEqual([200, 'found']);
      expect(body['entries']).toMatchObject([{ kind: 'feed', items: 3, on: true, faults: { truncated: 1 } }]);
      expect((await get<{ sources: readonly object[] }>('/watches/w/sources')).sources).toHaveLength(2);
      const asked = site.asked.length;
      const other = [{ address: `${site.url}/other.xml`, kind: 'feed' }];
      expect(await refusedBy('POST', '/watches/w/sources', { address, on: other })).toBe('400 unknown-entry');
      const added = await served.call('POST', '/watches/w/sources', { address, on: [] });
      expect([added.status, added.body['number']]).toEqual([201, 3]);
      expect(site.asked.length).toBe(asked);
      expect(await get('/watches/w/sources/3')).toMatchObject({ entries: [{ kind: 'feed', on: false }] });
      await served.call('DELETE', '/watches/w/sources/3');
      for (const [name, code] of [
        ['moved', 'source-moved'],
        ['browser-only', 'source-refuses'],
        ['pdf', 'only-files-at-source'],
        ['challenged', 'source-challenges'],
        ['nowhere', 'source-without-page'],
        ['no-feed', 'nothing-at-source'],
      ])
        expect(await refusedBy('POST', '/watches/w/findings', { address: `${site.url}/${name}/` })).toBe(`400 ${code}`);
    } finally {
      await site.close();
    }
  });

  test('tell what was found when they were made, with the switches as they are now', async () => {
    const { sources, next } = await get<{
      sources: readonly { number: number; findings: { entries: readonly { address: string; on: boolean }[] } }[];
      next: string;
    }>('/watches/w/findings?limit=1');
    expect(sources).toMatchObject([{ number: 1, findings: { source: watch.news.urls.herald, state: 'found' } }]);
    const rest = await get<{ sources: readonly object[] }>(`/watches/w/findings?limit=1&cursor=${next}`);
    expect(rest).toMatchObject({ sources: [{ number: 2 }] });
    expect(Object.keys(rest)).toEqual(['sources']);
    const { address } = sources[0]!.findings.entries.find(({ on }) => on)!;
    const first = async () =>
      (await get<{ sources: typeof sources }>('/watches/w/findings')).sources[0]!.findings.entries.find(
        each => each.address === address,
      );
    await served.call('PATCH', '/watches/w/entries', { addresses: [address], on: false });
    expect(await first()).toMatchObject({ on: false });
    await served.call('PATCH', '/watches/w/entries', { addresses: [address], on: true });
    expect(await first()).toMatchObject({ on: true });
  });

  test('wait for a person where that is asked for, and ask for nothing until then', async () => {
    const site = await serveAdverseSources();
    try {
      const order = { sites: [{ url: `${site.url}/equal-etag/` }, { url: 'http://127.0.0.1:9/' }], delayMs: 0 };
      const { status, body } = await served.call('POST', '/watches', { ...order, watch: { start: false } });
      expect(status).toBe(202);
      const id = String(body['id']);
      const waits = await served.until(id, 'stopped', 'failed', 'finished');
      expect(waits).toMatchObject({ state: 'stopped', kind: 'watch', causes: [{ code: 'watch-not-begun' }] });
      const asked = site.asked.length;
      expect(await get(`/watches/${id}/findings`)).toMatchObject({
        sources: [{ number: 1 }, { why: { code: 'source-without-page' } }],
      });
      expect((await served.call('POST', `/watches/${id}/run`)).status).toBe(202);
      while (site.asked.length === asked) await new Promise(resolve => setTimeout(resolve, 50));
      expect(await refusedBy('DELETE', `/watches/${id}`)).toBe('409 delete-watching');
      expect((await served.call('POST', `/watches/${id}/stop`)).status).toBe(202);
      expect(await served.until(id, 'stopped', 'failed')).toMatchObject({ state: 'stopped' });
      expect((await served.call('GET', `/watches/${id}`)).body['causes']).toBeUndefined();
      await served.call('DELETE', `/watches/${id}`);
    } finally {
      await site.close();
    }
  });

  test('take changes of their entries and sources', async () => {
    const address = `${new URL(watch.news.urls.herald).origin}/another.xml`;
    const added = await served.call('POST', '/watches/w/entries', { address, kind: 'feed', interval: 600 });
    expect([added.status, added.body]).toEqual([201, { address, source: 1 }]);
    const entry = async () => {
      const { entries } = await get<{ entries: readonly Record<string, unknown>[] }>('/watches/w/sources/1');
      return entries.find(each => each['address'] === address);
    };
    expect(await entry()).toMatchObject({ on: true, interval: 600, looks: 0 });
    const switchedOn = async () => {
      const { entries } = await get<{ entries: readonly Record<string, unknown>[] }>('/watches/w/sources/1');
      return entries.filter(({ on }) => on).map(each => each['address']);
    };
    await served.call('PATCH', '/watches/w/entries', { addresses: [address], on: false });
    expect(await entry()).toMatchObject({ on: false });
    // It was never looked at, as a proposal: switching the source off and on leaves it off.
    const onBefore = await switchedOn();
    await served.call('PATCH', '/watches/w/sources/1', { on: false });
    expect(await switchedOn()).toEqual([]);
    await served.call('PATCH', '/watches/w/sources/1', { on: true });
    expect(await switchedOn()).toEqual(onBefore);
    const { entries: known } = await get<{ entries: readonly Record<string, unknown>[] }>('/watches/w/sources/1');
    const page = known.find(({ on, looks, kind }) => on && kind !== 'traversal' && Number(looks) > 0)?.['address'];
    const clicked = { address: page, kind: 'traversal' };
    expect((await served.call('POST', '/watches/w/entries', clicked)).status).toBe(201);
    await served.call('PATCH', '/watches/w/entries', {
      addresses: [page],
      kind: 'traversal',
      on: false,
      interval: 900,
    });
    expect(await switchedOn()).toEqual(onBefore);
    await served.call('PATCH', '/watches/w/sources/1', { on: false });
    const { body: back } = await served.call('PATCH', '/watches/w/sources/1', { on: true });
    expect((back['changed'] as readonly unknown[]).length).toBe(onBefore.length);
    expect(await switchedOn()).toEqual(onBefore);
    const { entries: all } = await get<{ entries: readonly Record<string, unknown>[] }>('/watches/w/sources/1');
    expect(all.filter(each => each['address'] === page).map(each => [each['kind'], each['interval']])).toEqual(
      expect.arrayContaining([
        ['traversal', 900],
        [expect.stringMatching(/feed|sitemap|page/), undefined],
      ]),
    );
    await served.call('DELETE', `/watches/w/entries?address=${encodeURIComponent(String(page))}&kind=traversal`);
    expect(await switchedOn()).toEqual(onBefore);
    const reading = async () => {
      const { archive, timeZone } = await get<Record<string, unknown>>('/watches/w/sources/1');
      return [archive, timeZone];
    };
    const { body: again } = await served.call('POST', '/watches/w/reread?source=1&since=2020-01-01');
    expect(again).toMatchObject({ corrected: 0, left: {} });
    expect([again['read'], again['next']]).toEqual([again['publications'], undefined]);
    expect(again['read']).toBeGreaterThan(0);
    await served.call('PATCH', '/watches/w/sources/1', { timeZone: '+05:00', archive: false });
    expect(await reading()).toEqual([false, '+05:00']);
    await served.call('PATCH', '/watches/w/sources/1', { timeZone: null });
    expect(await reading()).toEqual([false, undefined]);
    const removed = await served.call('DELETE', `/watches/w/entries?address=${encodeURIComponent(address)}`);
    expect([removed.status, await entry()]).toEqual([200, undefined]);
    const ended = await served.call('DELETE', '/watches/w/sources/2');
    expect([ended.status, ended.body]).toEqual([200, { number: 2, state: 'removed' }]);
    expect(await get('/watches/w/sources/2')).toMatchObject({ state: 'removed' });
    expect(await refusedBy('DELETE', '/watches/w/sources/2')).toBe('409 site-removed');
    expect((await listed('source=2')).length).toBeGreaterThan(0);
  });

  test('show a page of a source without anything that runs, and try rules on it', async () => {
    const { site, address } = truthOf(watch.news.sites, Date.now()).find(({ gone }) => gone === undefined)!;
    const page = await served.call('POST', '/watches/w/page', { address });
    expect([page.status, page.text.slice(0, 200)]).toEqual([200, expect.stringContaining('outline')]);
    expect(page.body['automatic']).toMatchObject({ title: expect.any(String) });
    expect(JSON.stringify(page.body['outline'])).not.toMatch(/<script|href=|onclick/);
    const rules = { types: [{ name: 'a', match: '//body', fields: { title: '//h1', text: '//body' } }] };
    const tried = await served.call('POST', '/watches/w/rules/test', { address, rules });
    expect([tried.status, tried.body]).toEqual([200, expect.objectContaining({ isMatch: true, pageType: 'a' })]);
    const bad = { types: [{ name: 'a', match: '//body[', fields: { text: '//body' } }] };
    expect(await refusedBy('POST', '/watches/w/rules/test', { address, rules: bad })).toBe('400 xpath');
    expect(await refusedBy('POST', '/watches/w/page', { address: new URL('/none', address).href })).toBe(
      '409 page-not-had',
    );
    const number = site === 'herald' ? 1 : 2;
    const accepted = await served.call('PUT', `/watches/w/sources/${number}/rules`, { rules });
    expect(accepted.body).toMatchObject({ number, rules: { revision: 1, tried: 0 } });
    expect((await served.call('DELETE', `/watches/w/sources/${number}/rules`)).body).toEqual({ number });
  });

  test('run and stop as crawls do', async () => {
    expect((await served.call('POST', '/watches/w/run')).status).toBe(202);
    await served.until('w', 'running');
    expect(await refusedBy('POST', '/watches/w/run')).toMatch(/^409 /);
    expect((await served.call('POST', '/watches/w/stop')).status).toBe(202);
    expect(await served.until('w', 'stopped')).toMatchObject({ finishReason: 'stopped' });
  });

  test.each([
    ['GET', '/watches/nothing', '404 no-such-watch'],
    ['GET', '/watches/..%2Fw', '404 no-such-watch'],
    ['GET', '/watches/w/sources/9', '404 no-such-source'],
    ['GET', '/watches/w/sources/x', '400 site-number'],
    ['GET', '/watches/w/publications?query=-bridge', '400 search-without-word'],
    ['GET', `/watches/w/publications?query=${'a'.repeat(501)}`, '400 text-length'],
    ['GET', '/watches/w/publications?since=yesterday', '400 bad-time'],
    ['GET', '/watches/w/publications?originals=perhaps', '400 true-false'],
    ['GET', '/watches/w/publications?source=0', '400 site-number'],
    ['GET', '/watches/w/publications?cursor=x', '400 cursor'],
    ['GET', '/watches/w/publications?limit=0', '400 range'],
    ['GET', '/watches/w/publications/export?format=xml', '400 one-of'],
    ['GET', '/watches/w/publications/999999', '404 no-such-publication'],
    ['GET', '/watches/w/publications/none', '400 whole-number'],
    ['GET', '/watches/w/publications/1?version=99', '404 no-such-version'],
    ['GET', '/watches/w/publications/1/compare?from=99', '404 no-such-version'],
    ['GET', '/watches/w/publications/1/compare?to=x', '400 no-such-version'],
    ['POST', '/watches/nothing/stop', '404 no-such-watch'],
    ['POST', '/watches/nothing/run', '404 no-such-watch'],
  ])('refuse %s %s', async (method, path, expected) => {
    expect(await refusedBy(method, path)).toBe(expected);
  });

  test.each([
    ['POST', 'entries', { address: 'ftp://a.test/', kind: 'feed' }, '400 scheme'],
    ['POST', 'entries', { address: 'https://elsewhere.example/feed', kind: 'feed' }, '400 entry-elsewhere'],
    ['POST', 'entries', { address: 'https://elsewhere.example/feed', kind: 'publication' }, '400 one-of'],
    ['POST', 'entries', { address: 'https://elsewhere.example/', kind: 'feed', interval: 0 }, '400 whole-number'],
    ['POST', 'entries', { address: 'https://elsewhere.example/', kind: 'feed', other: 1 }, '400 unknown-setting'],
    ['PATCH', 'entries', { addresses: [], on: true }, '400 list'],
    ['POST', 'addresses', { addresses: [] }, '400 list-of-most'],
    ['POST', 'addresses', { addresses: ['x'.repeat(3_000)] }, '400 most-characters'],
    ['PATCH', 'entries', { addresses: ['https://elsewhere.example/'], on: true }, '400 unknown-entry'],
    ['PATCH', 'entries', { addresses: ['https://elsewhere.example/'] }, '400 true-false'],
    ['PATCH', 'sources/1', { on: 'yes' }, '400 true-false'],
    ['PATCH', 'sources/1', {}, '400 true-false'],
    ['PATCH', 'sources/1', { archive: 'yes' }, '400 true-false'],
    ['PATCH', 'sources/1', { timeZone: 'Mars' }, '400 zone'],
    ['POST', 'reread?cursor=Imtl', undefined, '400 cursor'],
    ['POST', 'reread?since=never', undefined, '400 bad-time'],
    ['PATCH', 'entries', { addresses: ['https://elsewhere.example/'], interval: 0 }, '400 whole-number'],
    ['POST', 'sources', { address: 'ftp://a.test/' }, '400 scheme'],
    ['POST', 'sources', { address: 'https://a.test/', requests: 0 }, '400 whole-number'],
    ['POST', 'sources', { address: 'https://a.test/', on: 'all' }, '400 list'],
    ['POST', 'sources', { address: 'https://a.test/', on: [{ address: 'https://a.test/', kind: 'x' }] }, '400 one-of'],
    ['POST', 'findings', { address: 'ftp://a.test/' }, '400 scheme'],
    ['POST', 'findings', { address: 'https://a.test/', browser: 'no' }, '400 true-false'],
    ['GET', 'findings?limit=0', undefined, '400 range'],
    ['DELETE', 'entries?address=', undefined, '400 address'],
    ['DELETE', 'entries', undefined, '400 address'],
    ['POST', 'page', { address: 'https://elsewhere.example/' }, '400 entry-elsewhere'],
    ['POST', 'page', { address: 'file:///etc/passwd' }, '400 scheme'],
    ['POST', 'page', {}, '400 address'],
    ['POST', 'rules/suggest', { addresses: [] }, '400 list-of-most'],
    ['POST', 'rules/suggest', { addresses: ['https://elsewhere.example/'] }, '400 entry-elsewhere'],
    ['PUT', 'sources/1/rules', { rules: { types: [] } }, '400 page-type-count'],
    [
      'PUT',
      'sources/9/rules',
      { rules: { types: [{ name: 'a', match: '//p', fields: { text: '//p' } }] } },
      '404 no-such-source',
    ],
  ])('refuse %s %s with %j', async (method, path, body, expected) => {
    expect(await refusedBy(method, `/watches/w/${path}`, body)).toBe(expected);
  });

  test('that have lost their file of publications say so, and leave the others alone', async () => {
    const copy = join(served.root, 'lost');
    mkdirSync(copy);
    for (const name of ['crawl.db', 'crawl.json']) copyFileSync(join(served.root, 'w', name), join(copy, name));
    expect(await refusedBy('GET', '/watches/lost/sources')).toBe('409 crawl-file-damaged');
    const { watches } = await get<{ watches: readonly { id: string }[] }>('/watches');
    expect(watches.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([
      { id: 'lost', damages: [{ code: 'crawl-file-damaged' }] },
      { id: 'w', publications: expect.any(Number) },
    ]);
    rmSync(copy, { recursive: true });
    expect(served.errors).toEqual([]);
  });

  test('whose state cannot be read are listed with the reason', async () => {
    const copy = join(served.root, 'torn');
    mkdirSync(copy);
    copyFileSync(join(served.root, 'w', 'watch.db'), join(copy, 'watch.db'));
    writeFileSync(join(copy, 'crawl.db'), 'no database of SQLite, and longer than its header: '.repeat(100));
    const { watches } = await get<{ watches: readonly { id: string }[] }>('/watches');
    expect(watches.find(({ id }) => id === 'torn')).toMatchObject({
      ...{ kind: 'watch', causes: [{ code: 'state-unreadable' }] },
    });
    rmSync(copy, { recursive: true });
  });

  test('of the bundled sites are shown too, and go on from the page with the sites served again', async () => {
    const directory = join(served.root, 'example');
    await watch.run(['watch', '--example', '--once', '--quiet', '--out', directory]);
    const { watches } = await get<{ watches: readonly { id: string; publications: number }[] }>('/watches');
    const found = watches.find(({ id }) => id === 'example')?.publications ?? 0;
    expect(found).toBeGreaterThan(30);
    expect((await served.call('POST', '/watches/example/run')).status).toBe(202);
    await served.until('example', 'running');
    const { publications } = await get<{ publications: readonly Line[] }>('/watches/example/publications?limit=1');
    const page = await served.call('POST', '/watches/example/page', { address: publications[0]!.url });
    // Served again at its ports: whatever the page answers now, somebody answers.
    expect(JSON.stringify(page.body)).not.toContain('no-answer');
    expect((await served.call('POST', '/watches/example/stop')).status).toBe(202);
    expect(await served.until('example', 'stopped')).toMatchObject({ kind: 'watch' });
  });
});
