import { type LinkType, linkTypes } from '../../../domain/link-type.ts';
import { ByteBlocks } from '../../../files/byte-blocks.ts';
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

/** `graph/<file>.sample.json`, a `GraphSample` made piece by piece: nothing of it is in memory as a whole. */
export function* graphSampleJson(graph: SiteGraph): Iterable<Uint8Array> {
  const out = new ByteBlocks();
  let [nodes, bytes] = [0, 0];
  out.utf8('{"nodes":[');
  for (const { id, label, url, title, level, inDegree, outDegree } of graph.nodes()) {
    const node: ShownNode = { id, label, url, title, level, inDegree, outDegree };
    const text = JSON.stringify(node);
    const size = Buffer.byteLength(JSON.stringify(text));
    if (nodes === mostShownNodes || bytes + size > mostNodeBytes) break;
    out.utf8(nodes === 0 ? text : `,${text}`);
    yield* out.full();
    nodes += 1;
    bytes += size;
  }
  out.utf8('],"edges":[');
  const { sources, arcs, nodes: most } = arcsBetween(graph.arcs, nodes);
  let [count, whole] = [0, most];
  for (const [at, source] of sources.entries()) {
    const edge = edgeOf(graph.arcs, source, arcs[at]!);
    const text = JSON.stringify(edge);
    // Each of its names is in quotes, which take two bytes as JSON in a JSON string.
    bytes += text.length + quotesOf(edge);
    if (bytes > mostBytes) {
      whole = laterOf(edge.source, edge.target);
      break;
    }
    out.utf8(count === 0 ? text : `,${text}`);
    yield* out.full();
    count += 1;
  }
  const total: GraphSample['total'] = { nodes: graph.nodeCount, edges: graph.arcs.targets.length };
  out.utf8(`],"whole":${whole},"total":${JSON.stringify(total)}}\n`);
  yield* out.rest();
}

/** The later of the two nodes of an arc. */
const laterOf = (source: number, target: number): number => Math.max(source, target);

function edgeOf({ targets, weights, types }: Arcs, source: number, arc: number): ShownEdge {
  const type = types === undefined ? {} : { type: linkTypes[types[arc]!]! };
  return { source, target: targets[arc]!, weight: weights[arc]!, ...type };
}

/** And the comma behind it. */
function quotesOf({ type }: ShownEdge): number {
  return type === undefined ? 7 : 11;
}

/** Arcs between the first nodes, by their places in `Arcs`, those between the first `n` nodes first for every `n`. */
interface FirstArcs {
  readonly sources: Uint32Array;
  readonly arcs: Uint32Array;
  /** So many of the first nodes: not all that were asked for, where these have more arcs than are shown. */
  readonly nodes: number;
}

/** There may be millions of arcs to look at: no object is made for any. */
function arcsBetween({ offsets, targets }: Arcs, most: number): FirstArcs {
  const begins = new Uint32Array(most + 1);
  for (let source = 0; source < most; source += 1)
    for (let arc = offsets[source]!; arc < offsets[source + 1]!; arc += 1)
      if (targets[arc]! < most) begins[laterOf(source, targets[arc]!) + 1]! += 1;
  let nodes = 0;
  while (nodes < most && begins[nodes]! + begins[nodes + 1]! <= mostShownEdges) {
    begins[nodes + 1]! += begins[nodes]!;
    nodes += 1;
  }
  const [sources, arcs] = [new Uint32Array(begins[nodes]!), new Uint32Array(begins[nodes]!)];
  for (let source = 0; source < nodes; source += 1)
    for (let arc = offsets[source]!; arc < offsets[source + 1]!; arc += 1) {
      if (targets[arc]! >= nodes) continue;
      const at = begins[laterOf(source, targets[arc]!)]!++;
      sources[at] = source;
      arcs[at] = arc;
    }
  return { sources, arcs, nodes };
}
