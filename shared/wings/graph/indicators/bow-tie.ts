import type { PageRanks } from '../ranking/rank-pages.ts';
import type { Arcs } from '../site-graph/graph.ts';

/** Where a node is beside the largest strongly connected component (Broder and others 2000). */
export type BowTiePlace = 0 | 1 | 2 | 3;
/** In the component, on a way into it, on a way out of it, elsewhere. */
export const bowTiePlaces = { core: 0, into: 1, outOf: 2, elsewhere: 3 } as const;

/** The place of each node. Time: linear. */
export function bowTie({ offsets, targets }: Arcs, { components }: Pick<PageRanks, 'components'>): Uint8Array {
  const count = offsets.length - 1;
  const places = new Uint8Array(count).fill(bowTiePlaces.elsewhere);
  const core: number[] = [];
  for (let node = 0; node < count; node += 1) if (components.numbers[node] === 1) core.push(node);
  for (const node of core) places[node] = bowTiePlaces.core;
  walk({ offsets, targets }, core, places, bowTiePlaces.outOf);
  walk(reversed(offsets, targets), core, places, bowTiePlaces.into);
  return places;
}

type Graph = Pick<Arcs, 'offsets' | 'targets'>;

/** Gives `place` to all nodes elsewhere that can be reached from `core`. */
function walk({ offsets, targets }: Graph, core: readonly number[], places: Uint8Array, place: BowTiePlace): void {
  const open = [...core];
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (let i = offsets[node]!; i < offsets[node + 1]!; i += 1) {
      const target = targets[i]!;
      if (places[target] !== bowTiePlaces.elsewhere) continue;
      places[target] = place;
      open.push(target);
    }
}

function reversed(offsets: Uint32Array, targets: Uint32Array): Graph {
  const begins = new Uint32Array(offsets.length);
  for (const target of targets) begins[target + 1]! += 1;
  for (let node = 1; node < begins.length; node += 1) begins[node]! += begins[node - 1]!;
  const sources = new Uint32Array(targets.length);
  const next = begins.slice();
  for (let node = 0; node < offsets.length - 1; node += 1)
    for (let i = offsets[node]!; i < offsets[node + 1]!; i += 1) sources[next[targets[i]!]!++] = node;
  return { offsets: begins, targets: sources };
}
