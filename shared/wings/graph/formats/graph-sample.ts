import { type LinkType, linkTypes } from '../../../domain/link-type.ts';
import type { Arcs, GraphNode, SiteGraph } from '../site-graph/graph.ts';

/** The first pages of a site and the arcs between them, as a picture shows them. */
export interface GraphSample {
  readonly nodes: readonly ShownNode[];
  /** An arc between the first nodes comes before each arc that a later node begins or ends. */
  readonly edges: readonly ShownEdge[];
  /** Between so many of the first nodes no arc is left out. */
  readonly whole: number;
  /** Of the whole graph. */
  readonly total: { readonly nodes: number; readonly edges: number };
}

export type ShownNode = Pick<GraphNode, 'id' | 'label' | 'url' | 'title' | 'level' | 'inDegree' | 'outDegree'>;

export interface ShownEdge {
  readonly source: number;
  readonly target: number;
  readonly weight: number;
  /** Of crawls whose pages a browser has loaded: how its links came to be. */
  readonly type?: LinkType;
}

/** More nodes and arcs than these a browser does not draw well. */
export const mostShownNodes = 5_000;
const mostShownEdges = 50_000;
/**
 * A Lambda answers 6 MB at most, which has the body as a JSON string: each quote in it takes two bytes. Of that, nodes
 * leave something to the arcs.
 */
const mostNodeBytes = 3_000_000;
const mostBytes = 5_000_000;

/** `graph/<file>.sample.json` */
export function* graphSampleJson(graph: SiteGraph): Iterable<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(sampleOf(graph))}\n`);
}

function sampleOf(graph: SiteGraph): GraphSample {
  const nodes: ShownNode[] = [];
  let bytes = 0;
  for (const { id, label, url, title, level, inDegree, outDegree } of graph.nodes()) {
    const node = { id, label, url, title, level, inDegree, outDegree };
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(node)));
    if (nodes.length === mostShownNodes || bytes > mostNodeBytes) break;
    nodes.push(node);
  }
  const most = nodesWithRoom(graph.arcs, nodes.length);
  const { edges, whole } = fitting(arcsBetween(graph.arcs, most), most, mostBytes - Math.min(bytes, mostNodeBytes));
  return { nodes, edges, whole, total: { nodes: graph.nodeCount, edges: graph.arcs.targets.length } };
}

/** The later of the two nodes of an arc. */
const laterOf = ({ source, target }: ShownEdge): number => Math.max(source, target);

/** How many of the first `nodes` nodes have at most `mostShownEdges` arcs between them. */
function nodesWithRoom({ offsets, targets }: Arcs, nodes: number): number {
  const byLater = new Uint32Array(nodes);
  for (let source = 0; source < nodes; source += 1)
    for (const target of targets.subarray(offsets[source], offsets[source + 1]))
      if (target < nodes) byLater[Math.max(source, target)]! += 1;
  let arcs = 0;
  const full = byLater.findIndex(count => {
    arcs += count;
    return arcs > mostShownEdges;
  });
  return full < 0 ? nodes : full;
}

/** The arcs between the first `nodes` nodes, those between the first of them first. */
function arcsBetween({ offsets, targets, weights, types }: Arcs, nodes: number): readonly ShownEdge[] {
  const edges: ShownEdge[] = [];
  for (let source = 0; source < nodes; source += 1)
    for (let arc = offsets[source]!; arc < offsets[source + 1]!; arc += 1) {
      const target = targets[arc]!;
      if (target >= nodes) continue;
      const type = types === undefined ? {} : { type: linkTypes[types[arc]!]! };
      edges.push({ source, target, weight: weights[arc]!, ...type });
    }
  return edges.sort((a, b) => laterOf(a) - laterOf(b) || a.source - b.source || a.target - b.target);
}

/** The first arcs that take at most `most` bytes. */
function fitting(arcs: readonly ShownEdge[], nodes: number, most: number): Pick<GraphSample, 'edges' | 'whole'> {
  let bytes = 0;
  const end = arcs.findIndex(arc => {
    bytes += bytesOf(arc);
    return bytes > most;
  });
  return end < 0 ? { edges: arcs, whole: nodes } : { edges: arcs.slice(0, end), whole: laterOf(arcs[end]!) };
}

/** As JSON in a JSON string, without making it: there are many. */
function bytesOf({ source, target, weight, type }: ShownEdge): number {
  const names = type === undefined ? 38 : 56 + type.length;
  return names + `${source}${target}${weight}`.length;
}
