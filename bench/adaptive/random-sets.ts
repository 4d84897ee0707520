import type { RewardSequence } from '../../shared/wings/sets/simulate/replay.ts';
import { seededRandom } from './seeded-random.ts';

export interface TargetSet {
  readonly sequences: readonly RewardSequence[];
  readonly budget: number;
}

interface SetOptions {
  readonly count: number;
  readonly seed: number;
  /** Pages of the budget for each site, from `least` to `most`. */
  readonly least: number;
  readonly most: number;
}

/**
 * Sets of 2 to 24 of the sites in random order, each with a random budget below nine tenths of its pages; the same for the
 * same seed.
 */
export function randomSets(pool: readonly RewardSequence[], { count, seed, least, most }: SetOptions): TargetSet[] {
  const random = seededRandom(seed);
  const sets: TargetSet[] = [];
  while (sets.length < count) {
    const size = 2 + Math.floor(random() * Math.min(23, pool.length - 1));
    const sequences = shuffled(pool, random).slice(0, size);
    const budget = Math.round(size * least * (most / least) ** random());
    const pages = sequences.reduce((sum, rewards) => sum + rewards.length, 0);
    if (budget < 0.9 * pages) sets.push({ sequences, budget });
  }
  return sets;
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = items.map(item => ({ item, key: random() }));
  return order.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
