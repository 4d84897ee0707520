import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../shared/domain/protocol/crawl-state.ts';
import { TextTable } from '../../../shared/domain/text-table.ts';
import { LinkLists } from '../../../shared/wings/graph/site-graph/link-lists.ts';
import { OpenUrls } from '../../../shared/wings/graph/site-graph/open-urls.ts';
import { SeenLinks } from '../../../shared/wings/graph/site-graph/seen-links.ts';
import type { NodePage, UrlRecord } from '../../../shared/wings/graph/site-graph/url-record.ts';
import { UrlRecords } from '../../../shared/wings/graph/site-graph/url-records.ts';

const at = 'http://example.org';
const hash = 'ab'.repeat(32);

function recordOf(name: string, outcome: Outcome, more: Partial<UrlRecord> = {}): UrlRecord {
  const identity = `${at}/${name}`;
  return { identity, address: identity, foundOn: `${at}/`, attempts: 1, level: 1, order: 7, outcome, ...more };
}

const page: NodePage = { title: 'A page', bytes: 70_000, externalLinks: 3, linksDropped: 0, links: 12 };
const records: readonly UrlRecord[] = [
  recordOf('', { kind: 'node', hash }, { foundOn: '', level: 0, order: 0, page }),
  recordOf(
    'a',
    { kind: 'node', hash },
    {
      address: `${at}/a?utm_source=x`,
      page: {
        ...page,
        title: 'Ä 漢字',
        facts: { contentType: 'text/html', words: 300, language: 'de', canonical: at },
      },
    },
  ),
  recordOf(
    'b',
    { kind: 'node', hash },
    {
      page: {
        ...page,
        rendering: { kind: 'rendered', rawHash: hash },
        facts: { contentType: '', words: 0, lastModified: 'today', robots: 'noindex', hreflang: ['de x'] },
        signature: 'AAAA',
        analyses: { tone: { value: 1 } },
        fields: ['', 'x'],
        hasUnreadFields: true,
      },
    },
  ),
  recordOf('c', { kind: 'redirect', status: 301, target: `${at}/a#x` }, { level: -1 }),
  recordOf('same', { kind: 'node', hash }, { unchanged: 'not-loaded', page }),
  recordOf('d', { kind: 'duplicate', hash, owner: `${at}/` }),
  recordOf('e', { kind: 'skipped', reason: 'http-status', status: 404 }),
  recordOf('f', { kind: 'skipped', reason: 'robots' }, { attempts: 0 }),
  recordOf('g', { kind: 'retry', reason: 'timeout' }),
  // As nobody writes them in a crawl.
  recordOf('h', { kind: 'node', hash: 'ABCD' }, { page }),
  recordOf('i', { kind: 'node', hash }, { page: { ...page, bytes: -1.5 } }),
  recordOf('j', { kind: 'skipped', reason: 'unheard of' } as unknown as Outcome),
];

describe('records of URLs', () => {
  test('come back as they were, in the order in which their URLs came first', () => {
    const kept = new UrlRecords(new TextTable());
    for (const record of records) kept.set(record.identity, record);
    expect([...kept.values()]).toEqual(records);
    expect(records.map(({ identity }) => kept.get(identity))).toEqual(records);
    expect(Array.from(kept.usedPlaces('redirect'), place => kept.at(place))).toEqual([records[3]]);
    expect(records.map(({ identity }) => kept.hasPage(identity))).toEqual(records.map(each => each.page !== undefined));
    expect(Array.from(kept.usedPlaces(), place => kept.isAskedAsIdentity(place))).toEqual(
      records.map(({ identity, address }) => identity === address),
    );
    expect([kept.get(`${at}/unknown`), kept.hasPage(`${at}/unknown`)]).toEqual([undefined, false]);
  });

  test('have the names of a page, and its links to names, for who wants them alone', () => {
    const kept = new UrlRecords(new TextTable());
    const named = ['about', '12', 3, '#lost', '', '.AAAA', '/b#ñ /c#где'] as const;
    const facts = { contentType: 'text/html', words: 3, markup: named, detected: 'es' };
    const record = recordOf('a', { kind: 'node', hash }, { page: { ...page, facts, signature: 'AAAA' } });
    kept.set(record.identity, record);
    expect(kept.get(record.identity, true)).toEqual(record);
    const without = { ...facts, markup: named.slice(0, 5) };
    expect(kept.get(record.identity)).toEqual({ ...record, page: { ...record.page, facts: without } });
  });

  test('are replaced where they are, and come last after they were deleted', () => {
    const kept = new UrlRecords(new TextTable());
    for (const record of records) kept.set(record.identity, record);
    const [first, second] = [records[0]!, { ...records[1]!, attempts: 3 }];
    kept.set(second.identity, second);
    kept.delete(first.identity);
    kept.delete(`${at}/unknown`);
    expect([kept.get(first.identity), kept.size]).toEqual([undefined, records.length - 1]);
    kept.set(first.identity, first);
    expect([...kept.values()]).toEqual([second, ...records.slice(2), first]);
  });
});

describe('what else is kept of a site', () => {
  test('open URLs come back as they were', () => {
    const open = new OpenUrls(new TextTable());
    const urls = [
      { url: `${at}/a`, level: 2, foundOn: at, reason: 'stopped', attempts: 0 },
      { url: `${at}/b`, level: -1, foundOn: '', reason: 'timeout', attempts: 2, status: 503 },
    ] as const;
    for (const url of urls) open.push(url);
    expect([...open]).toEqual(urls);
  });

  test('links out of the site are counted where they were seen first', () => {
    const links = new SeenLinks(new TextTable());
    links.keys.add('never seen');
    links.see('b', { page: at, level: 1, detail: 'B', occurrences: 2, type: 2 });
    links.see('a', { page: `${at}/x`, level: -1, detail: '', occurrences: 1, type: 1 });
    links.see('b', { page: `${at}/x`, level: 2, detail: 'again', occurrences: 3, type: 1 });
    expect([...links]).toEqual([
      ['b', { page: at, level: 1, detail: 'B', occurrences: 5, type: 1 }],
      ['a', { page: `${at}/x`, level: -1, detail: '', occurrences: 1, type: 1 }],
    ]);
    expect(links.occurrences).toBe(6);
  });

  test('lists of links come back number by number', () => {
    const lists = new LinkLists();
    const given = [
      [],
      [0],
      [5, 6, 7, 3, 2 ** 32 - 1, 0, 128, 64, 63],
      Array.from({ length: 5_000 }, (_, i) => i * 831),
    ];
    const positions = given.map(list => {
      lists.begin({ count: list.length, isTyped: list.length === 1 });
      for (const number of list) lists.push(number);
      return lists.end();
    });
    const numbers = new Uint32Array(5_000);
    for (const [index, list] of given.entries()) {
      expect(lists.read(positions[index]!, numbers)).toEqual({ count: list.length, isTyped: list.length === 1 });
      expect([...numbers.subarray(0, list.length)]).toEqual(list);
    }
    expect(lists.length).toBe(5_010);
  });
});
