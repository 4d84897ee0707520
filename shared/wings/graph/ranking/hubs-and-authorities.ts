import type { RankedArcs } from './ranked-arcs.ts';

const largestChange = 1e-8;
const mostRounds = 100;

/** Of each node; either sums to 1, or to 0 if there are no arcs. */
export type HubsAndAuthorities = ReturnType<typeof hubsAndAuthorities>;

/**
 * HITS (Kleinberg 1999): a good hub links to good authorities. Each arc counts once, one from a page to itself not at all. Power
 * iteration until the authorities change by less than 1e-8 in all, 100 rounds at most: where the two largest eigenvalues are close it
 * converges slowly, and the answer must be the same everywhere. Space: four numbers per node.
 */
export function hubsAndAuthorities(arcs: RankedArcs) {
  const { nodeCount: count } = arcs;
  let authorities = new Float64Array(count).fill(1 / count);
  let next = new Float64Array(count);
  const hubs = new Float64Array(count);
  for (let round = 0; round < mostRounds; round += 1) {
    for (let node = 0; node < count; node += 1) hubs[node] = arcs.sumOf(node, authorities);
    normalize(hubs);
    next.fill(0);
    for (let node = 0; node < count; node += 1) arcs.addTo(node, next, hubs[node]!);
    normalize(next);
    let change = 0;
    for (let node = 0; node < count; node += 1) change += Math.abs(next[node]! - authorities[node]!);
    [authorities, next] = [next, authorities];
    if (change < largestChange) break;
  }
  return { hubs, authorities };
}

function normalize(values: Float64Array): void {
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) sum += values[i]!;
  if (sum > 0) for (let i = 0; i < values.length; i += 1) values[i]! /= sum;
}
