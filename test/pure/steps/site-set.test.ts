import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SqliteStore } from '../../../shared/adapters/local/sqlite/sqlite-store.ts';
import type { Wake } from '../../../shared/ports/ports.ts';
import { addSites } from '../../../shared/steps/life/add-sites.ts';
import { resumeCrawl } from '../../../shared/steps/life/resume-crawl.ts';
import { sharedGrants } from '../../../shared/wings/sets/budget/shared-budget.ts';
import { crawlOf, siteRow } from '../../contract/sample-state.ts';
import { MemoryObjects } from '../../simulation/world/memory-objects.ts';
import { budgeted } from './budgeted.ts';

const id = 'crawl-1';
const now = 1_700_000_000_000;
const clock = { now: () => now, monotonic: () => now, sleep: async () => undefined };

let folder: string;
let store: SqliteStore;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-sites-'));
  const paths = { crawl: join(folder, 'crawl.db'), tokens: join(folder, 'tokens.db') };
  store = new SqliteStore(paths, { self: 'this', isAlive: () => true });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

test('a resume has the fetched turns of a removed site parsed, and fetches nothing more of it', async () => {
  const sites = [siteRow(id, 1), siteRow(id, 2, { origin: 'https://example.org' })];
  await store.createCrawl(crawlOf(id, 2), sites);
  const lease = { host: 'example.org', crawl: id, site: 2, turn: 1, attempt: 'a' };
  await store.takeToken({ ...lease, message: 'm', now, delayMs: 0, idle: true });
  const patch = { turn: 1, addPending: { turn: 1, attempt: 'a' } };
  await store.leaveTurn(lease, { patch, demand: {}, token: { nextAllowedAt: now, lastDelayMs: 0, now } });
  await store.removeSite(id, 2);
  const sent: Wake[] = [];
  const queue = { send: async (wakes: readonly Wake[]) => void sent.push(...wakes) };
  const crawl = (await store.readCrawl(id))!;
  await resumeCrawl(budgeted({ clock, store, queue, objects: new MemoryObjects() }), crawl, crawl.spec);
  expect(sent).toEqual([
    { kind: 'fetch', crawl: id, site: 1, turn: 1 },
    { kind: 'parse', crawl: id, site: 2, turn: 1 },
  ]);
});

test('of two callers who add other sites under one number, one gets it with its own start page, the other the next', async () => {
  await store.createCrawl(crawlOf(id, 2), [siteRow(id, 1), siteRow(id, 2, { origin: 'https://example.org' })]);
  const crawl = (await store.readCrawl(id))!;
  const urls = ['http://a.test/', 'http://b.test/', 'http://c.test/'];
  const additions = await Promise.all(
    urls.map(async url => await addSites({ store, budget: sharedGrants }, crawl, [{ url }])),
  );
  expect(additions.flat().map(({ state }) => state)).toEqual(['added', 'added', 'added']);
  const rows = (await store.readSites(id)).slice(2);
  expect(rows.map(({ site }) => site)).toEqual([3, 4, 5]);
  expect(rows.map(({ start }) => start).toSorted()).toEqual(urls);
  for (const { site, start } of rows) {
    const [first] = await store.readChunks(id, site, { level: 0, round: 0 }, { turn: 0, offset: 0 }, 9);
    expect(first?.entry).toMatchObject({ identity: start, address: start, attempt: 1, foundOn: '' });
    expect((await store.claimsAfter(id, site, '', 9)).map(({ identity }) => identity)).toEqual([start]);
  }
});

test('an address is that of a site whatever its scheme, where both schemes are one site', async () => {
  const crawl = crawlOf(id, 2);
  const both = { ...crawl, spec: { ...crawl.spec, schemes: 'both' as const } };
  await store.createCrawl(both, [siteRow(id, 1)]);
  const urls = ['https://example.org/elsewhere', 'https://example.org:8443/'];
  const additions = await addSites(
    { store, budget: sharedGrants },
    both,
    urls.map(url => ({ url })),
  );
  expect(additions).toMatchObject([{ state: 'exists', number: 1 }, { state: 'added' }]);
});

test('of sites that are added together, given numbers count first, and each sees the addresses of those before it', async () => {
  await store.createCrawl(crawlOf(id, 2), [siteRow(id, 1), siteRow(id, 2, { origin: 'https://example.org' })]);
  const given = [
    { url: 'http://a.test/' },
    { url: 'http://b.test/', number: 3 },
    { url: 'http://b.test/', number: 5 },
    { url: 'http://a.test/again' },
    { url: 'http://c.test/' },
    { url: 'http://d.test/' },
  ];
  const additions = await addSites({ store, budget: sharedGrants }, (await store.readCrawl(id))!, given);
  const numbers = additions.map(addition => [
    addition.state,
    addition.state === 'exists' ? addition.number : addition.site.number,
  ]);
  expect(numbers).toEqual([
    ['added', 4],
    ['added', 3],
    ['exists', 3],
    ['exists', 4],
    ['added', 5],
    ['added', 6],
  ]);
});

test('the rows of the sites are read once, however many are added', async () => {
  await store.createCrawl(crawlOf(id, 2), [siteRow(id, 1), siteRow(id, 2, { origin: 'https://example.org' })]);
  const crawl = (await store.readCrawl(id))!;
  const calls = { readSites: vi.spyOn(store, 'readSites'), addSites: vi.spyOn(store, 'addSites') };
  const given = Array.from({ length: 300 }, (_, index) => ({ url: `http://s${index}.test/` }));
  expect(await addSites({ store, budget: sharedGrants }, crawl, given)).toHaveLength(300);
  expect([calls.readSites.mock.calls.length, calls.addSites.mock.calls.length]).toEqual([1, 1]);
});

test('of a shared page budget, more than 10,000 sites are refused before anything is written', async () => {
  const { spec, ...row } = crawlOf(id, 2);
  const shared = { ...row, spec: { ...spec, limit: 50_000 } };
  await store.createCrawl(
    shared,
    Array.from({ length: 9_999 }, (_, index) => siteRow(id, index + 1, { origin: `http://s${index}.test` })),
  );
  const add = async (...urls: string[]) =>
    await addSites(
      { store, budget: sharedGrants },
      shared,
      urls.map(url => ({ url })),
    );
  await expect(add('http://a.test/', 'http://b.test/')).rejects.toMatchObject({
    sentences: ['sites: 10001 sites share a limit; allowed are 10000 (siteLimit limits each).'],
  });
  expect(await add('http://a.test/', 'http://s1.test/')).toMatchObject([{ state: 'added' }, { state: 'exists' }]);
});
