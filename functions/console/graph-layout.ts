import type { Fragment, GraphNode, GraphSample } from './api-types.ts';

/*
 * Places of nodes, the same for the same graph at every time: a person finds again what was seen before. Radial trees
 * as in Wills 1999, "NicheWorks": each level a ring, and below each node the nodes it leads to first.
 */

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/**
 * Rings by level. A node's parent is the first node of a lower level that links to it; its wedge is as wide as its leaves
 * are many.
 */
export function radialLayout({ nodes: given, edges }: Pick<GraphSample, 'nodes' | 'edges'>): ReadonlyMap<number, Spot> {
  const nodes = [...given].sort((one, other) => one.id - other.id);
  const angles = anglesOf(nodes, childrenByParent(nodes, parentsOf(nodes, edges)));
  const rings = Map.groupBy(
    [...nodes].sort((one, other) => angles.get(one.id)! - angles.get(other.id)!),
    ({ level }) => level,
  );
  const levels = [...rings.keys()].sort((one, other) => one - other);
  return new Map(
    levels.flatMap((level, index) => {
      const radii = ringRadii(rings.get(level)!.length, index, levels.length);
      return rings
        .get(level)!
        .map(({ id }, place) => [id, onCircle(radii[place % radii.length]!, angles.get(id)!)] as const);
    }),
  );
}

function anglesOf(
  nodes: readonly GraphNode[],
  children: ReadonlyMap<number | undefined, readonly GraphNode[]>,
): ReadonlyMap<number, number> {
  const leaves = leafCounts(nodes, children);
  const angles = new Map<number, number>();
  const place = (siblings: readonly GraphNode[], from: number, to: number): void => {
    const all = siblings.reduce((sum, { id }) => sum + leaves.get(id)!, 0);
    let start = from;
    for (const { id } of siblings) {
      const end = start + ((to - from) * leaves.get(id)!) / all;
      angles.set(id, (start + end) / 2);
      place(children.get(id) ?? [], start, end);
      start = end;
    }
  };
  place(children.get(undefined) ?? [], 0, 2 * Math.PI);
  return angles;
}

function parentsOf(nodes: readonly GraphNode[], edges: GraphSample['edges']): ReadonlyMap<number, number> {
  const levels = new Map(nodes.map(({ id, level }) => [id, level]));
  const parents = new Map<number, number>();
  for (const { source, target } of edges) {
    const isTree = (levels.get(source) ?? 0) < (levels.get(target) ?? 0);
    if (isTree && source < (parents.get(target) ?? Number.POSITIVE_INFINITY)) parents.set(target, source);
  }
  return parents;
}

/** Under `undefined`, the start page and whatever none of the nodes shown leads to. */
function childrenByParent(
  nodes: readonly GraphNode[],
  parents: ReadonlyMap<number, number>,
): ReadonlyMap<number | undefined, readonly GraphNode[]> {
  return Map.groupBy(nodes, ({ id }) => parents.get(id));
}

/** Nodes come by level, so that from the end on every child is counted before its parent. */
function leafCounts(
  nodes: readonly GraphNode[],
  children: ReadonlyMap<number | undefined, readonly GraphNode[]>,
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { id } of [...nodes].sort((one, other) => other.level - one.level || other.id - one.id)) {
    const below = (children.get(id) ?? []).reduce((sum, child) => sum + counts.get(child.id)!, 0);
    counts.set(id, Math.max(1, below));
  }
  return counts;
}

/** Of the whole picture's radius, in units of a node drawn small. */
const nodesOnRadius = 60;
const band = 0.7;

/** The radii that the nodes of a level take by turns: one, and where they would cover each other, more within its band. */
function ringRadii(count: number, ring: number, rings: number): readonly number[] {
  if (ring === 0) return [count === 1 ? 0 : 0.3];
  const room = 2 * Math.PI * (ring / rings) * nodesOnRadius;
  const rows = Math.min(Math.ceil(count / room), Math.max(1, Math.floor((band * nodesOnRadius) / rings)));
  return Array.from({ length: rows }, (_, row) => ring + (rows === 1 ? 0 : band * (row / (rows - 1) - 0.5)));
}

/** The sites of the set on an inner ring; those of the accompanying set outside, near the first that links to them. */
export function fragmentLayout({ sites, links }: Fragment): ReadonlyMap<string, Spot> {
  const targets = sites.filter(isTarget).map(site => String(site['Site']));
  const angles = new Map(targets.map((site, index) => [site, (2 * Math.PI * index) / targets.length]));
  const firstSource = new Map<string, string>();
  for (const { Source, Target } of links)
    if (!firstSource.has(String(Target))) firstSource.set(String(Target), String(Source));
  const around = sites
    .filter(site => !isTarget(site))
    .map(site => String(site['Site']))
    .sort((one, other) => angleNear(one) - angleNear(other));
  function angleNear(site: string): number {
    return angles.get(firstSource.get(site) ?? '') ?? 0;
  }
  const inner = targets.length === 1 ? 0 : 1;
  const outer = Math.max(2.2, around.length / 60);
  return new Map([
    ...targets.map(site => [site, onCircle(inner, angles.get(site)!)] as const),
    ...around.map((site, index) => [site, onCircle(outer, (2 * Math.PI * index) / around.length)] as const),
  ]);
}

export function isTarget(site: Fragment['sites'][number]): boolean {
  return site['Kind'] === 'target';
}

function onCircle(radius: number, angle: number): Spot {
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}
