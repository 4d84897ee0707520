/** The set of sites changes in the middle of crawls, among all faults. */
import { expect, test } from 'vitest';
import { StoreWithoutStatusTest } from './mutants/store-mutants.ts';
import { faultyPlan, quietPlan } from './plans.ts';
import { type Plan, type SiteChange, simulate } from './simulation.ts';
import { differencesOfFiles, walkedOnce } from './walk.ts';
import { dynamoState } from './world/dynamo-state.ts';
import { Random } from './world/random.ts';
import { sqliteState } from './world/simulated-state.ts';

const seedsOf = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const places = [
  { place: 'SQLite', seeds: seedsOf(50), openState: sqliteState() },
  {
    place: 'DynamoDB',
    seeds: seedsOf(15),
    openState: dynamoState({ throttled: 0.01, conflict: 0.02, lostAnswer: 0.01 }),
  },
];

/** Two sites without a budget, for with one time would enter. */
function planOf(seed: number): Plan {
  return quietPlan(seed, { sites: 2, crawls: 1, budgets: false });
}
const sound = walkedOnce(planOf);

function changed(plan: Plan, virtualMs: number, change: Omit<SiteChange, 'at'>): Plan {
  const at = new Random(plan.seed ^ 0xc4a9).int(0, Math.ceil(virtualMs * 1.2));
  return { ...faultyPlan(plan, virtualMs), siteChanges: [{ ...change, at }] };
}

test.each(places)(
  'on $place a site that joins at any instant ends in the files that it would have had from the start',
  {
    timeout: 300_000,
  },
  async ({ seeds, openState }) => {
    for (const seed of seeds) {
      const { plan, quiet: whole } = await sound(seed);
      const [spec] = plan.specs;
      const [first, second] = spec!.sites;
      const alone = { ...plan, specs: [{ ...spec!, sites: [first!] }] };
      const joined = await simulate(changed(alone, whole.virtualMs, { add: { url: second!.url, number: 2 } }), {
        openState,
      });
      expect([...joined.breaches, ...differencesOfFiles(whole, joined)], `seed ${seed}`).toEqual([]);
      expect(joined.crawls[0]!.sites.size).toBe(2);
    }
  },
);

test.each(places)(
  'on $place a site that is removed at any instant holds nobody up and keeps what it gave',
  {
    timeout: 300_000,
  },
  async ({ seeds, openState }) => {
    let cut = 0;
    for (const seed of seeds) {
      const { plan, quiet: whole } = await sound(seed);
      const removed = await simulate(changed(plan, whole.virtualMs, { remove: 2 }), { openState });
      expect(removed.breaches, `seed ${seed}`).toEqual([]);
      const [before, after] = [whole.crawls[0]!.sites, removed.crawls[0]!.sites];
      expect(after.get(1), `seed ${seed}`).toEqual(before.get(1));
      if (before.get(2)!.status === 'same-as') continue;
      expect(after.get(2)!.status).toBe('removed');
      const nodes = [...after.get(2)!.urls].filter(([, { outcome }]) => outcome === 'node');
      for (const [url, found] of nodes) expect(before.get(2)!.urls.get(url), `seed ${seed}`).toEqual(found);
      cut += [...after.get(2)!.urls.values()].some(({ outcome }) => outcome === 'skipped removed') ? 1 : 0;
    }
    expect(cut).toBeGreaterThan(seeds.length / 10);
  },
);

test('a turn that is left whatever became of its site is caught', { timeout: 120_000 }, async () => {
  const openState = sqliteState((...options) => new StoreWithoutStatusTest(...options));
  for (const seed of seedsOf(200)) {
    const { plan, quiet: whole } = await sound(seed);
    const broken = await simulate(changed(plan, whole.virtualMs, { remove: 2 }), { openState });
    if (broken.breaches.some(breach => breach.endsWith('after its removal'))) return;
  }
  throw new Error('200 walks showed nothing');
});
