import { Arcs, demandNodes, packedArc, targetMask } from './arcs.ts';
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
 * where there is none); equal arcs are added up. The type of an arc is the least of its links. `lists`: where each node's list is.
 * Time: linear in the links, but for sorting each node's targets.
 */
export function linkArcs(
  lists: Uint32Array,
  links: LinkLists,
  nodeOf: Int32Array,
  { withTypes = false, isLast = false }: LinkOptions = {},
): Arcs {
  demandNodes(lists.length);
  const { total, longest } = sumsOf(lists, links);
  const [begins, ends] = [new Uint32Array(lists.length), new Uint32Array(lists.length)];
  const packed = new Uint32Array(total);
  const heavies = new Map<number, number>();
  const typesOfArcs = new Uint8Array(withTypes ? total : 0);
  const numbers = new Uint32Array(longest);
  const weightTo = new Uint32Array(lists.length);
  const typeTo = new Uint8Array(lists.length);
  let at = 0;
  // In the order of the lists, so that what is read is not needed any more.
  for (const source of lists.map((_, node) => node).sort((a, b) => lists[a]! - lists[b]!)) {
    const first = at;
    if (isLast) links.freeBefore(lists[source]!);
    const { count, isTyped } = links.read(lists[source]!, numbers);
    for (let i = 0; i < count; i += 1) {
      const target = nodeOf[isTyped ? Math.floor(numbers[i]! / types) : numbers[i]!]!;
      if (target < 0) continue;
      const type = isTyped ? numbers[i]! % types : 0;
      if (weightTo[target] === 0) packed[at++] = target;
      if (weightTo[target] === 0 || type < typeTo[target]!) typeTo[target] = type;
      weightTo[target]! += 1;
    }
    packed.subarray(first, at).sort();
    for (let i = first; i < at; i += 1) {
      const target = packed[i]!;
      packed[i] = packedArc(target, weightTo[target]!, i, heavies);
      if (withTypes) typesOfArcs[i] = typeTo[target]!;
      weightTo[target] = 0;
    }
    begins[source] = first;
    ends[source] = at;
  }
  const places = { begins, ends, packed: packed.subarray(0, at) };
  return new Arcs(places, heavies, withTypes ? typesOfArcs.subarray(0, at) : undefined);
}

function sumsOf(lists: Uint32Array, links: LinkLists): { readonly total: number; readonly longest: number } {
  let [total, longest] = [0, 0];
  for (const list of lists) {
    const { count } = links.headAt(list);
    total += count;
    longest = Math.max(longest, count);
  }
  return { total, longest };
}

export function inDegrees({ packed, nodeCount }: Arcs): Uint32Array {
  const degrees = new Uint32Array(nodeCount);
  for (let i = 0; i < packed.length; i += 1) degrees[packed[i]! & targetMask]! += 1;
  return degrees;
}

/** Distance of a node that no walk reaches. */
export const notReached = -1;

/** Least number of arcs from node `from` to each node; -1 where there is no way. */
export function distances({ begins, ends, packed, nodeCount }: Arcs, from: number): Int32Array {
  const distance = new Int32Array(nodeCount).fill(notReached);
  const queue = new Uint32Array(nodeCount);
  let end = 0;
  if (nodeCount > 0) {
    distance[from] = 0;
    queue[end++] = from;
  }
  for (let at = 0; at < end; at += 1) {
    const node = queue[at]!;
    const last = ends[node]!;
    for (let i = begins[node]!; i < last; i += 1) {
      const target = packed[i]! & targetMask;
      if (distance[target] !== notReached) continue;
      distance[target] = distance[node]! + 1;
      queue[end++] = target;
    }
  }
  return distance;
}
