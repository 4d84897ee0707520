/** Looks at publications in the object of their source, as the table of watched addresses shows them. */
import { beforeEach, expect, test } from 'vitest';
import { openDynamoStore } from '../../../../shared/adapters/aws/dynamo/dynamo-store.ts';
import { mostKeptLooks } from '../../../../shared/adapters/aws/dynamo/kept-looks.ts';
import { noCounts } from '../../../../shared/domain/protocol/crawl-state.ts';
import type { WatchChanges, WatchedAddress } from '../../../../shared/domain/protocol/watched-address.ts';
import { watchDefaults } from '../../../../shared/domain/spec/crawl-spec.ts';
import { crawlOf, siteRow } from '../../../contract/sample-state.ts';
import { MemoryObjects } from '../../../simulation/world/memory-objects.ts';
import { MemoryDynamoDb } from './memory-dynamodb.ts';

const tables = { crawls: 'crawls', tokens: 'tokens', pages: 'pages', links: 'links', watched: 'watched' };
const now = 1_800_000_000_000;
const id = 'watch';
const nothing: WatchChanges = { watched: [], added: [], ended: [] };
let memory: MemoryDynamoDb;
let objects: MemoryObjects;

beforeEach(async () => {
  memory = new MemoryDynamoDb();
  objects = new MemoryObjects();
  const plain = crawlOf(id, 1);
  await openStore().createCrawl({ ...plain, spec: { ...plain.spec, watch: watchDefaults } }, [siteRow(id, 1)]);
});

/** Of a new process. */
function openStore() {
  const clock = { now: () => now, monotonic: () => 0, sleep: async () => undefined };
  const options = { client: memory.client(), tables, clock, ids: { fraction: () => 0.5 }, retentionMs: 1 };
  return openDynamoStore({ ...options, objectsOf: () => objects });
}

const address = (identity: string, due: number, state = '{}'): WatchedAddress => ({
  ...{ identity, address: `${identity}?`, kind: 'publication', due, fields: { 'if-none-match': '"é"' }, state },
});

async function commit(turn: number, changes: Partial<WatchChanges>): Promise<string> {
  const store = openStore();
  const lease = { host: 'example.org', crawl: id, site: 1, turn, attempt: `a${turn}` };
  const token = { nextAllowedAt: now, lastDelayMs: 0, now };
  await store.takeToken({ ...lease, message: 'm', now, delayMs: 0, idle: false });
  const addPending = { turn, attempt: `a${turn}` };
  await store.leaveTurn(lease, { patch: { turn, addPending }, demand: {}, token });
  return await repeat(turn, changes);
}

async function repeat(turn: number, changes: Partial<WatchChanges>): Promise<string> {
  const watch = { ...nothing, ...changes };
  return (await openStore().commitParse(id, 1, { turn, message: 'p', add: noCounts, due: now + 9, watch })).kind;
}

const due = async (at: number) => (await openStore().dueAddresses(id, 1, at, 9)).map(({ identity }) => identity);
const items = () => memory.keysOfCrawl(id).filter(key => key.startsWith(`watched ${id}#1 `));

test('are no items, and are due, changed and ended by commits alone', async () => {
  await commit(1, { watched: [address('b', 20), address('a', 10)], memory: '"m"' });
  expect(items()).toEqual([]);
  expect([await due(9), await due(15), await due(20)]).toEqual([[], ['a'], ['a', 'b']]);
  expect(await openStore().readWatched(id, 1, ['b', 'x'])).toEqual([address('b', 20), undefined]);
  expect(await repeat(1, { watched: [address('a', 99)], ended: ['b'] })).toBe('not-pending');
  expect(await due(20)).toEqual(['a', 'b']);
  await commit(2, { watched: [address('a', 30, '{"checks":2}')], ended: ['b'] });
  expect([await due(20), await due(30)]).toEqual([[], ['a']]);
  expect(await openStore().readMemory(id, 1)).toBe('"m"');
  expect((await objects.list('memories/')).length).toBe(1);
});

test('of publications that another source names are items until the first visit has looked at them', async () => {
  await openStore().watch(id, 1, [address('named', 5)]);
  expect([items().length, await due(5)]).toEqual([1, ['named']]);
  await commit(1, { watched: [address('named', 50)] });
  expect([await due(49), await due(50)]).toEqual([[], ['named']]);
  // Named once more, it is known.
  await openStore().watch(id, 1, [address('named', 6)]);
  expect(await due(49)).toEqual([]);
  await openStore().watch(id, 1, [address('other', 7)]);
  await commit(2, { ended: ['other', 'named', 'unknown'] });
  expect(await due(99)).toEqual([]);
});

test('wake their source', async () => {
  await commit(1, { watched: [address('a', now + 70), address('b', now + 50)] });
  const store = openStore();
  const lease = { host: 'example.org', crawl: id, site: 1, turn: 2, attempt: 'r' };
  await store.takeToken({ ...lease, message: 'm', now, delayMs: 0, idle: false });
  const token = { nextAllowedAt: now, lastDelayMs: 0, now };
  await store.leaveTurn(lease, { patch: { waiting: 'rest', due: 1 }, demand: {}, token });
  expect(await openStore().readSite(id, 1)).toMatchObject({ waiting: 'rest', due: now + 50 });
});

test('that an object has no room for are items', async () => {
  const many = Array.from({ length: mostKeptLooks + 2 }, (_, n) => address(`p${String(n).padStart(6, '0')}`, 10));
  await openStore().watch(id, 1, [address('named', 5)]);
  await commit(1, { watched: many.slice(0, mostKeptLooks) });
  await commit(2, { watched: many.slice(mostKeptLooks) });
  expect(items().length).toBe(3);
  expect((await openStore().dueAddresses(id, 1, 10, 9_000)).length).toBe(mostKeptLooks + 3);
  await commit(3, { ended: many.slice(-2).map(({ identity }) => identity) });
  expect((await openStore().dueAddresses(id, 1, 10, 9_000)).length).toBe(mostKeptLooks + 1);
});

test('that are lost with their object are learnt anew', async () => {
  await commit(1, { watched: [address('a', 10)], memory: '"m"' });
  for (const name of await objects.list('memories/')) await objects.remove(name);
  expect([await due(10), await openStore().readMemory(id, 1)]).toEqual([[], undefined]);
  await commit(2, { watched: [address('b', 10)] });
  expect(await due(10)).toEqual(['b']);
});
