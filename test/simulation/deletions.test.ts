/** A crawl of an account that failed and is deleted while its turns are under way: nothing is left, and nothing comes back. */
import { expect, test } from 'vitest';
import { DynamoCalls } from '../../shared/adapters/aws/dynamo/calls/dynamo-calls.ts';
import { removeCrawl } from '../../shared/adapters/aws/dynamo/calls/remove-crawl.ts';
import type { MemoryDynamoDb } from '../pure/adapters/aws/memory-dynamodb.ts';
import { faultyPlan, quietPlan } from './plans.ts';
import { Simulation } from './simulation.ts';
import { dynamoState, tables } from './world/dynamo-state.ts';
import { Random } from './world/random.ts';

const dayMs = 24 * 3_600_000;

interface Break {
  /** Work that is under way is not awaited. */
  readonly isHasty?: boolean;
  /** Attributes that the deletion does not write. */
  readonly without?: readonly string[];
}

/** The rows and objects of the crawl when its last rows have expired and each message has come once more, and later requests. */
async function leftAfter(seed: number, { isHasty = false, without = [] }: Break = {}): Promise<readonly string[]> {
  const random = new Random(seed);
  const whole = quietPlan(seed, { sites: 2, pages: 14, budgets: false, crawls: 1, delayMs: 2_000 });
  const { killsAt: _, lossesAt: __, stopsAt: ___, ...plan } = faultyPlan(whole, 60_000);
  let db: MemoryDynamoDb | undefined;
  let endedAt = 0;
  const simulation = new Simulation(
    { ...plan, stopsAt: [], deletedAt: random.int(2_000, 60_000), process: { ...plan.process, stall: 0 } },
    {
      openState: (time, own) => {
        const state = dynamoState({ throttled: 0, conflict: 0, lostAnswer: 0 })(time, own);
        db = state.db;
        return state;
      },
      deletion: async ({ id, objects }, time) => {
        const clock = { monotonic: () => time.now, sleep: async () => undefined };
        const calls = new DynamoCalls({ client: db!.client('command'), clock, ids: { fraction: () => random.next() } });
        const write = calls.write.bind(calls);
        calls.write = async ({ set = {}, ...rest }, returns) => {
          const kept = Object.fromEntries(Object.entries(set).filter(([name]) => !without.includes(name)));
          return await write({ ...rest, set: kept }, returns);
        };
        for (;;) {
          const ttl = Math.ceil((time.now + dayMs) / 1000);
          let looks = random.int(0, 4);
          const isOver = (): boolean => looks-- <= 0;
          const all = { ...tables, publications: 'publications' };
          const { isDone, waitSeconds } = await removeCrawl({ calls, tables: all, ttl }, id, isOver);
          if (isDone || waitSeconds !== undefined)
            for (const name of await objects.list('')) await objects.remove(name);
          endedAt = time.now;
          if (isDone || (isHasty && waitSeconds !== undefined)) return;
          await time.sleep((waitSeconds ?? random.int(0, 3)) * 1_000);
        }
      },
    },
  );
  try {
    const { breaches, requests } = await simulation.run();
    const [crawl] = simulation.crawls;
    if (crawl?.isDeleted !== true) return breaches;
    const countOf = (): number => [...requests.values()].reduce((sum, count) => sum + count, 0);
    const before = countOf();
    await simulation.replay(simulation.queue.sent);
    db!.expire(endedAt + 2 * dayMs);
    await simulation.replay(simulation.queue.sent);
    const asked = countOf() - before;
    const objects = await crawl.objects.list('');
    return [...breaches, ...db!.keysOfCrawl(crawl.id), ...objects, ...(asked === 0 ? [] : [`${asked} requests`])];
  } finally {
    simulation.close();
  }
}

test('leaves neither rows nor objects, whatever its turns do meanwhile', async () => {
  for (let seed = 1; seed <= 40; seed += 1) expect(await leftAfter(seed), `seed ${seed}`).toEqual([]);
});

test.each<readonly [string, Break]>([
  ['that does not wait for what is under way', { isHasty: true }],
  ['that leaves its sites active, with their turns', { without: ['status', 'pending'] }],
])('a deletion is found out %s', async (_, broken) => {
  let left: readonly string[] = [];
  for (let seed = 1; seed <= 100 && left.length === 0; seed += 1) left = await leftAfter(seed, broken);
  expect(left).not.toEqual([]);
});
