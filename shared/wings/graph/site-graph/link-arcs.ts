import { sortNumbers } from '../../../domain/sort-numbers.ts';
import { type ArcRow, arcRow } from './arc-rows.ts';
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
  const sums = { weights: new Uint32Array(lists.length), types: new Uint8Array(lists.length) };
  // In the order of the lists, so that what is read is not needed any more.
  const sources = sortNumbers(
    lists.map((_, node) => node),
    (a, b) => lists[a]! - lists[b]!,
  );
  for (const source of sources) {
    if (isLast) links.freeBefore(lists[source]!);
    const { count, isTyped } = links.read(lists[source]!, numbers);
    const arcCount = addLinks(numbers.subarray(0, count), isTyped, nodeOf, row.targets, sums);
    row.targets.subarray(0, arcCount).sort();
    takeSums(row, arcCount, sums);
    arcs.add(source, row, arcCount);
  }
  return arcs;
}

type Sums = Pick<ArcRow, 'weights' | 'types'>;

/** Answers the number of targets. A loop in a loop would be optimized for its present run only, and left with each list. */
function addLinks(
  links: Uint32Array,
  isTyped: boolean,
  nodeOf: Int32Array,
  targets: Uint32Array,
  { weights, types: typesTo }: Sums,
): number {
  let count = 0;
  for (let i = 0; i < links.length; i += 1) {
    const target = nodeOf[isTyped ? Math.floor(links[i]! / types) : links[i]!]!;
    if (target < 0) continue;
    const type = isTyped ? links[i]! % types : 0;
    if (weights[target] === 0) targets[count++] = target;
    if (weights[target] === 0 || type < typesTo[target]!) typesTo[target] = type;
    weights[target]! += 1;
  }
  return count;
}

/** Moves the sums of the row's targets into the row. */
function takeSums({ targets, weights, types: typesOf }: ArcRow, count: number, sums: Sums): void {
  for (let i = 0; i < count; i += 1) {
    const target = targets[i]!;
    weights[i] = sums.weights[target]!;
    typesOf[i] = sums.types[target]!;
    sums.weights[target] = 0;
  }
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
