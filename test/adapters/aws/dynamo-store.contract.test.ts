/** The promises of the crawl store, kept by DynamoDB: on DynamoDBLocal where it is found, and on the stand-in in memory. */
import { afterAll, beforeAll, describe } from 'vitest';
import { DynamoStore } from '../../../shared/adapters/aws/dynamo/dynamo-store.ts';
import { crawlStoreContract } from '../../contract/crawl-store.contract.ts';
import { linkTablesContract } from '../../contract/link-tables.contract.ts';
import { scheduleStoreContract } from '../../contract/schedule-store.contract.ts';
import { siteSetContract } from '../../contract/site-set.contract.ts';
import { type DynamoDbLocal, startDynamoDb, whyNoDynamoDb } from '../../emulator/dynamodb-local.ts';
import { MemoryDynamoDb } from '../../emulator/memory-dynamodb.ts';

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
    const open = (): DynamoStore => new DynamoStore({ ...common, client: local.client, tables });
    return { first: open(), second: open(), close: () => undefined };
  };
  crawlStoreContract(openTwo);
  describe('the set of sites', () => siteSetContract(openTwo));
  describe('tables of links', () => linkTablesContract(openTwo));
  describe('the schedule', () => scheduleStoreContract(openTwo));
});

describe('crawl store on the stand-in of DynamoDB', () => {
  const openTwo = () => {
    const memory = new MemoryDynamoDb();
    const tables = { crawls: 'crawls', tokens: 'tokens', pages: 'pages', links: 'links' };
    const open = (): DynamoStore => new DynamoStore({ ...common, client: memory.client(), tables });
    return { first: open(), second: open(), close: () => undefined };
  };
  crawlStoreContract(openTwo);
  describe('the set of sites', () => siteSetContract(openTwo));
  describe('tables of links', () => linkTablesContract(openTwo));
  describe('the schedule', () => scheduleStoreContract(openTwo));
});
