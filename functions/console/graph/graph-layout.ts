import type { ShownNode } from '../../../shared/wings/graph/formats/graph-sample.ts';
import type { ShownGraph } from '../../http/routes/graph-routes.ts';
import type { Fragment } from '../page/api-types.ts';

/*
 * Places of nodes, the same for the same graph at every time: a person finds again what was seen before. Each level is a
 * ring, on which nodes are in the order of those that led to them (Sugiyama and others 1981, bent to circles).
 */

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A node as far as rings need it. */
export type RingNode = Pick<ShownNode, 'id' | 'level'>;
type RingEdges = readonly Pick<ShownGraph['edges'][number], 'source' | 'target'>[];

/** Rings by level, around the start page. */
export function radialLayout({
  nodes,
  edges,
}: {
  readonly nodes: readonly RingNode[];
  readonly edges: RingEdges;
}): ReadonlyMap<number, Spot> {
  const parents = parentsOf(nodes, edges);
  const rings = [...Map.groupBy(nodes, ({ level }) => level)].sort(([one], [other]) => depthOf(one) - depthOf(other));
  const angles = new Map<number, number>();
  const spots = new Map<number, Spot>();
  for (const [index, [, ring]] of rings.entries()) {
    const angleAbove = ({ id }: RingNode): number => angles.get(parents.get(id) ?? -1) ?? 0;
    const ordered = [...ring].sort((one, other) => angleAbove(one) - angleAbove(other) || one.id - other.id);
    const radii = ringRadii(ring.length, index, rings.length);
    for (const [place, { id }] of ordered.entries()) {
      angles.set(id, (2 * Math.PI * place) / ring.length);
      spots.set(id, onCircle(radii[place % radii.length]!, angles.get(id)!));
    }
  }
  return spots;
}

/** For an order in which pages without a level are the last. */
export function depthOf(level: number): number {
  return level < 0 ? Number.POSITIVE_INFINITY : level;
}

/** By node, the first node of a lower level that links to it. */
export function parentsOf(nodes: readonly RingNode[], edges: RingEdges): ReadonlyMap<number, number> {
  const levels = new Map(nodes.map(({ id, level }) => [id, level]));
  const parents = new Map<number, number>();
  for (const { source, target } of edges) {
    const leadsDown = depthOf(levels.get(source) ?? 0) < depthOf(levels.get(target) ?? 0);
    if (leadsDown && source < (parents.get(target) ?? Number.POSITIVE_INFINITY)) parents.set(target, source);
  }
  return parents;
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

/**
 * The sites of the set on an inner ring; those of the accompanying set around it, in the direction of the sites that link
 * to them.
 */
export function fragmentLayout({ sites, links }: Fragment): ReadonlyMap<string, Spot> {
  const targets = sites.filter(isTarget).map(siteName);
  const inner = targets.length === 1 ? 0 : 0.5;
  const spots = new Map(
    targets.map((site, index) => [site, onCircle(inner, (2 * Math.PI * index) / targets.length)] as const),
  );
  const sources = Map.groupBy(links, ({ Target }) => String(Target));
  const direction = (site: string): number => {
    const from = (sources.get(site) ?? []).flatMap(({ Source }) => spots.get(String(Source)) ?? []);
    return Math.atan2(sum(from.map(({ y }) => y)), sum(from.map(({ x }) => x)));
  };
  const around = sites
    .filter(site => !isTarget(site))
    .map(site => ({ site: siteName(site), angle: direction(siteName(site)) }))
    .sort((one, other) => one.angle - other.angle);
  const rows = Math.min(mostRows, Math.ceil(around.length / sitesOfRow));
  for (const [index, { site }] of around.entries()) {
    const angle = (2 * Math.PI * index) / around.length - Math.PI;
    spots.set(site, onCircle(1 + (index % rows) * betweenRows, angle));
  }
  return spots;
}

const sitesOfRow = 120;
const mostRows = 6;
const betweenRows = 0.08;

function siteName(site: Fragment['sites'][number]): string {
  return String(site['Site']);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function isTarget(site: Fragment['sites'][number]): boolean {
  return site['Kind'] === 'target';
}

function onCircle(radius: number, angle: number): Spot {
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}
