import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { CountedCalls } from '../../../bench/cost/counted-calls.ts';
import { openDynamoStore } from '../../../shared/adapters/aws/dynamo/dynamo-store.ts';
import { SqliteStore } from '../../../shared/adapters/local/sqlite/sqlite-store.ts';
import { noCounts, type SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { mostSitesAtOnce } from '../../../shared/domain/protocol/site-sums.ts';
import type { ResolvedSite } from '../../../shared/domain/spec/crawl-spec.ts';
import type { CrawlStore } from '../../../shared/ports/ports.ts';
import { tick } from '../../../shared/steps/life/tick.ts';
import type { ScheduledStore } from '../../../shared/wings/sets/schedule/schedule-store.ts';
import { crawlOf, siteRow } from '../../contract/sample-state.ts';
import { MemoryDynamoDb } from '../adapters/aws/memory-dynamodb.ts';
import { budgeted } from '../steps/budgeted.ts';
import { VirtualClock } from '../steps/virtual-clock.ts';
import { asking } from './app-over-store.ts';

const tables = { crawls: 'crawls', tokens: 'tokens', pages: 'pages', links: 'links', watched: 'watched' };
const clock = new VirtualClock();
const ids = { next: () => 'id', fraction: () => 0.5 };

interface Opened {
  readonly store: ScheduledStore & CrawlStore;
  /** Of the account; undefined on one machine. */
  readonly calls?: CountedCalls;
}

const places: Readonly<Record<string, () => Opened>> = {
  'one machine': () => ({
    store: new SqliteStore({ crawl: ':memory:', tokens: ':memory:' }, { self: 'test', isAlive: () => true }),
  }),
  'an account': () => {
    const dynamo: DynamoDBClient = new MemoryDynamoDb().client();
    const calls = new CountedCalls();
    calls.count('dynamodb', dynamo);
    const options = { client: dynamo, tables, clock, retentionMs: 86_400_000, ids };
    return { store: openDynamoStore(options), calls };
  },
};

async function begin(store: CrawlStore, count: number, rowsWritten = count): Promise<void> {
  const { spec, ...crawl } = crawlOf('c', count);
  const [first] = spec.sites;
  const sites = Array.from(
    { length: count },
    (_, index): ResolvedSite => ({ ...first!, number: index + 1, name: `s${index}`, url: `http://s${index}.example/` }),
  );
  const rows = sites.slice(0, rowsWritten).map(
    ({ number, url }): SiteRow =>
      siteRow('c', number, {
        start: url,
        origin: new URL(url).origin,
        used: number % 5,
        phase: { level: number % 3, round: 0 },
        counters: { ...noCounts, queued: 9, taken: 4, nodes: number % 5, bytes: 1_000 },
        ...(number === 7 && { status: 'not-available', trouble: { failures: 5, startFailed: 'robots' } }),
      }),
  );
  await store.createCrawl({ ...crawl, spec: { ...spec, sites } }, rows);
}

async function lap({ store }: Opened): Promise<void> {
  const queue = { send: async () => undefined };
  await tick(budgeted({ clock, store, queue }), 'c', [], 2 * mostSitesAtOnce);
}

/** Rows that are there: the others would only take time to be written. */
const written = 300;

describe.each(Object.entries(places))('a crawl with many sites on %s', (_, open) => {
  test('is shown with the sums of the last lap, and some of its sites', async () => {
    const opened = open();
    await begin(opened.store, mostSitesAtOnce + 1, written);
    const ask = asking(opened.store, 'c', () => clock.now());
    expect((await ask('/crawls/c')).body['countedAt']).toBeUndefined();
    await lap(opened);
    const rows = await opened.store.readSites('c');
    const { body } = await ask('/crawls/c?limit=5');
    expect(body).toMatchObject({ siteCount: mostSitesAtOnce + 1, countedAt: new Date(clock.now()).toISOString() });
    expect(body).toMatchObject({ startFaultCount: 1, startFaults: [{ number: 7 }] });
    expect(body['pages']).toBe(rows.reduce((sum, { used }) => sum + used, 0));
    expect(body['bytes']).toBe(written * 1_000);
    expect(body['queued']).toBe((written - 1) * 5);
    expect(body['levels']).toEqual([0, 1, 2].map(level => ({ level, activeSites: level === 1 ? 99 : 100 })));
    expect((body['sites'] as { number: number }[]).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  test('has its sites listed by cursor, each once, with totals', async () => {
    const opened = open();
    await begin(opened.store, mostSitesAtOnce + 1, written);
    await lap(opened);
    const ask = asking(opened.store, 'c', () => clock.now());
    const seen: number[] = [];
    for (let query: string | undefined = ''; query !== undefined; ) {
      const { body } = await ask(`/crawls/c/sites?limit=140&totals=true${query}`);
      expect(body['totals']).toMatchObject({ sites: written, waiting: (written - 1) * 5 });
      seen.push(...(body['sites'] as { number: number }[]).map(({ number }) => number));
      query = body['next'] === undefined ? undefined : `&cursor=${String(body['next'])}`;
    }
    expect(seen).toEqual(Array.from({ length: written }, (__, index) => index + 1));
  });

  test('is sorted by a column up to a number of sites', async () => {
    const opened = open();
    await begin(opened.store, 10_001, 3);
    const { status, body } = await asking(opened.store, 'c', () => clock.now())('/crawls/c/sites?sort=used');
    expect([status, body['detail']]).toEqual([400, expect.stringContaining('has 10001 sites')]);
  });
});

test('what a request reads in an account does not grow with the number of sites', async () => {
  const units: number[] = [];
  for (const count of [mostSitesAtOnce + 1, 4 * mostSitesAtOnce]) {
    const opened = places['an account']!();
    await begin(opened.store, count, written);
    await lap(opened);
    const before = opened.calls!.usage.readUnit;
    await asking(opened.store, 'c', () => clock.now())('/crawls/c');
    units.push(opened.calls!.usage.readUnit - before);
  }
  // The units for the spec, which names all sites, grow by some for each thousand; no others do.
  expect(units[1]! - units[0]!).toBeLessThan(20);
  expect(units[1]!).toBeLessThan(80);
});
