import { describe, expect, test } from 'vitest';
import { leaseMs, protocol } from '../../shared/domain/protocol/protocol.ts';
import { acknowledgesTwin } from './mutants/mutants.ts';
import { closePlan, quietPlan } from './plans.ts';
import { noQueueFaults, type Plan, Simulation, simulate } from './simulation.ts';
import { differencesOfFiles } from './walk.ts';
import { dynamoState } from './world/dynamo-state.ts';

/** A small site, turns of two pages, and a sweeper; nothing happens but what a test adds. */
const small: Plan = {
  ...closePlan(6),
  ...{ urlsPerTurn: 2, queue: noQueueFaults, sweeper: true, processes: 2 },
};

test('adverse 51: a process that dies at any one of its calls changes nothing in the results', async () => {
  const whole = await simulate(small);
  expect(whole.breaches).toEqual([]);
  expect(whole.calls).toBeGreaterThan(100);
  for (let crashAt = 1; crashAt <= whole.calls; crashAt += 1) {
    const crashed = await simulate({ ...small, crashAt });
    expect([...crashed.breaches, ...differencesOfFiles(whole, crashed)], `dies at call ${crashAt}`).toEqual([]);
  }
});

describe('in AWS, where each message comes twice and nobody sweeps,', () => {
  const openState = dynamoState({ throttled: 0, conflict: 0, lostAnswer: 0 });
  const twins: Plan = {
    ...quietPlan(6, { sites: 1, crawls: 1, budgets: false, delayMs: 0, pages: 5 }),
    ...{ urlsPerTurn: 2, queue: { ...noQueueFaults, twin: 1 }, sweeper: false, processes: 3 },
  };
  /** A message is hidden this long, and then the lease of the dead must have run out. */
  const longestMs = protocol.visibilityMs + leaseMs + protocol.clockSkewMs;

  /** All calls of some turns would take minutes. */
  const every = 7;

  test('a function that dies at one of its calls, its twin beside it, holds the crawl up no longer than its lease', async () => {
    const whole = await simulate(twins, { openState });
    expect(whole.breaches).toEqual([]);
    expect(whole.calls).toBeGreaterThan(100);
    for (let crashAt = 1; crashAt <= whole.calls; crashAt += every) {
      const crashed = await simulate({ ...twins, crashAt }, { openState });
      expect([...crashed.breaches, ...differencesOfFiles(whole, crashed)], `dies at call ${crashAt}`).toEqual([]);
      expect(crashed.virtualMs - whole.virtualMs, `dies at call ${crashAt}`).toBeLessThan(longestMs);
    }
  }, 300_000);

  test('the crawl stands still where the twin drops the message, because the one that dies has the lease', async () => {
    const broken = { openState, ...acknowledgesTwin };
    const { calls } = await simulate(twins, broken);
    const stuck: number[] = [];
    for (let crashAt = 1; crashAt <= calls && stuck.length === 0; crashAt += every) {
      const { breaches } = await simulate({ ...twins, crashAt }, broken);
      if (breaches.some(breach => breach.includes('is stuck'))) stuck.push(crashAt);
    }
    expect(stuck).not.toEqual([]);
  }, 300_000);
});

test('adverse 50: every message delivered ten times more after the end, in any order, changes nothing', async () => {
  const simulation = new Simulation(small, {});
  try {
    const whole = await simulation.run();
    expect(whole.breaches).toEqual([]);
    const before = await stateOf(simulation);
    const requests = [...whole.requests];
    for (let time = 0; time < 10; time += 1) {
      const messages = simulation.queue.sent.slice();
      await simulation.replay(time % 2 === 0 ? messages : messages.reverse());
    }
    expect(await stateOf(simulation)).toEqual(before);
    expect([...whole.requests]).toEqual(requests);
  } finally {
    simulation.close();
  }
});

test('adverse 56: clocks that are ten seconds apart lead to no request too early and no page fetched twice', async () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const plan = { ...quietPlan(seed, { crawls: 2, delayMs: 2_000 }), processes: 4, skewMs: 10_000 };
    const quiet = await simulate({ ...plan, processes: 1, skewMs: 0 });
    const apart = await simulate(plan);
    expect([...apart.breaches, ...differencesOfFiles(quiet, apart)], `seed ${seed}`).toEqual([]);
  }
});

test('adverse 58: two crawls of one host share its politeness and each ends as it would alone', async () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const plan = { ...quietPlan(seed, { crawls: 2, sites: 1, delayMs: 2_000, budgets: false }), processes: 2 };
    const [first, second] = plan.specs;
    const both = await simulate(plan);
    const alone = await Promise.all([simulate({ ...plan, specs: [first!] }), simulate({ ...plan, specs: [second!] })]);
    expect(both.breaches, `seed ${seed}`).toEqual([]);
    expect(both.crawls.map(({ files }) => files)).toEqual(alone.flatMap(({ crawls }) => crawls[0]!.files));
  }
});

async function stateOf({ crawls }: Simulation): Promise<unknown> {
  return await Promise.all(crawls.map(async crawl => [await crawl.row(), await crawl.sites()]));
}
