import type { RewardSequence } from './replay.ts';

/**
 * The most links that n pages can give, for n from 0 to `budget`: who knows all rewards chooses how many first pages of
 * each site to take. Exact, by dynamic programming over the sites (a knapsack with a choice per site). The best number
 * of first pages ends at a page with a reward, so only these numbers are tried. Time: budget × pages with a reward.
 */
export function hindsightOptimum(sequences: readonly RewardSequence[], budget: number): readonly number[] {
  let best = new Float64Array(budget + 1);
  for (const sequence of sequences) best = withSite(best, sequence);
  return Array.from(best);
}

function withSite(before: Float64Array<ArrayBuffer>, sequence: RewardSequence): Float64Array<ArrayBuffer> {
  const best = before.slice();
  let sum = 0;
  for (const [index, reward] of sequence.entries()) {
    const pages = index + 1;
    if (pages >= best.length) break;
    if (reward === 0) continue;
    sum += reward;
    for (let n = pages; n < best.length; n += 1) {
      const links = before[n - pages]! + sum;
      if (links > best[n]!) best[n] = links;
    }
  }
  return best;
}
