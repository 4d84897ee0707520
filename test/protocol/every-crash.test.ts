import { expect, test } from 'vitest';
import { closePlan, quietPlan } from './plans.ts';
import { noQueueFaults, type Plan, Simulation, simulate } from './simulation.ts';
import { differencesOfFiles } from './walk.ts';

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
