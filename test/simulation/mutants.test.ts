import { describe, expect, test } from 'vitest';
import * as leaseMutants from './mutants/lease-mutants.ts';
import * as mutants from './mutants/mutants.ts';
import { closePlan, quietPlan, wildPlan } from './plans.ts';
import { type Mutation, noProcessFaults, type Plan, simulate } from './simulation.ts';
import { walksUntilCaught } from './walk.ts';

/** Walks within which a break must show, the plans it shows in, and the breach that tells of it. */
type Case = readonly [name: string, mutation: Mutation, most: number, planOf: (seed: number) => Plan, breach: RegExp];

const wild = (seed: number): Plan => wildPlan(quietPlan(seed, { budgets: false }));
const close =
  (process: Partial<Plan['process']> = {}, redirects?: number) =>
  (seed: number): Plan =>
    closePlan(seed, process, redirects);
const plain = close();
const manyRedirects = close({}, 0.4);
const swept = (planOf: (seed: number) => Plan) => (seed: number) => ({ ...planOf(seed), sweeper: true });
const longTurns = (seed: number): Plan => ({ ...swept(close({ crash: 0.01 }, 0.35))(seed), urlsPerTurn: 50 });
const twoCrawls = (seed: number): Plan => ({
  ...quietPlan(seed, { sites: 1, crawls: 2, budgets: false }),
  sweeper: false,
});
const twoThatDie = (seed: number): Plan => ({ ...twoCrawls(seed), process: { ...noProcessFaults, crash: 0.004 } });

const lost = /never fetched|is stuck|differs|has level/;

const cases: readonly Case[] = [
  [
    'deciding on the first read of the row',
    mutants.decidesOnFirstRead,
    150,
    wild,
    /commits turn|segments\S* is missing|lease/,
  ],
  ['a lease without its attempt', mutants.leaseWithoutAttempt, 150, wild, /lease|token|commits turn|follows|is open/],
  ['redirects that never lower a level', mutants.neverLowers, 100, manyRedirects, lost],
  [
    'a fallen level that is overlooked',
    mutants.overlooksFalls,
    100,
    manyRedirects,
    /twice|never fetched|differs|has level/,
  ],
  ['redirects claimed through the cache', mutants.redirectsThroughCache, 100, manyRedirects, lost],
  [
    'a cache that knows of claims before the commit',
    mutants.cachesBeforeCommit,
    200,
    swept(close({ fail: 0.01 })),
    lost,
  ],
  ['contents claimed in another order than that of the pages', mutants.claimsContentsOutOfOrder, 60, plain, lost],
  ['asking for chunks before looking at pending', mutants.asksForChunksFirst, 60, plain, lost],
  ['redirects claimed in the fetch step', mutants.claimsRedirectsOnFetch, 400, longTurns, lost],
  ['parsing in any order', mutants.parsesInAnyOrder, 400, wild, lost],
];

describe('a walk shows what breaks the protocol:', () => {
  test.each(cases)('%s', async (_name, mutation, most, planOf, breach) => {
    const caught = await walksUntilCaught(most, planOf, mutation);
    expect(caught, `not caught in ${most} walks`).toBeDefined();
    expect(caught!.problem).toMatch(breach);
  });
});

const withoutSweeper: readonly Case[] = [
  ['acknowledging the message of a twin at work', mutants.acknowledgesTwin, 40, close({ crash: 0.004 }), /stuck/],
  ['waiting without testing pending', mutants.waitsWithoutTest, 400, close({ stall: 0.003 }), /stuck/],
  ['repairing nothing', mutants.repairsNothing, 40, close({ crash: 0.004 }), /stuck/],
  ['sending no next parse', mutants.sendsNoNextParse, 60, close({ stall: 0.003 }), /stuck/],
  ["dropping a message on another crawl's lease", leaseMutants.dropsOnOthersLease, 10, twoCrawls, /stuck/],
  ['moving due before the message is sent', leaseMutants.movesDueBeforeSending, 30, twoThatDie, /stuck/],
];

describe('without the sweeper, which would hide it, a walk gets stuck by', () => {
  test.each(withoutSweeper)('%s', async (_name, mutation, most, planOf, breach) => {
    let broken = 0;
    let sound = 0;
    let first = '';
    for (let seed = 1; seed <= most && broken < 2; seed += 1) {
      const [problem] = (await simulate(planOf(seed), mutation)).breaches;
      if (problem !== undefined) broken += 1;
      if (problem !== undefined && first === '') first = problem;
      sound += (await simulate(planOf(seed))).breaches.length;
    }
    expect(first).toMatch(breach);
    expect(sound).toBe(0);
    expect(broken).toBeGreaterThan(1);
  });
});

test('an old message that goes on shows by the number of living messages', async () => {
  let broken = 0;
  let sound = 0;
  for (let seed = 1; seed <= 20; seed += 1) {
    const plan = { ...closePlan(seed), queue: { loss: 0, twin: 0.4, late: 0.2 } };
    broken = Math.max(broken, (await simulate(plan, mutants.oldMessageGoesOn)).mostAlive);
    sound = Math.max(sound, (await simulate(plan)).mostAlive);
  }
  expect(sound).toBeLessThanOrEqual(9);
  expect(broken).toBeGreaterThan(2 * sound);
});
