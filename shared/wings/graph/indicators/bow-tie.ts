import type { PageRanks } from '../ranking/rank-pages.ts';
import type { Arcs } from '../site-graph/arcs.ts';

/**
 * Where a node is beside the largest strongly connected component (Broder and others 2000): in the component, on a way into it, on a way
 * out of it, elsewhere.
 */
export const bowTiePlaces = { core: 0, into: 1, outOf: 2, elsewhere: 3 } as const;

/** The place of each node. Time: linear. Space: a number per node; no arc is turned round. */
export function bowTie(arcs: Arcs, { components }: Pick<PageRanks, 'components'>): Uint8Array {
  const { numbers, order } = components;
  const places = new Uint8Array(arcs.nodeCount).fill(bowTiePlaces.elsewhere);
  const targets = new Uint32Array(arcs.longest);
  for (let node = 0; node < numbers.length; node += 1) if (numbers[node] === 1) places[node] = bowTiePlaces.core;
  goOut(arcs, targets, places);
  // The target of an arc is in the component of its source, or in one that comes before it.
  for (let first = 0, end = 0; first < order.length; first = end) {
    while (end < order.length && numbers[order[end]!] === numbers[order[first]!]) end += 1;
    const component = order.subarray(first, end);
    if (
      places[order[first]!] !== bowTiePlaces.elsewhere ||
      !component.some(node => leadsIn(arcs, targets, places, node))
    )
      continue;
    for (const node of component) places[node] = bowTiePlaces.into;
  }
  return places;
}

/** Whether an arc of the node leads to the core, or to a node on a way into it. */
function leadsIn(arcs: Arcs, targets: Uint32Array, places: Uint8Array, node: number): boolean {
  const count = arcs.readTargets(node, targets);
  for (let i = 0; i < count; i += 1) {
    const place = places[targets[i]!];
    if (place === bowTiePlaces.core || place === bowTiePlaces.into) return true;
  }
  return false;
}

/** Gives their place to all nodes elsewhere that can be reached from the core. */
function goOut(arcs: Arcs, targets: Uint32Array, places: Uint8Array): void {
  const open = new Uint32Array(arcs.nodeCount);
  let waiting = 0;
  for (let node = 0; node < open.length; node += 1) if (places[node] === bowTiePlaces.core) open[waiting++] = node;
  while (waiting > 0) {
    waiting -= 1;
    const count = arcs.readTargets(open[waiting]!, targets);
    for (let i = 0; i < count; i += 1) {
      const target = targets[i]!;
      if (places[target] !== bowTiePlaces.elsewhere) continue;
      places[target] = bowTiePlaces.outOf;
      open[waiting++] = target;
    }
  }
}
