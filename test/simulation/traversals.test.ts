/** Pages that are clicked through in slices, among all faults: the same files as without them, and every address is found. */
import { describe, expect, test } from 'vitest';
import type { CrawlSpec } from '../../shared/domain/spec/crawl-spec-schema.ts';
import * as mutants from './mutants/traversal-mutants.ts';
import { faultyPlan, quietPlan, specOf } from './plans.ts';
import { clickedAddresses } from './simulated-pages.ts';
import { type Mutation, noProcessFaults, type Plan, simulate, type WalkResult } from './simulation.ts';
import { differencesOfFiles, walksUntilCaught } from './walk.ts';
import { Random } from './world/random.ts';

const traverse = ['/p[1-6]/$'];

/** Delays that leave room for few requests in a turn, so that every traversal is cut. */
function planOf(seed: number, options: CrawlSpec['traverseOptions'] = {}): Plan {
  const random = new Random(seed ^ 0xc11c);
  const quiet = quietPlan(seed, { crawls: 1, budgets: false, delayMs: random.pick([2_000, 9_000, 27_000]), pages: 10 });
  const traverseOptions = { pairs: 0, untilKnown: random.pick([0, 1, 2]), ...options };
  const specs = quiet.specs.map(({ sites, ...spec }) => {
    const addresses = sites.map(({ url, delayMs, maxDownloads, maxLevel }) => ({
      ...{ url, delayMs, maxDownloads },
      ...(maxLevel !== undefined && { maxLevel }),
    }));
    const { duplicates, normalization } = spec;
    return specOf({ duplicates, normalization, traverse, traverseOptions, sites: addresses });
  });
  return { ...quiet, specs };
}

/** Pages with a content of their own that were clicked through, and what only their presses bring to light. */
function expectedAddresses({ crawls }: WalkResult): readonly (readonly [page: string, address: string])[] {
  const nodes = crawls.flatMap(({ sites }) =>
    [...sites.values()].flatMap(({ urls }) =>
      [...urls].flatMap(([url, { outcome }]) => (outcome === 'node' && /\/p[1-6]\/$/.test(url) ? [url] : [])),
    ),
  );
  return nodes.flatMap(page => clickedAddresses(page).map(address => [page, address] as const));
}

function missing(result: WalkResult): readonly string[] {
  const known = new Set(
    result.crawls.flatMap(({ sites }) => [...sites.values()].flatMap(({ urls }) => [...urls.keys()])),
  );
  return expectedAddresses(result)
    .filter(([, address]) => !known.has(address))
    .map(([page, address]) => `${address} of ${page}`);
}

/** Requests that were made more than once in a crawl. */
function askedAgain({ requests }: WalkResult): readonly string[] {
  return [...requests].flatMap(([key, n]) => (n > 1 && /-of-\d+$/.test(key) ? [key] : []));
}

test('with and without faults, such crawls end with the same files, and their pages ask for nothing twice', async () => {
  let addresses = 0;
  for (let seed = 1; seed <= 30; seed += 1) {
    const plan = planOf(seed);
    const quiet = await simulate(plan);
    expect(quiet.breaches, `seed ${seed}`).toEqual([]);
    expect(askedAgain(quiet), `seed ${seed}`).toEqual([]);
    const [spec] = plan.specs;
    if (spec!.traverseOptions!.untilKnown === 0) expect(missing(quiet), `seed ${seed}`).toEqual([]);
    const faulty = await simulate(faultyPlan(plan, quiet.virtualMs));
    expect([...faulty.breaches, ...differencesOfFiles(quiet, faulty)], `seed ${seed}`).toEqual([]);
    addresses += expectedAddresses(quiet).length;
  }
  expect(addresses).toBeGreaterThan(100);
}, 600_000);

test('killed as a whole again and again, they end with the same files', async () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const plan = planOf(seed);
    const quiet = await simulate(plan);
    const random = new Random(seed ^ 0x4111);
    const killsAt = Array.from({ length: 12 }, () => random.int(0, Math.ceil(quiet.virtualMs)));
    const killed = await simulate({ ...plan, killsAt });
    expect([...killed.breaches, ...differencesOfFiles(quiet, killed)], `seed ${seed}`).toEqual([]);
  }
}, 600_000);

describe('a walk shows what breaks them:', () => {
  const crashing = (seed: number): Plan => {
    const plan = planOf(seed, { untilKnown: 0 });
    return { ...plan, processes: 3, process: { ...noProcessFaults, crash: 0.004, fail: 0.002 } };
  };
  const knowing = (seed: number): Plan => ({ ...planOf(seed, { untilKnown: 1 }), urlsPerTurn: 1 });
  const most = 160;
  test.each<readonly [name: string, Mutation, (seed: number) => Plan]>([
    ['going on with an old page', mutants.goesOnWithAnOldPage, crashing],
    ['storing a checkpoint without its addresses', mutants.storesNoAddresses, crashing],
    ['answering nothing at the end of a slice', mutants.answersNothingAtTheEnd, crashing],
    ['knowing what is claimed meanwhile', mutants.knowsWhatIsClaimedMeanwhile, knowing],
  ])('%s', { timeout: 300_000 }, async (_name, mutation, plan) => {
    const caught = await walksUntilCaught(most, plan, mutation, sound =>
      simulate({ ...sound, process: noProcessFaults }),
    );
    expect(caught?.problem ?? `not caught in ${most} walks`).toMatch(/differs/);
  });

  test('asking for the page again with each visit', { timeout: 300_000 }, async () => {
    const pages = ({ requests }: WalkResult): number =>
      [...requests].reduce((sum, [key, n]) => sum + (/\/p[1-6]\/?$/.test(key) ? n : 0), 0);
    const plan = planOf(3, { untilKnown: 0 });
    expect(pages(await simulate(plan, mutants.asksForThePageAgain))).toBeGreaterThan(pages(await simulate(plan)));
  });
});
