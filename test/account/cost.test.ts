import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { perClock, perMillion, perMillionRead, perPage, perSource, requestsOf } from '../../bench/cost/cost-table.ts';
import { type CostCount, type CostSetup, countCrawl } from '../../bench/cost/counted-crawl.ts';
import { countWatch } from '../../bench/cost/counted-watch.ts';
import { dollarsOf } from '../../shared/adapters/aws/aws-prices.ts';
import { resolveSpec } from '../../shared/domain/spec/resolve/resolve-spec.ts';
import { estimateCrawl } from '../../shared/report/crawl-usage.ts';
import { openDynamoDb } from '../emulator/dynamodb-local.ts';
import { MemoryDynamoDb } from '../pure/adapters/aws/memory-dynamodb.ts';

const inMemory = { crawls: 'crawls', tokens: 'tokens', pages: 'pages', links: 'links', watched: 'watched' };
const setup = { seed: 1, delayMs: 1000, fetchMemoryMb: 256, fetchWindowMs: 1000 };

async function count(
  hosts: number,
  pagesPerHost: number,
  state: Partial<Pick<CostSetup, 'dynamo' | 'tables' | 'newLinks'>> = {},
): Promise<CostCount> {
  const memory = { dynamo: new MemoryDynamoDb().client('command'), tables: inMemory };
  return await countCrawl({ ...setup, hosts, pagesPerHost, ...memory, ...state });
}

describe('what a page costs, at 100 pages a turn', () => {
  let many: CostCount;
  let lone: CostCount;
  let linked: CostCount;
  beforeAll(async () => {
    many = await count(10, 1000);
    lone = await count(1, 2000);
    linked = await count(10, 1000, { newLinks: 3 });
  }, 900_000);

  test('every page of the sites is found', () => {
    expect(many.pages).toBe(10_000);
    expect(lone.pages).toBe(2_000);
  });

  test('with many hosts it keeps the bounds of requests and units', () => {
    const page = perPage(many);
    expect(page.writeUnit).toBeLessThanOrEqual(2.3);
    expect(page.readUnit).toBeLessThanOrEqual(0.6);
    expect(page.sqsRequest).toBeLessThanOrEqual(0.2);
    expect(page.s3Put).toBeLessThanOrEqual(0.06);
  });

  test('requests of a million cost at most $2.5 with ten hosts of 1,000 pages, $6 with a lone one, storage $1.6', () => {
    expect(requestsOf(perMillion(many))).toBeLessThanOrEqual(2.5);
    expect(requestsOf(perMillion(lone))).toBeLessThanOrEqual(6);
    for (const counted of [many, lone]) expect(perMillion(counted).storage).toBeLessThanOrEqual(1.6);
    expect(perMillion(many).storage).toBeGreaterThan(0.3);
  });

  test('three new links on each page are told of once, and add at most $0.7 to a million pages with storage', () => {
    expect(linked.newLinks - many.newLinks).toBeGreaterThan(2.7 * linked.pages);
    expect(perPage(linked).writeUnit - perPage(many).writeUnit).toBeLessThanOrEqual(0.15);
    expect(perMillion(linked).total - perMillion(many).total).toBeLessThanOrEqual(0.7);
  });

  test('the API tells as much before and while it runs, to a sixth', () => {
    for (const counted of [many, lone]) {
      const hosts = counted === many ? 10 : 1;
      const sites = Array.from({ length: hosts }, (_, n) => `https://site-${n}.example/`).map(url => ({ url }));
      const spec = resolveSpec([{ spec: { sites, delayMs: setup.delayMs }, nameOf: path => path.join('.') }]);
      const { usage, pages = 0 } = estimateCrawl(spec, { pagesPerSite: counted.pages / hosts });
      const told = dollarsOf(usage).total / pages;
      expect((told * 1_000_000) / perMillion(counted).total).toBeGreaterThan(5 / 6);
      expect((told * 1_000_000) / perMillion(counted).total).toBeLessThan(7 / 6);
    }
  });

  test('the larger site costs no more per page than the smaller one', async () => {
    const small = perPage(await count(1, 500));
    for (const thing of ['writeUnit', 'readUnit', 'sqsRequest', 's3Put'] as const)
      expect([thing, perPage(lone)[thing] <= small[thing]]).toEqual([thing, true]);
  }, 600_000);
});

test('decisions about a shared budget, ten pages each, add a bounded number of requests and units to a page', async () => {
  const counted = async (settings: NonNullable<CostSetup['settings']>): Promise<ReturnType<typeof perPage>> => {
    const state = { dynamo: new MemoryDynamoDb().client('command'), tables: inMemory };
    return perPage(await countCrawl({ ...setup, ...state, hosts: 10, pagesPerHost: 300, settings }));
  };
  const alone = await counted({ siteLimit: 100 });
  const shared = await counted({ limit: 1000, rule: 'ucb1' });
  expect(shared.writeUnit - alone.writeUnit).toBeLessThanOrEqual(2.3);
  expect(shared.readUnit - alone.readUnit).toBeLessThanOrEqual(3.8);
  expect(shared.sqsRequest - alone.sqsRequest).toBeLessThanOrEqual(0.6);
  expect(shared.s3Put - alone.s3Put).toBeLessThanOrEqual(0.2);
}, 600_000);

const { missing, endpoint } = inject('dynamoDb');

describe.skipIf(missing !== undefined)('counted on DynamoDBLocal', () => {
  const local = openDynamoDb(endpoint);
  afterAll(() => local.client.destroy());

  test('a crawl uses the same calls and units as on the stand-in in memory', async () => {
    const real = await count(2, 150, { dynamo: local.newClient(), tables: await local.createTables() });
    const memory = await count(2, 150);
    expect(real.pages).toBe(memory.pages);
    expect(Object.fromEntries(real.calls)).toEqual(Object.fromEntries(memory.calls));
    expect(real.usage).toEqual(memory.usage);
  }, 600_000);
});

describe('what a watch costs', () => {
  test('a source and month at most 11 cents with three sources, a million pages read at most $12', async () => {
    const quiet = await countWatch({ sources: 3, perDay: 20, hours: 12, delayMs: 1000 });
    expect(quiet.publications).toBeGreaterThanOrEqual(3 * 9);
    expect(perSource(quiet, 3).total).toBeLessThanOrEqual(0.11);
    expect(perClock(quiet).total).toBeLessThanOrEqual(0.12);
    const busy = await countWatch({ sources: 3, perDay: 1_200, hours: 3, delayMs: 1000 });
    expect(busy.publications).toBeGreaterThanOrEqual(3 * 3 * 48);
    expect(perMillionRead(busy).total).toBeLessThanOrEqual(12);
  }, 900_000);
});
