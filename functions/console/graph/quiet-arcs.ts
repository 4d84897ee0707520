import type { ShownEdge, ShownNode } from '../../../shared/wings/graph/formats/graph-sample.ts';
import { parentsOf } from './graph-layout.ts';

/*
 * Of many arcs all would fill the picture with one colour, so some are quiet. Those that alone tie two hosts or two parts of the
 * picture together are never quiet: without them linked sites look like islands.
 */

const mostArcs = { rings: 2_000, force: 5_000 } as const;

interface Drawn {
  readonly nodes: readonly Pick<ShownNode, 'id' | 'url' | 'level' | 'inDegree'>[];
  readonly edges: readonly ShownEdge[];
}

/** The arcs that are drawn only when one of their ends is pointed at. */
export function quietArcs(graph: Drawn, layout: keyof typeof mostArcs): ReadonlySet<ShownEdge> {
  const { nodes, edges } = graph;
  if (edges.length <= mostArcs[layout]) return new Set();
  const degrees = new Map(nodes.map(({ id, inDegree }) => [id, inDegree]));
  // Links of menus last.
  const ordered = [...edges].sort((a, b) => degrees.get(a.target)! - degrees.get(b.target)!);
  const drawn = new Set(layout === 'force' ? fewestLinked(ordered, degrees) : firstFound(graph));
  for (const edge of betweenHosts(graph, mostArcs[layout])) drawn.add(edge);
  for (const edge of joining(ordered, drawn)) drawn.add(edge);
  return new Set(edges.filter(edge => !drawn.has(edge)));
}

/** Arcs to pages with the fewest links: the others are of menus. */
function fewestLinked(ordered: readonly ShownEdge[], degrees: ReadonlyMap<number, number>): Iterable<ShownEdge> {
  const most = degrees.get(ordered[mostArcs.force]!.target)!;
  return ordered.filter(({ target }) => degrees.get(target)! < most);
}

/** Arcs by which pages were found first. */
function firstFound({ nodes, edges }: Drawn): Iterable<ShownEdge> {
  const parents = parentsOf(nodes, edges);
  return edges.filter(({ source, target }) => parents.get(target) === source);
}

/** All of them, or where they are more than `most`, one from each host to each other. */
function betweenHosts({ nodes, edges }: Drawn, most: number): readonly ShownEdge[] {
  const hosts = new Map(nodes.map(({ id, url }) => [id, new URL(url).host]));
  const between = edges.filter(({ source, target }) => hosts.get(source) !== hosts.get(target));
  if (between.length <= most) return between;
  return [...new Map(between.map(edge => [`${hosts.get(edge.source)} ${hosts.get(edge.target)}`, edge])).values()];
}

/** Arcs that tie parts together which the drawn ones leave apart, a forest of them. */
function* joining(ordered: readonly ShownEdge[], drawn: ReadonlySet<ShownEdge>): Iterable<ShownEdge> {
  const above = new Map<number, number>();
  const topOf = (id: number): number => {
    let top = id;
    for (let next = above.get(top); next !== undefined; next = above.get(top)) {
      const further = above.get(next);
      if (further !== undefined) above.set(top, further);
      top = next;
    }
    return top;
  };
  const join = ({ source, target }: ShownEdge): boolean => {
    const [one, other] = [topOf(source), topOf(target)];
    if (one !== other) above.set(one, other);
    return one !== other;
  };
  const rest = ordered.filter(edge => {
    if (drawn.has(edge)) join(edge);
    return !drawn.has(edge);
  });
  for (const edge of rest) if (join(edge)) yield edge;
}
