import type { Arcs } from '../site-graph/arcs.ts';

/** The strongly connected components of a graph. */
export interface StrongComponents {
  /** Of each node its component's number from 1: the largest first, of equal ones that with the least node. */
  readonly numbers: Uint32Array;
  /** Nodes of each component, in the order of the numbers. */
  readonly sizes: Uint32Array;
  /** All nodes, those of a component side by side: no arc leads from a component to a later one. */
  readonly order: Uint32Array;
}

/** By Tarjan's algorithm (1972) with its own stack: a graph may be a single path. Time: linear. Space: six numbers per node. */
export function strongComponents(arcs: Arcs): StrongComponents {
  const { nodeCount: count } = arcs;
  /** Order of the first visit from 1; 0: not visited. */
  const visited = new Uint32Array(count);
  const lowest = new Uint32Array(count);
  const found = new Uint32Array(count);
  const isOpen = new Uint8Array(count);
  const open = new Uint32Array(count);
  const path = new Uint32Array(count);
  /** By the place in the path. */
  const rows = arcs.readers(count);
  const emitted = new Uint32Array(count);
  let [order, components, opened, done] = [0, 0, 0, 0];
  for (let root = 0; root < count; root += 1) {
    if (visited[root] !== 0) continue;
    let depth = 0;
    path[0] = root;
    while (depth >= 0) {
      const node = path[depth]!;
      if (visited[node] === 0) {
        order += 1;
        visited[node] = lowest[node] = order;
        open[opened++] = node;
        isOpen[node] = 1;
        rows.begin(depth);
      }
      const target = rows.next(depth, node);
      if (target >= 0) {
        if (visited[target] === 0) path[++depth] = target;
        else if (isOpen[target] === 1) lowest[node] = Math.min(lowest[node]!, visited[target]!);
        continue;
      }
      depth -= 1;
      if (depth >= 0) lowest[path[depth]!] = Math.min(lowest[path[depth]!]!, lowest[node]!);
      if (lowest[node] !== visited[node]) continue;
      let member: number;
      do {
        member = open[--opened]!;
        isOpen[member] = 0;
        found[member] = components;
        emitted[done++] = member;
      } while (member !== node);
      components += 1;
    }
  }
  return { ...numbered(found, components), order: emitted };
}

function numbered(found: Uint32Array, components: number): Omit<StrongComponents, 'order'> {
  const sizes = new Uint32Array(components);
  const least = new Uint32Array(components).fill(found.length);
  for (let node = 0; node < found.length; node += 1) {
    const component = found[node]!;
    sizes[component]! += 1;
    if (node < least[component]!) least[component] = node;
  }
  const sorted = Uint32Array.from(sizes.keys()).sort((a, b) => sizes[b]! - sizes[a]! || least[a]! - least[b]!);
  const numbers = new Uint32Array(components);
  for (const [index, component] of sorted.entries()) numbers[component] = index + 1;
  return {
    numbers: found.map(component => numbers[component]!),
    sizes: sorted.map(component => sizes[component]!),
  };
}
