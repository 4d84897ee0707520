import { expect, test } from 'vitest';
import { walk } from './walk.ts';
import { dynamoState } from './world/dynamo-state.ts';

/** `ORBWEAVER_SEED=n` walks seed n alone; `ORBWEAVER_WALKS=n` walks the seeds 1 to n. */
const one = process.env['ORBWEAVER_SEED'];
const first = one === undefined ? 1 : Number(one);
const count = one === undefined ? Number(process.env['ORBWEAVER_WALKS'] ?? 60) : 1;
const openState = dynamoState({ throttled: 0.01, conflict: 0.02, lostAnswer: 0.01 });

test(`on DynamoDB, faults and all, crawls are what they are in SQLite without faults (seeds ${first} to ${first + count - 1}) (adverse 50, 51, 52, 53, 54)`, async () => {
  for (let seed = first; seed < first + count; seed += 1) {
    const { problems } = await walk(seed, openState);
    expect(problems, `replay by ORBWEAVER_SEED=${seed}`).toEqual([]);
  }
}, 600_000);

test('a walk on DynamoDB is the same each time it is had', async () => {
  const walks = [await walk(3, openState), await walk(3, openState)];
  const [once, again] = walks.map(({ walks: [, faulty] }) => ({ ...faulty, crawls: [] }));
  expect(once).toEqual(again);
});
