import { expect, test } from 'vitest';
import { quietArcs } from '../../../functions/console/graph/quiet-arcs.ts';
import type { ShownEdge } from '../../../shared/wings/graph/formats/graph-sample.ts';

/** Two hosts of 100 pages: on each, all pages link to all; of `between` arcs each leads from a page to the other host's home. */
function twoHosts(between: number) {
  const nodes = Array.from({ length: 200 }, (_, id) => ({
    id,
    url: `https://${id < 100 ? 'a' : 'b'}.example/${id}`,
    level: id % 100 === 0 ? 0 : 1,
    inDegree: id % 100 === 0 ? 1_000 : 100 + (id % 100),
  }));
  const own = nodes.flatMap(({ id: source }) =>
    nodes
      .filter(({ id }) => id !== source && id < 100 === source < 100)
      .map(({ id: target }): ShownEdge => ({ source, target, weight: 1 })),
  );
  const ties = Array.from({ length: between }, (_, source): ShownEdge => ({ source, target: 100, weight: 1 }));
  return { nodes, edges: [...own, ...ties], ties };
}

test('few arcs are all drawn', () => {
  const { nodes, ties } = twoHosts(100);
  expect(quietArcs({ nodes, edges: ties }, 'force').size).toBe(0);
});

test.each(['force', 'rings'] as const)('by %s, arcs between hosts are drawn whatever is left out', layout => {
  const { ties, ...graph } = twoHosts(3);
  const quiet = quietArcs(graph, layout);
  expect(quiet.size).toBeGreaterThan(10_000);
  expect(ties.filter(tie => quiet.has(tie))).toEqual([]);
});

test('of very many arcs between hosts, one from each host to each other is drawn', () => {
  const { nodes } = twoHosts(0);
  const edges = nodes.flatMap(({ id: source }) =>
    nodes
      .filter(({ id }) => id < 100 !== source < 100)
      .map(({ id: target }): ShownEdge => ({ source, target, weight: 1 })),
  );
  const quiet = quietArcs({ nodes, edges }, 'rings');
  const drawn = edges.filter(edge => !quiet.has(edge));
  const pairs = drawn.map(({ source, target }) => [source < 100, target < 100].join());
  expect(new Set(pairs)).toEqual(new Set(['true,false', 'false,true']));
  expect(drawn.length).toBeLessThan(400);
});

test.each(['force', 'rings'] as const)('by %s, no part that the arcs tie together stands alone', layout => {
  const { nodes, edges } = twoHosts(1);
  // A page that only pages of the menu link to.
  const graph = {
    nodes: [...nodes, { id: 200, url: 'https://a.example/200', level: -1, inDegree: 5_000 }],
    edges: [...edges, { source: 7, target: 200, weight: 1 }, { source: 8, target: 200, weight: 1 }],
  };
  const quiet = quietArcs(graph, layout);
  const linked = new Map<number, number[]>();
  const put = (from: number, to: number): void => void linked.set(from, [...(linked.get(from) ?? []), to]);
  for (const edge of graph.edges)
    if (!quiet.has(edge)) {
      put(edge.source, edge.target);
      put(edge.target, edge.source);
    }
  const seen = new Set([0]);
  for (const id of seen) for (const next of linked.get(id) ?? []) seen.add(next);
  expect(seen.size).toBe(201);
});
