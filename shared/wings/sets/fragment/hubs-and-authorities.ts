import type { SiteArcs } from './fragment.ts';

const largestChange = 1e-10;
const mostRounds = 200;

/**
 * HITS (Kleinberg 1999): a good hub links to good authorities. Each pair of sites counts once, whatever its weight, since
 * a single pair with very many links would take everything. Both sum to 1 (0 if there are no links). Power iteration
 * until the authorities change by less than 1e-10 in all, 200 rounds at most: between components of equal strength it
 * converges slowly, and the answer must be the same everywhere.
 */
export function hubsAndAuthorities({ offsets, sources }: SiteArcs): { hubs: Float64Array; authorities: Float64Array } {
  const count = offsets.length - 1;
  let authorities = new Float64Array(count).fill(sources.length === 0 ? 0 : 1 / count);
  let hubs = new Float64Array(count);
  for (let round = 0; round < mostRounds; round += 1) {
    const [nextHubs, next] = [new Float64Array(count), new Float64Array(count)];
    for (let site = 0; site < count; site += 1)
      for (let i = offsets[site]!; i < offsets[site + 1]!; i += 1) nextHubs[sources[i]!]! += authorities[site]!;
    normalize(nextHubs);
    for (let site = 0; site < count; site += 1)
      for (let i = offsets[site]!; i < offsets[site + 1]!; i += 1) next[site]! += nextHubs[sources[i]!]!;
    normalize(next);
    const change = next.reduce((sum, value, site) => sum + Math.abs(value - authorities[site]!), 0);
    [hubs, authorities] = [nextHubs, next];
    if (change < largestChange) break;
  }
  return { hubs, authorities };
}

function normalize(values: Float64Array): void {
  const sum = values.reduce((all, value) => all + value, 0);
  if (sum > 0) for (const [i, value] of values.entries()) values[i] = value / sum;
}
