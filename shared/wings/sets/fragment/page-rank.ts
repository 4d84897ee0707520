import type { SiteArcs } from './fragment.ts';

const damping = 0.85;
const largestChange = 1e-10;
const mostRounds = 1_000;

/**
 * PageRank (Page, Brin, Motwani, Winograd 1998) with damping 0.85: a surfer follows a link with a chance in proportion to
 * its weight, the distinct addresses linked; from a site without links he goes on anywhere. Power iteration until the
 * ranks change by less than 1e-10 in all; they sum to 1. Sums run in the order of the sites, so that every machine gets
 * the same number.
 */
export function pageRank({ offsets, sources, links }: SiteArcs): Float64Array {
  const count = offsets.length - 1;
  const weights = new Float64Array(count);
  for (const [i, source] of sources.entries()) weights[source]! += links[i]!;
  let ranks = new Float64Array(count).fill(1 / count);
  for (let round = 0; round < mostRounds; round += 1) {
    const shares = ranks.map((rank, site) => (weights[site] === 0 ? 0 : rank / weights[site]!));
    const idle = ranks.reduce((sum, rank, site) => (weights[site] === 0 ? sum + rank : sum), 0);
    const base = (1 - damping + damping * idle) / count;
    const next = new Float64Array(count);
    let change = 0;
    for (let site = 0; site < count; site += 1) {
      let flow = 0;
      for (let i = offsets[site]!; i < offsets[site + 1]!; i += 1) flow += shares[sources[i]!]! * links[i]!;
      next[site] = base + damping * flow;
      change += Math.abs(next[site]! - ranks[site]!);
    }
    ranks = next;
    if (change < largestChange) break;
  }
  return ranks;
}
