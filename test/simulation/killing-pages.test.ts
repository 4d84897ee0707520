/** Pages that end whoever reads them, among all other faults: they are skipped, everything else comes out as without them. */
import { expect, test } from 'vitest';
import * as mutants from './mutants/note-mutants.ts';
import { faultyPlan, quietPlan } from './plans.ts';
import { type Plan, simulate, type WalkResult } from './simulation.ts';
import { differencesOfFiles, differencesToReference, walksUntilCaught } from './walk.ts';
import { dynamoState } from './world/dynamo-state.ts';
import { Random } from './world/random.ts';
import { sqliteState } from './world/simulated-state.ts';

const places = [
  { place: 'SQLite', seeds: 50, openState: sqliteState() },
  { place: 'DynamoDB', seeds: 12, openState: dynamoState({ throttled: 0.01, conflict: 0.02, lostAnswer: 0.01 }) },
];

function planOf(seed: number): Plan {
  const random = new Random(seed ^ 0xb0b);
  const paths = Array.from({ length: random.int(1, 4) }, () => `/p${random.int(0, 9)}/`);
  return {
    ...quietPlan(seed),
    readers: seed % 2 === 0,
    killers: new Set(paths.map(path => (path === '/p0/' ? '/' : path))),
  };
}

function unreadable({ crawls }: WalkResult): number {
  const urls = crawls.flatMap(({ sites }) => [...sites.values()].flatMap(site => [...site.urls.values()]));
  return urls.filter(({ outcome }) => outcome === 'skipped parser').length;
}

test.each(places)(
  'on $place such pages are skipped, and every walk ends as the reference crawl does',
  { timeout: 600_000 },
  async ({ seeds, openState }) => {
    let skipped = 0;
    for (let seed = 1; seed <= seeds; seed += 1) {
      const plan = planOf(seed);
      const quiet = await simulate(plan, { openState });
      expect([...quiet.breaches, ...differencesToReference(plan, quiet)], `seed ${seed}`).toEqual([]);
      const faulty = await simulate(faultyPlan(plan, quiet.virtualMs), { openState });
      expect([...faulty.breaches, ...differencesOfFiles(quiet, faulty)], `seed ${seed}`).toEqual([]);
      skipped += unreadable(faulty);
    }
    expect(skipped).toBeGreaterThan(seeds / 2);
  },
);

test.each(places)(
  'on $place such a page is in the way for ever where no try is written down',
  async ({ openState }) => {
    // Nobody sweeps, so a walk is given up sooner.
    const planned = (seed: number): Plan => ({ ...planOf(seed), sweeper: false });
    const caught = await walksUntilCaught(10, planned, { openState, ...mutants.writesNothingDown });
    expect(caught?.problem).toMatch(/is stuck/);
  },
);

test('where a worker cannot read apart, blaming a page for a single death skips pages that did nothing', async () => {
  const openState = dynamoState({ throttled: 0, conflict: 0, lostAnswer: 0 });
  const planned = (seed: number): Plan => {
    const quiet = quietPlan(seed, { sites: 1, crawls: 1, budgets: false, delayMs: 0 });
    return { ...quiet, process: { crash: 0.02, stall: 0, fail: 0 } };
  };
  const caught = await walksUntilCaught(40, planned, { openState, ...mutants.blamesAtFirstDeath });
  // In the files, or before by the counts of the levels against the arcs.
  expect(caught?.problem).toMatch(/differs|arcs from the start page/);
});
