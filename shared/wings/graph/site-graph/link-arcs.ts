import { sortNumbers } from '../../../domain/sort-numbers.ts';
import { arcRow } from './arc-rows.ts';
import { Arcs } from './arcs.ts';
import type { LinkLists } from './link-lists.ts';

/** Types are numbers below this. */
const types = 4;

/** Numbers of an address (below 2^30) and of a link type as one number: a link of a page in a browser. */
export function typedLink(address: number, type: number): number {
  return address * types + type;
}

interface LinkOptions {
  readonly withTypes?: boolean;
  /** Nobody reads the lists again: their memory is given back meanwhile. */
  readonly isLast?: boolean;
}

/**
 * Arcs between nodes from the lists of their links: each link counts for the node that its address stands for (`nodeOf`, -1
 * if there is none); equal arcs are added up. The type of an arc is the least of its links. `lists`: where each node's list is.
 * Time: linear in the links, except for sorting each node's targets.
 */
export function linkArcs(
  lists: Uint32Array,
  links: LinkLists,
  nodeOf: Int32Array,
  { withTypes = false, isLast = false }: LinkOptions = {},
): Arcs {
  const arcs = new Arcs(lists.length, withTypes);
  const longest = longestOf(lists, links);
  const numbers = new Uint32Array(longest);
  const row = arcRow(Math.min(longest, lists.length));
  const { targets } = row;
  const weightTo = new Uint32Array(lists.length);
  const typeTo = new Uint8Array(lists.length);
  // In the order of the lists, so that what is read is not needed any more.
  const sources = sortNumbers(
    lists.map((_, node) => node),
    (a, b) => lists[a]! - lists[b]!,
  );
  for (const source of sources) {
    let arcCount = 0;
    if (isLast) links.freeBefore(lists[source]!);
    const { count, isTyped } = links.read(lists[source]!, numbers);
    for (let i = 0; i < count; i += 1) {
      const target = nodeOf[isTyped ? Math.floor(numbers[i]! / types) : numbers[i]!]!;
      if (target < 0) continue;
      const type = isTyped ? numbers[i]! % types : 0;
      if (weightTo[target] === 0) targets[arcCount++] = target;
      if (weightTo[target] === 0 || type < typeTo[target]!) typeTo[target] = type;
      weightTo[target]! += 1;
    }
    targets.subarray(0, arcCount).sort();
    for (let i = 0; i < arcCount; i += 1) {
      const target = targets[i]!;
      row.weights[i] = weightTo[target]!;
      row.types[i] = typeTo[target]!;
      weightTo[target] = 0;
    }
    arcs.add(source, row, arcCount);
  }
  return arcs;
}

function longestOf(lists: Uint32Array, links: LinkLists): number {
  let longest = 0;
  for (const list of lists) longest = Math.max(longest, links.headAt(list).count);
  return longest;
}

export function inDegrees(arcs: Arcs): Uint32Array {
  const degrees = new Uint32Array(arcs.nodeCount);
  const targets = new Uint32Array(arcs.longest);
  for (let node = 0; node < arcs.nodeCount; node += 1) {
    const count = arcs.readTargets(node, targets);
    for (let i = 0; i < count; i += 1) degrees[targets[i]!]! += 1;
  }
  return degrees;
}

/** Distance of a node that no walk reaches. */
export const notReached = -1;

/** Least number of arcs from node `from` to each node; -1 if there is no way. */
export function distances(arcs: Arcs, from: number): Int32Array {
  const { nodeCount } = arcs;
  const targets = new Uint32Array(arcs.longest);
  const distance = new Int32Array(nodeCount).fill(notReached);
  const queue = new Uint32Array(nodeCount);
  let end = 0;
  if (nodeCount > 0) {
    distance[from] = 0;
    queue[end++] = from;
  }
  for (let at = 0; at < end; at += 1) {
    const node = queue[at]!;
    const count = arcs.readTargets(node, targets);
    for (let i = 0; i < count; i += 1) {
      const target = targets[i]!;
      if (distance[target] !== notReached) continue;
      distance[target] = distance[node]! + 1;
      queue[end++] = target;
    }
  }
  return distance;
}
