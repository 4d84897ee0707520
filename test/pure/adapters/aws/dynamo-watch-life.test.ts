/** A watch goes on for ever: what it needs outlives every time to live, and what nobody needs does not. */
import { beforeEach, expect, test } from 'vitest';
import { wakeShards } from '../../../../shared/adapters/aws/dynamo/calls/dynamo-tables.ts';
import { openDynamoStore } from '../../../../shared/adapters/aws/dynamo/dynamo-store.ts';
import { noCounts } from '../../../../shared/domain/protocol/crawl-state.ts';
import type { WatchedAddress } from '../../../../shared/domain/protocol/watched-address.ts';
import { watchDefaults } from '../../../../shared/domain/spec/crawl-spec.ts';
import { crawlOf, siteRow } from '../../../contract/sample-state.ts';
import { MemoryObjects } from '../../../simulation/world/memory-objects.ts';
import { MemoryDynamoDb } from './memory-dynamodb.ts';

const tables = { crawls: 'crawls', tokens: 'tokens', pages: 'pages', links: 'links', watched: 'watched' };
const start = 1_800_000_000_000;
const yearMs = 365 * 86_400_000;
const id = 'watch';

let memory: MemoryDynamoDb;
let now: number;
let objects: MemoryObjects;

beforeEach(() => {
  memory = new MemoryDynamoDb();
  objects = new MemoryObjects();
  now = start;
});

/** Of a new process, which knows nothing yet. */
function openStore() {
  const clock = { now: () => now, monotonic: () => 0, sleep: async () => undefined };
  return openDynamoStore({
    ...{ client: memory.client(), tables, clock, ids: { fraction: () => 0.5 } },
    ...{ retentionMs: 30 * 86_400_000, objectsOf: () => objects },
  });
}

const address = (identity: string, due: number, kind: WatchedAddress['kind'] = 'feed'): WatchedAddress => ({
  ...{ identity, address: identity, kind, due, fields: {}, state: '{}' },
});

/** A watch whose source has been visited once, and rests. */
async function watched(isWatch = true) {
  const store = openStore();
  const plain = crawlOf(id, 2);
  const crawl = isWatch ? { ...plain, spec: { ...plain.spec, watch: watchDefaults } } : plain;
  await store.createCrawl(crawl, [siteRow(id, 1), siteRow(id, 2)]);
  await store.watch(id, 1, [address('feed', now + yearMs), address('off', Number.POSITIVE_INFINITY)]);
  await store.addWake(id, 1, now + yearMs);
  await store.changeSettings(id, 1, undefined, '{"rules":[]}');
  const lease = { host: 'example.org', crawl: id, site: 1, turn: 1, attempt: 'a' };
  const token = { nextAllowedAt: now, lastDelayMs: 0, now };
  await store.takeToken({ ...lease, message: 'm', now, delayMs: 0, idle: false });
  const addPending = { turn: 1, attempt: 'a' };
  await store.leaveTurn(lease, { patch: { turn: 1, addPending }, demand: {}, token });
  const changes = {
    ...{ watched: [address('feed', now + yearMs), address('article', now + yearMs, 'publication')] },
    ...{ added: [address('later', now + yearMs)], ended: ['off'], memory: '{"known":1}' },
  };
  const commit = { turn: 1, message: 'p', add: { ...noCounts, taken: 1 }, due: now + 9, watch: changes };
  expect((await store.commitParse(id, 1, commit)).kind).toBe('committed');
  await store.takeToken({ ...lease, turn: 2, message: 'n', now, delayMs: 0, idle: false });
  const rest = { patch: { waiting: 'rest' as const, due: 1 }, demand: {}, token };
  expect(await store.leaveTurn({ ...lease, turn: 2 }, rest)).toBe(true);
  return crawl;
}

async function due(): Promise<readonly string[]> {
  const store = openStore();
  const found: string[] = [];
  for (let shard = 0; shard < wakeShards; shard += 1)
    for (const { crawl, site } of await store.dueSources(shard, now, 9)) found.push(`${crawl} ${site}`);
  return found;
}

test('a watch that sleeps for ten years has lost nothing, and wakes', async () => {
  const { spec } = await watched();
  now += 10 * yearMs;
  memory.expire(now);
  const store = openStore();
  expect((await store.readCrawl(id))?.spec).toEqual(spec);
  expect((await store.readSites(id)).map(({ site, status }) => [site, status])).toEqual([
    [1, 'active'],
    [2, 'active'],
  ]);
  expect((await store.readEntries(id, 1)).map(({ identity }) => identity)).toEqual(['feed', 'later']);
  expect((await store.dueAddresses(id, 1, now, 9)).map(({ identity }) => identity)).toEqual([
    'article',
    'feed',
    'later',
  ]);
  expect([await store.readMemory(id, 1), await store.readSettings(id, 1)]).toEqual(['{"known":1}', '{"rules":[]}']);
  expect(await due()).toEqual([`${id} 1`]);
});

test('a source that joins a watch stays, too, and what was stopped can be run again', async () => {
  const { spec } = await watched();
  const site = { ...spec.sites[0]!, number: 3, url: 'http://third.test/' };
  expect(await openStore().addSites(id, [{ row: siteRow(id, 3), site }])).toEqual(['added']);
  const store = openStore();
  for (const number of [1, 2, 3]) await store.removeSite(id, number);
  expect(await store.setState(id, 'running', 'unloading', { finishReason: 'stopped' })).toBe(true);
  expect(await store.setState(id, 'unloading', 'finished', { finishedAt: now })).toBe(true);
  now += 10 * yearMs;
  memory.expire(now);
  const row = await openStore().readCrawl(id);
  expect([row?.state, row?.spec.sites.length]).toEqual(['finished', 3]);
  expect((await openStore().readSites(id)).map(({ status }) => status)).toEqual(['removed', 'removed', 'removed']);
});

test('what is gone and what was under way expires', async () => {
  await watched();
  expect(memory.peek('watched', { pk: { S: `${id}#1` }, sk: { S: 'off' } })).toBeDefined();
  now += yearMs;
  expect(memory.expire(now)).toBeGreaterThan(0);
  expect(memory.peek('watched', { pk: { S: `${id}#1` }, sk: { S: 'off' } })).toBeUndefined();
  expect(memory.peek('tokens', { pk: { S: 'example.org' }, sk: { S: 'token' } })).toBeUndefined();
});

test('a crawl that is no watch expires as a whole', async () => {
  await watched(false);
  now += yearMs;
  memory.expire(now);
  expect(await openStore().readSites(id)).toEqual([]);
  await expect(openStore().readCrawl(id)).rejects.toThrow('missing');
});
