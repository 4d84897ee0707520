import { describe, expect, test } from 'vitest';
import * as orderMutants from './mutants/order-mutants.ts';
import { faultyPlan, quietPlan, sharedPlan, specOf } from './plans.ts';
import { type Mutation, type Plan, simulate } from './simulation.ts';
import { differencesOfFiles } from './walk.ts';

const order = 'links';

/** One site of some thirty pages that may use a part of them. */
function alonePlan(seed: number, { redirects = 0.2, limit = 12 + (seed % 20) } = {}): Plan {
  const quiet = quietPlan(seed, { sites: 1, crawls: 1, budgets: true, pages: 40, redirects });
  const [spec] = quiet.specs;
  const { url, maxLevel } = spec!.sites[0]!;
  const site = { url, ...(maxLevel !== undefined && { maxLevel }) };
  return { ...quiet, specs: [specOf({ delayMs: 0, order, limit, sites: [site] })] };
}

function togetherPlan(seed: number, rule: string): Plan {
  const ruleOptions = { grant: 1 + (seed % 4), gittinsN: 2, ucbM: 1, inFlight: 1 + (seed % 4) };
  return sharedPlan(seed, { limit: 10 + (seed % 12), order, rule, ruleOptions });
}

describe('the learnt order of pages', () => {
  test.each([
    ['one site', (seed: number) => alonePlan(seed)],
    ...['adaptive', 'equal', 'gittins', 'ucb1'].map(
      rule => [rule, (seed: number) => togetherPlan(seed, rule)] as const,
    ),
  ] as const)(
    '%s: the same files whatever is lost, doubled, late or killed, and the budget to the page',
    async (_, planOf) => {
      for (let seed = 1; seed <= 15; seed += 1) {
        const plan = planOf(seed);
        const quiet = await simulate(plan);
        const faulty = await simulate(faultyPlan(plan, quiet.virtualMs));
        const problems = [...quiet.breaches, ...faulty.breaches, ...differencesOfFiles(quiet, faulty)];
        expect(problems, `seed ${seed}`).toEqual([]);
      }
    },
  );

  test('a worker without memory of the site makes the same picks', async () => {
    for (let seed = 90; seed <= 120; seed += 1) {
      // Redirects lead to pages that were found just before.
      const plan = { ...alonePlan(seed, { redirects: 0.6, limit: 14 }), urlsPerTurn: 1 };
      const forgetful = await simulate(plan, orderMutants.withoutMemory);
      expect([...forgetful.breaches, ...differencesOfFiles(await simulate(plan), forgetful)], `seed ${seed}`).toEqual(
        [],
      );
    }
  });

  test('a process that dies at any of its calls changes no pick', async () => {
    const plan = { ...alonePlan(3), processes: 2 };
    const whole = await simulate(plan);
    expect(whole.breaches).toEqual([]);
    for (let crashAt = 1; crashAt <= whole.calls; crashAt += 3) {
      const crashed = await simulate({ ...plan, crashAt });
      expect([...crashed.breaches, ...differencesOfFiles(whole, crashed)], `dies at call ${crashAt}`).toEqual([]);
    }
  }, 300_000);
});

const alone = (seed: number): Plan => alonePlan(seed);
const several = (seed: number): Plan => togetherPlan(seed, 'gittins');

const mutants: readonly (readonly [
  name: string,
  makeMutation: () => Mutation,
  problem: RegExp,
  planOf: (seed: number) => Plan,
])[] = [
  ['picks as many pages as the worker takes in a turn', () => orderMutants.picksByTheWorker, /differs/, alone],
  [
    'picks a page to which a redirect has led meanwhile',
    () => orderMutants.picksWithoutLevels,
    /twice|differs|never/,
    alone,
  ],
  ['forgets rewards now and then', orderMutants.forgetsRewards, /differs/, alone],
  ['picks before the last turn is learnt', () => orderMutants.learnsLate, /differs|twice|never/, alone],
  ['gives reasons that depend on the process', orderMutants.countsOwnPicks, /differs/, alone],
  ['has several grants of a site under way', () => orderMutants.severalGrants, /differs|more|twice/, several],
];

describe('a walk shows an order that', () => {
  test.each(mutants)('%s', async (_name, makeMutation, problem, planOf) => {
    const mutation = makeMutation();
    const caught: string[] = [];
    for (let seed = 1; seed <= 60 && caught.length === 0; seed += 1) {
      const plan = planOf(seed);
      const sound = await simulate(plan);
      const broken = await simulate(faultyPlan(plan, sound.virtualMs), mutation);
      caught.push(...broken.breaches, ...differencesOfFiles(sound, broken));
    }
    expect(caught[0], 'not caught in 60 walks').toMatch(problem);
  });
});
