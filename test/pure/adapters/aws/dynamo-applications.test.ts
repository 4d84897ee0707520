/** Records of applications in DynamoDB and objects: what any store of them promises, and what only this place must bear. */
import { expect, test } from 'vitest';
import { DynamoCalls } from '../../../../shared/adapters/aws/dynamo/calls/dynamo-calls.ts';
import { DynamoPublications } from '../../../../shared/adapters/aws/publications/dynamo-publications.ts';
import type { PageReading } from '../../../../shared/wings/publications/applications/application-records.ts';
import { rowsKey } from '../../../../shared/wings/publications/applications/checked-records.ts';
import { describeApplicationRecords } from '../../../contract/application-records.contract.ts';
import { MemoryObjects } from '../../../simulation/world/memory-objects.ts';
import { type Fault, MemoryDynamoDb } from './memory-dynamodb.ts';

const ids = { fraction: Math.random };
const columns = { n: 'integer' } as const;

/** Workers of one watch. */
function world(fault?: (command: string) => Fault | undefined) {
  const [memory, objects] = [new MemoryDynamoDb(fault), new MemoryObjects()];
  const time = { now: 1_800_000_000_000 };
  let monotonic = 0;
  const clock = {
    now: () => time.now,
    monotonic: () => {
      monotonic += 2_000;
      return monotonic;
    },
    sleep: async () => undefined,
  };
  const calls = () => new DynamoCalls({ client: memory.client(), clock, ids });
  const open = () => new DynamoPublications({ calls: calls(), table: 'publications', crawl: 'c', objects, clock, ids });
  return { memory, objects, time, calls, open };
}

function reading(n: number, value: number, seenAt = 1_000): PageReading {
  const url = `https://e.test/${n}`;
  const application = { name: 'counts', digest: '0123456789abcdef', hasAccepted: true, columns };
  const gave = { rows: [[value]], key: rowsKey(columns, [[value]]) };
  return { application, source: 1, identity: url, address: url, seenAt, gave };
}

async function valuesIn(store: DynamoPublications): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const { record, values } of store.applications.records('counts', {})) found.push([record, ...values]);
  return found;
}

describeApplicationRecords('DynamoDB in memory', () => world().open());

test('records are kept once wherever the worker dies, and a repeat adds what is missing', async () => {
  const turn = Array.from({ length: 5 }, (_, n) => reading(n, n));
  let isDone = false;
  for (let dies = 1; !isDone; dies += 1) {
    let made = 0;
    const { open } = world(() => {
      made += 1;
      return made >= dies && made < 1_000_000 ? { before: new Error('dead') } : undefined;
    });
    isDone = await open()
      .accept([], turn)
      .then(
        () => true,
        () => false,
      );
    made = 1_000_000;
    expect([0, 5], `died at call ${dies}`).toContain((await valuesIn(open())).length);
    await open().accept([], turn);
    expect((await valuesIn(open())).length).toBe(5);
    expect(await open().applications.applications()).toMatchObject([{ records: 5, marks: 0 }]);
  }
});

test('two workers that keep the same turn keep it once', async () => {
  const { open } = world();
  await Promise.all([0, 1, 2].map(async () => await open().accept([], [reading(1, 1), reading(2, 2)])));
  expect(await valuesIn(open())).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

test('a batch has one worker; after a crash another one gets it, and what comes too late changes nothing', async () => {
  const { open, time } = world();
  await open().accept([], [reading(1, 1)]);
  const dead = (await open().applications.nextBatch('counts'))!;
  expect(await open().applications.nextBatch('counts')).toBeUndefined();
  time.now += 121_000;
  const next = (await open().applications.nextBatch('counts'))!;
  expect(next.number).toBe(1);
  await dead.taken({ sum: 'dead' });
  expect(await open().applications.nextBatch('counts')).toBeUndefined();
  await next.taken({ sum: '1' });
  await dead.failed({ at: 1, digest: 'x', reason: 'threw', detail: 'late' });
  await open().accept([], [reading(2, 2)]);
  const second = (await open().applications.nextBatch('counts'))!;
  expect([second.number, second.values, second.acceptance]).toEqual([2, { sum: '1' }, { taken: 1, failures: 0 }]);
});

test('much that accepted keeps is in an object, and one object only', async () => {
  const { open, objects } = world();
  const long = () =>
    Array.from({ length: 40_000 }, () => Math.random().toString(36).slice(2))
      .join('')
      .slice(0, 300_000);
  const objectsOf = async () => await objects.list('publications/accepted-');
  for (let n = 1; n <= 3; n += 1) {
    await open().accept([], [reading(n, n)]);
    const text = n === 3 ? 'short' : long();
    await (await open().applications.nextBatch('counts'))!.taken({ text });
    await open().accept([], [reading(n + 10, n)]);
    const after = (await open().applications.nextBatch('counts'))!;
    expect(after.values).toEqual({ text });
    await after.taken({});
    expect((await objectsOf()).length).toBe(n === 3 ? 0 : 1);
  }
});

test('a watch without applications pays nothing, and one with them little', async () => {
  const counts = new Map<string, number>();
  const { open } = world(command => {
    counts.set(command, (counts.get(command) ?? 0) + 1);
    return undefined;
  });
  const callsOf = async (readings: readonly PageReading[]): Promise<Readonly<Record<string, number>>> => {
    counts.clear();
    await open().accept([], readings);
    return Object.fromEntries(counts);
  };
  const turn = Array.from({ length: 20 }, (_, n) => reading(n, n));
  const nothing = await callsOf([]);
  expect(nothing['UpdateItemCommand'] ?? 0).toBe(0);
  // An item a page, one with the records, one of the application, and the head twice.
  expect((await callsOf(turn))['UpdateItemCommand']).toBe(20 + 4);
  // The known records are one batch of reads.
  expect(await callsOf(turn)).toEqual({ ...nothing, BatchGetItemCommand: 1 });
});

test('other columns than those of the table mark the page', async () => {
  const { open } = world();
  await open().accept([], [reading(1, 1)]);
  const { application } = reading(2, 2);
  const other = { ...application, columns: { n: 'text' as const } };
  await open().accept([], [{ ...reading(2, 2), application: other }]);
  const detail = 'column n holds integer in the table that is there, and text now';
  expect(await open().applications.marks({}, 9)).toMatchObject([{ reason: 'bad-records', detail }]);
  expect(await valuesIn(open())).toEqual([[1, 1]]);
});
