/** The promises of the crawl store, kept by DynamoDB: on DynamoDBLocal where it is found, and on the stand-in in memory. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DynamoStore, openDynamoStore } from '../../../shared/adapters/aws/dynamo/dynamo-store.ts';
import { storeNeeds } from '../../../shared/adapters/aws/dynamo/store-needs.ts';
import { crawlStoreContract } from '../../contract/crawl-store.contract.ts';
import { linkTablesContract } from '../../contract/link-tables.contract.ts';
import { scheduleStoreContract } from '../../contract/schedule-store.contract.ts';
import { siteSetContract } from '../../contract/site-set.contract.ts';
import { type DynamoDbLocal, startDynamoDb, whyNoDynamoDb } from '../../emulator/dynamodb-local.ts';
import { MemoryDynamoDb } from '../../emulator/memory-dynamodb.ts';
import { RecordedNeeds } from './recorded-needs.ts';

const clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep: async (ms: number) => await new Promise<void>(resolve => setTimeout(resolve, ms)),
};
const common = { clock, ids: { fraction: Math.random }, retentionMs: 1_000 };

const missing = whyNoDynamoDb();
if (missing !== undefined) console.warn(missing);

describe.skipIf(missing !== undefined)('crawl store on DynamoDBLocal', () => {
  let local: DynamoDbLocal;
  beforeAll(async () => {
    local = await startDynamoDb();
  });
  afterAll(async () => await local?.[Symbol.asyncDispose]());

  const openTwo = async () => {
    const tables = await local.createTables();
    const open = (): DynamoStore => openDynamoStore({ ...common, client: local.client, tables });
    return { first: open(), second: open(), close: () => undefined };
  };
  crawlStoreContract(openTwo);
  describe('the set of sites', () => siteSetContract(openTwo));
  describe('tables of links', () => linkTablesContract(openTwo));
  describe('the schedule', () => scheduleStoreContract(openTwo));
});

describe('crawl store on the stand-in of DynamoDB', () => {
  const needs = new RecordedNeeds();
  const openTwo = () => {
    const memory = new MemoryDynamoDb((command, input) => {
      needs.note(command, input);
      return undefined;
    });
    const tables = { crawls: 'crawls', tokens: 'tokens', pages: 'pages', links: 'links' };
    const open = (): DynamoStore => needs.recording(openDynamoStore({ ...common, client: memory.client(), tables }));
    return { first: open(), second: open(), close: () => undefined };
  };
  crawlStoreContract(openTwo);
  describe('the set of sites', () => siteSetContract(openTwo));
  describe('tables of links', () => linkTablesContract(openTwo));
  describe('the schedule', () => scheduleStoreContract(openTwo));

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
