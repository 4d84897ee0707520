import type { Arcs } from './graph.ts';

/** Occurrences of one node's links: indexes of URLs from `start` on. */
export interface NodeLinks {
  readonly start: number;
  readonly count: number;
}

/** The highest two bits of an occurrence are the number of its type. */
const typeBit = 30;
const indexMask = 2 ** typeBit - 1;

export function typedOccurrence(url: number, type: number): number {
  return (url | (type << typeBit)) >>> 0;
}

/**
 * Arcs between nodes from link occurrences: each occurrence counts for the node that its URL stands for (`nodeOf`, -1
 * where there is none); equal arcs are added up. The type of an arc is the least of its occurrences. Time: linear in the
 * occurrences, but for sorting each node's targets.
 */
export function linkArcs(
  nodes: readonly NodeLinks[],
  occurrences: Uint32Array,
  nodeOf: Int32Array,
  withTypes = false,
): Arcs {
  const offsets = new Uint32Array(nodes.length + 1);
  const total = nodes.reduce((sum, { count }) => sum + count, 0);
  const targets = new Uint32Array(total);
  const weights = new Uint32Array(total);
  const weightTo = new Uint32Array(nodes.length);
  const types = new Uint8Array(withTypes ? total : 0);
  const typeTo = new Uint8Array(nodes.length);
  let at = 0;
  for (const [source, { start, count }] of nodes.entries()) {
    const first = at;
    for (let i = start; i < start + count; i += 1) {
      const target = nodeOf[occurrences[i]! & indexMask]!;
      if (target < 0) continue;
      const type = occurrences[i]! >>> typeBit;
      if (weightTo[target] === 0) targets[at++] = target;
      if (weightTo[target] === 0 || type < typeTo[target]!) typeTo[target] = type;
      weightTo[target]! += 1;
    }
    targets.subarray(first, at).sort();
    for (let i = first; i < at; i += 1) {
      const target = targets[i]!;
      weights[i] = weightTo[target]!;
      if (withTypes) types[i] = typeTo[target]!;
      weightTo[target] = 0;
    }
    offsets[source + 1] = at;
  }
  const arcs = { offsets, targets: targets.subarray(0, at), weights: weights.subarray(0, at) };
  return withTypes ? { ...arcs, types: types.subarray(0, at) } : arcs;
}

export function inDegrees(arcs: Arcs, nodeCount: number): Uint32Array {
  const degrees = new Uint32Array(nodeCount);
  for (const target of arcs.targets) degrees[target]! += 1;
  return degrees;
}

/** Distance of a node that no walk reaches. */
export const notReached = -1;

/** Least number of arcs from node `from` to each node; -1 where there is no way. */
export function distances(arcs: Arcs, nodeCount: number, from: number): Int32Array {
  const distance = new Int32Array(nodeCount).fill(notReached);
  const queue = new Uint32Array(nodeCount);
  let end = 0;
  if (nodeCount > 0) {
    distance[from] = 0;
    queue[end++] = from;
  }
  for (let at = 0; at < end; at += 1) {
    const node = queue[at]!;
    for (let i = arcs.offsets[node]!; i < arcs.offsets[node + 1]!; i += 1) {
      const target = arcs.targets[i]!;
      if (distance[target] !== notReached) continue;
      distance[target] = distance[node]! + 1;
      queue[end++] = target;
    }
  }
  return distance;
}
