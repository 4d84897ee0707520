/** Readings of single documents by the reader of sources, without an engine around it. */
import { afterAll, expect, test } from 'vitest';
import { SqlitePublications } from '../../../../shared/adapters/local/publications/sqlite-publications.ts';
import { type WatchOptions, watchDefaults } from '../../../../shared/domain/spec/crawl-spec.ts';
import { createCrawlRules } from '../../../../shared/domain/turn/crawl-rules.ts';
import type { FetchedEntry } from '../../../../shared/domain/turn/turn-record.ts';
import { entryAddress, readEntryState } from '../../../../shared/wings/publications/watch/entry-state.ts';
import { readMemory } from '../../../../shared/wings/publications/watch/source-memory.ts';
import { visitReader } from '../../../../shared/wings/publications/watch/visit-reader.ts';
import { specOf } from '../../../simulation/plans.ts';

const origin = 'https://news.example';
const at = Date.UTC(2026, 4, 5, 12);
const publications = new SqlitePublications(':memory:');
afterAll(() => publications.close());
const spec = { ...specOf({ delayMs: 0, sites: [{ url: `${origin}/` }] }), duplicates: 'keep' as const };
const rules = createCrawlRules(spec);
const known = Array.from({ length: 6 }, (_, n) => `${origin}/large/story-${n}.html`);

interface Document {
  readonly kind: 'feed' | 'sitemap' | 'page';
  readonly body: string | Uint8Array;
  readonly contentType?: string;
}

/** The entry after a look that was answered by `document`, and what the turn gave beside it. `left`: addresses for the next look. */
async function looked(document: Document, options: Partial<WatchOptions> = {}, memory: object = { known }, left = 0) {
  const { kind, body, contentType = 'text/html' } = document;
  const address = `${origin}/entry`;
  const entry = entryAddress({ identity: address, address, kind }, { due: at });
  const fetched: FetchedEntry = {
    entry: { identity: address, address, attempt: 1, via: [], foundOn: '', look: { of: address, kind, fields: {} } },
    result: { kind: 'page', contentType, body: Buffer.from(body), validators: { etag: '"1"' } },
  };
  const reading = await visitReader(publications, { ...watchDefaults, ...options }).read({
    ...{ site: 1, rules, killers: [], watched: new Map([[address, entry]]), reading: async () => undefined },
    belongs: url => rules.siteKey(url) === rules.siteKey(origin),
    record: { turn: 1, phase: { level: 1, round: 0 }, origin, at, entries: [fetched] },
    memory: JSON.stringify({ version: 1, hints: {}, ...memory }),
  });
  const fresh = new Set(reading.named.slice(0, reading.named.length - left).map(({ identity }) => identity));
  const changes = await reading.keep({ fresh, left: new Map(left > 0 ? [[address, left]] : []) });
  const { last, outstanding } = readEntryState(changes.watched[0]!);
  return { reading, changes, last: last!, outstanding, memory: readMemory(changes.memory) };
}

const urls = (count: number, of: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => of(n)).join('');

test('a sitemap of 60,000 entries names each once', async () => {
  const body = `<urlset>${urls(60_000, n => `<url><loc>${origin}/large/story-${n}.html</loc></url>`)}</urlset>`;
  const { reading, last } = await looked({ kind: 'sitemap', body, contentType: 'application/xml' });
  expect(reading.named.length).toBe(60_000);
  expect(last).toMatchObject({ outcome: 'read', items: 60_000, fresh: 60_000 });
});

test('what a feed of 50,000 items leaves for the next look is counted, and that look is due at once and asks for the whole feed', async () => {
  const items = urls(50_000, n => `<item><title>Story ${n}</title><link>${origin}/large/story-${n}.html</link></item>`);
  const feed = { kind: 'feed' as const, body: `<rss><channel>${items}</channel></rss>` };
  const { changes, last, outstanding, memory } = await looked(feed, {}, { known }, 49_600);
  expect([last.items, last.fresh, outstanding]).toEqual([50_000, 400, 49_600]);
  expect(changes.watched[0]).toMatchObject({ due: at, fields: {} });
  // Titles and dates that the feed gave of the others come again with the look that claims them.
  expect(Object.keys(memory.hints).length).toBe(400);
  expect((await looked(feed)).changes.watched[0]!.fields).toEqual({ 'if-none-match': '"1"' });
});

test('an index of more sitemaps than are looked at, and of others hosts, says how many are left out', async () => {
  const others = `<sitemap><loc>https://elsewhere.example/map.xml</loc></sitemap>`;
  const body = `<sitemapindex>${others}${urls(119, n => `<sitemap><loc>${origin}/map-${n}.xml</loc></sitemap>`)}</sitemapindex>`;
  const { changes, last } = await looked({ kind: 'sitemap', body, contentType: 'application/xml' });
  expect(changes.added.length).toBe(99);
  expect(last).toMatchObject({ outcome: 'read', items: 0, faults: { 'other-host': 1, 'too-many': 20 } });
});

test('a sitemap that is cut is no good one, and what is whole of it is taken', async () => {
  const body = `<urlset>${urls(5, n => `<url><loc>${origin}/large/story-${n}.html</loc></url>`)}<url><loc>${origin}/lar`;
  const { last, reading } = await looked({ kind: 'sitemap', body, contentType: 'application/xml' });
  expect([last.outcome, reading.named.length]).toEqual(['truncated', 5]);
});

test('pagination without an end has one: parts beyond 5,000 are counted', async () => {
  const body = `${urls(3, n => `<a href="/large/story-${n}.html">A story</a>`)}<a href="/?page=7">7</a><a href="/?page=8">8</a>`;
  const list = { kind: 'page' as const, body };
  const taken = await looked(list, { archive: true }, { known, archives: 4_999 });
  expect(taken.reading.named.length).toBe(4);
  expect(taken.last).toMatchObject({ items: 3, faults: { 'archive-limit': 1 } });
  expect(taken.memory.archives).toBe(5_000);
  expect((await looked(list)).last).toMatchObject({ items: 3, faults: { archive: 2 } });
});

test.each([
  ['feed', 'no-feed-empty', ''],
  ['feed', 'no-feed-html', '<!doctype html><meta charset="utf-8"><title>Moved</title><p>There is no feed any more.'],
  ['feed', 'no-feed-json', '{"items": 3}'],
  ['feed', 'no-feed-binary', '%PDF-1.4\n\u0000\u0001'],
  ['sitemap', 'no-sitemap', '<!doctype html><title>Moved</title>'],
  ['page', 'challenge', '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>'],
] as const)('a %s that is none is told: %s', async (kind, outcome, body) => {
  const { last, reading } = await looked({ kind, body });
  expect([last.outcome, reading.named]).toEqual([outcome, []]);
});
