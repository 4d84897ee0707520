/** Small turn records are items, all else is an object; nobody who reads sees a difference. */
import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { DynamoCalls } from '../../../../shared/adapters/aws/dynamo/calls/dynamo-calls.ts';
import { SmallObjects } from '../../../../shared/adapters/aws/small-objects.ts';
import { LostObject } from '../../../../shared/domain/lost-object.ts';
import { MemoryObjects } from '../../../simulation/world/memory-objects.ts';
import { MemoryDynamoDb } from './memory-dynamodb.ts';

let memory: MemoryDynamoDb;
let objects: MemoryObjects;
let small: SmallObjects;

beforeEach(() => {
  memory = new MemoryDynamoDb();
  objects = new MemoryObjects();
  const clock = { now: () => 1_800_000_000_000, monotonic: () => 0, sleep: async () => undefined };
  const calls = new DynamoCalls({ client: memory.client(), clock, ids: { fraction: () => 0.5 } });
  small = new SmallObjects({ objects, calls, table: 'pages', crawl: 'c', clock });
});

const sizes: readonly [string, Uint8Array][] = [
  ['nothing', new Uint8Array(0)],
  ['a few answers of 304', Buffer.from('{"status":304}'.repeat(20))],
  ['what deflates to less than an item', Buffer.from('line of a page '.repeat(20_000))],
  ['noise that is small enough', randomBytes(5_900)],
  ['noise that is too large', randomBytes(6_100)],
  ['a page that is too large whatever it deflates to', Buffer.alloc(600_000)],
];

test.each(sizes)('%s is read as it was written, twice too', async (_, bytes) => {
  for (let time = 0; time < 2; time += 1) await small.put('bodies/1/7.a', [bytes.subarray(0, 9), bytes.subarray(9)]);
  expect(Buffer.from(await small.get('bodies/1/7.a')).equals(bytes)).toBe(true);
});

test('small records are items that expire, and nothing else is', async () => {
  for (const [at, [, bytes]] of sizes.entries()) await small.put(`bodies/1/${at}.a`, [bytes]);
  for (const kind of ['memories', 'robots', 'publications', 'control'])
    await small.put(`${kind}/1`, [Buffer.from('x')]);
  expect(await small.list('bodies/')).toEqual(['bodies/1/4.a', 'bodies/1/5.a']);
  expect(await small.list('memories/')).toEqual(['memories/1']);
  expect(memory.expire(1_900_000_000_000)).toBe(4);
  await expect(small.get('bodies/1/0.a')).rejects.toThrow(LostObject);
  expect((await small.get('bodies/1/4.a')).byteLength).toBe(6_100);
  await small.remove('bodies/1/4.a');
  await expect(small.get('bodies/1/4.a')).rejects.toThrow(LostObject);
});

test('crawls know nothing of each other, and bytes that are damaged are lost', async () => {
  await small.put('bodies/1/1.a', [Buffer.from('mine')]);
  const key = { pk: { S: 'c#record#bodies/1/1.a' }, sk: { S: 'record' } };
  expect(memory.peek('pages', key)).toBeDefined();
  const calls = new DynamoCalls({
    client: memory.client(),
    clock: { monotonic: () => 0, sleep: async () => undefined },
    ids: { fraction: () => 0.5 },
  });
  const other = new SmallObjects({ objects, calls, table: 'pages', crawl: 'd', clock: { now: () => 0 } });
  await expect(other.get('bodies/1/1.a')).rejects.toThrow(LostObject);
  await calls.write({
    ...{ table: 'pages', key: { pk: 'c#record#bodies/1/1.a', sk: 'record' } },
    set: { bytes: new Uint8Array([255, 255, 1]) },
  });
  await expect(small.get('bodies/1/1.a')).rejects.toThrow('is damaged');
});
