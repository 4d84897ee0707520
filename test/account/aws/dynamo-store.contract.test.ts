/** The promises of the crawl store, kept by DynamoDB: on DynamoDBLocal where it is found, and on the stand-in in memory. */
import { afterAll, describe, expect, inject, test } from 'vitest';
import { wakeShards } from '../../../shared/adapters/aws/dynamo/calls/dynamo-tables.ts';
import { type DynamoStore, openDynamoStore } from '../../../shared/adapters/aws/dynamo/dynamo-store.ts';
import { storeNeeds } from '../../../shared/adapters/aws/dynamo/store-needs.ts';
import { id, type OpenCallers, openCrawl } from '../../contract/callers.ts';
import { crawlStoreContract } from '../../contract/crawl-store.contract.ts';
import { linkTablesContract } from '../../contract/link-tables.contract.ts';
import { scheduleStoreContract } from '../../contract/schedule-store.contract.ts';
import { siteHostsContract } from '../../contract/site-hosts.contract.ts';
import { siteSetContract } from '../../contract/site-set.contract.ts';
import { watchedAddressesContract } from '../../contract/watched-addresses.contract.ts';
import { openDynamoDb } from '../../emulator/dynamodb-local.ts';
import { MemoryDynamoDb } from '../../pure/adapters/aws/memory-dynamodb.ts';
import { MemoryObjects } from '../../simulation/world/memory-objects.ts';
import { RecordedNeeds } from './recorded-needs.ts';

const clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep: async (ms: number) => await new Promise<void>(resolve => setTimeout(resolve, ms)),
};
const common = { clock, ids: { fraction: Math.random }, retentionMs: 1_000 };

/** The index of due sources is of this place alone: one clock wakes the sources of all watches. */
function dueSourcesContract(open: OpenCallers<DynamoStore>): void {
  const dueOf = async (store: DynamoStore, now: number) => {
    const shards = Array.from({ length: wakeShards }, async (_, shard) => await store.dueSources(shard, now, 9));
    return (await Promise.all(shards)).flat();
  };

  test('a source is found from its instant on, and moved by one of those who saw it', async () => {
    const { first, second, close } = await openCrawl(open);
    await first.addWake(id, 1, 50);
    await first.addWake(id, 2, 60);
    expect(await dueOf(second, 49)).toEqual([]);
    expect(await dueOf(second, 50)).toEqual([{ crawl: id, site: 1, due: 50 }]);
    expect(await dueOf(second, 60)).toHaveLength(2);
    const [seen] = await dueOf(second, 50);
    expect([await first.setWake(seen!, 70), await second.setWake(seen!, 80)]).toEqual([true, false]);
    expect(await dueOf(second, 70)).toContainEqual({ crawl: id, site: 1, due: 70 });
    await first.setWake({ ...seen!, due: 70 }, Number.POSITIVE_INFINITY);
    expect(await dueOf(second, 1e15)).toEqual([{ crawl: id, site: 2, due: 60 }]);
    await close();
  });

  test('a source that rests, or whose rest is changed, is found at its first address', async () => {
    const { first, second, close } = await openCrawl(open);
    const feed = { identity: 'a', address: 'a', kind: 'feed', due: 90, fields: {}, state: '{}' } as const;
    await first.watch(id, 1, [feed]);
    const lease = { host: 'example.org', crawl: id, site: 1, turn: 1, attempt: 'a1' };
    const [now, token] = [100, { nextAllowedAt: 100, lastDelayMs: 0, now: 100 }];
    await first.takeToken({ ...lease, message: 'm', now, delayMs: 0, idle: false });
    expect(await first.leaveTurn(lease, { patch: { waiting: 'rest' }, demand: {}, token })).toBe(true);
    expect(await dueOf(second, 90)).toEqual([{ crawl: id, site: 1, due: 90 }]);
    await first.setDue(id, 1, 'a', 40);
    expect(await dueOf(second, 40)).toEqual([{ crawl: id, site: 1, due: 40 }]);
    await first.setDue(id, 1, 'a', Number.POSITIVE_INFINITY);
    expect(await dueOf(second, 1e15)).toEqual([]);
    await close();
  });
}

const { missing, endpoint } = inject('dynamoDb');

describe.skipIf(missing !== undefined)('crawl store on DynamoDBLocal', () => {
  const local = openDynamoDb(endpoint);
  afterAll(() => local.client.destroy());

  const openTwo = async () => {
    const tables = await local.createTables();
    const objects = new MemoryObjects();
    const options = { ...common, objectsOf: () => objects, client: local.client, tables };
    const open = (): DynamoStore => openDynamoStore(options);
    return { first: open(), second: open(), close: () => undefined };
  };
  crawlStoreContract(openTwo);
  describe('hosts of sites', () => siteHostsContract(openTwo));
  describe('the set of sites', () => siteSetContract(openTwo));
  describe('tables of links', () => linkTablesContract(openTwo));
  // Each six sites are an item, written by a call; ten thousand sites are kept by the stand-in.
  describe('the schedule', () => scheduleStoreContract(openTwo, 2_000));
  describe('addresses of a watch', () => watchedAddressesContract(openTwo));
  describe('sources that are due', () => dueSourcesContract(openTwo));
});

describe('crawl store on the stand-in of DynamoDB', () => {
  const needs = new RecordedNeeds();
  const openTwo = () => {
    const memory = new MemoryDynamoDb((command, input) => {
      needs.note(command, input);
      return undefined;
    });
    const tables = { crawls: 'crawls', tokens: 'tokens', pages: 'pages', links: 'links', watched: 'watched' };
    const objects = new MemoryObjects();
    const options = { ...common, objectsOf: () => objects, tables };
    const open = (): DynamoStore => needs.recording(openDynamoStore({ ...options, client: memory.client('command') }));
    return { first: open(), second: open(), close: () => undefined };
  };
  crawlStoreContract(openTwo);
  describe('hosts of sites', () => siteHostsContract(openTwo));
  describe('the set of sites', () => siteSetContract(openTwo));
  describe('tables of links', () => linkTablesContract(openTwo));
  describe('the schedule', () => scheduleStoreContract(openTwo));
  describe('addresses of a watch', () => watchedAddressesContract(openTwo));
  describe('sources that are due', () => dueSourcesContract(openTwo));

  test('asks of each table what store-needs.ts says, from which the grants of the functions follow', () => {
    const declared = Object.entries(storeNeeds).map(([method, tables]) => [
      method,
      Object.entries(tables)
        .flatMap(([table, actions]) => actions.map(action => `${table}:${action}`))
        .sort(),
    ]);
    expect(needs.byMethod).toEqual(Object.fromEntries(declared));
  });
});
