import { type LinkType, linkTypes } from '../../../domain/link-type.ts';
import { sortNumbers } from '../../../domain/sort-numbers.ts';
import { ByteBlocks, digitCount } from '../../../files/byte-blocks.ts';
import { ranksOf } from '../ranking/rank-pages.ts';
import { type ArcRow, arcRow } from '../site-graph/arc-rows.ts';
import type { Arcs } from '../site-graph/arcs.ts';
import type { GraphNode, SiteGraph } from '../site-graph/graph.ts';

/** The first pages of a site, by level or by rank, and the arcs between them, as a picture shows them. */
export interface GraphSample {
  readonly nodes: readonly ShownNode[];
  /** An arc between the first nodes comes before each arc that a later node begins or ends. */
  readonly edges: readonly ShownEdge[];
  /** Between so many of the first nodes no arc is left out. */
  readonly whole: number;
  /** Of the whole graph. */
  readonly total: { readonly nodes: number; readonly edges: number };
}

export interface ShownNode
  extends Pick<GraphNode, 'id' | 'label' | 'url' | 'title' | 'level' | 'inDegree' | 'outDegree'>,
    Partial<ShownMeasures> {}

/** Measures of a node where nodes are chosen by PageRank, four digits each. */
export interface ShownMeasures {
  readonly pageRank: number;
  readonly hub: number;
  readonly authority: number;
  /** Number of the strongly connected component, 1 for the largest. */
  readonly component: number;
}

export interface ShownEdge {
  readonly source: number;
  readonly target: number;
  readonly weight: number;
  /** Of crawls whose pages a browser has loaded: how its links came to be. */
  readonly type?: LinkType;
}

/** More nodes and arcs than these a browser does not draw well. */
export const mostShownNodes = 10_000;
const mostShownEdges = 50_000;
/** To each node that lacks arcs, so that it does not look unlinked. */
const mostLateArcs = 2;
/**
 * A Lambda answers 6 MB at most, which has the body as a JSON string: each quote in it takes two bytes. Of that, nodes
 * leave something to the arcs.
 */
const mostNodeBytes = 3_000_000;
const mostBytes = 5_000_000;

/** `graph/<file>.sample.json`, a `GraphSample` of the first nodes by id, made piece by piece: nothing of it is in memory as a whole. */
export function graphSampleJson(graph: SiteGraph): Iterable<Uint8Array> {
  return sampleJson(graph, firstNodes(graph.nodes()));
}

/** `graph/<file>.ranked.json`, a `GraphSample` of the nodes with the highest PageRank, the highest first, with their measures. */
export function rankedSampleJson(graph: SiteGraph): Iterable<Uint8Array> {
  return sampleJson(graph, rankedNodes(graph));
}

function* firstNodes(nodes: Iterable<GraphNode>): Iterable<ShownNode> {
  for (const { id, label, url, title, level, inDegree, outDegree } of nodes)
    yield { id, label, url, title, level, inDegree, outDegree };
}

function* rankedNodes(graph: SiteGraph): Iterable<ShownNode> {
  const { ranks, hubs, authorities, components } = ranksOf(graph);
  const ids = Uint32Array.from({ length: graph.nodeCount }, (_, id) => id);
  const best = sortNumbers(ids, (a, b) => ranks[b]! - ranks[a]! || a - b).subarray(0, mostShownNodes);
  for (const node of firstNodes(graph.nodes(best))) {
    const { id } = node;
    const [pageRank, hub, authority] = [ranks[id]!, hubs[id]!, authorities[id]!].map(value => +value.toPrecision(4));
    yield { ...node, pageRank: pageRank!, hub: hub!, authority: authority!, component: components.numbers[id]! };
  }
}

function* sampleJson(graph: SiteGraph, nodes: Iterable<ShownNode>): Iterable<Uint8Array> {
  const out = new ByteBlocks();
  const ids: number[] = [];
  let bytes = 0;
  out.utf8('{"nodes":[');
  for (const node of nodes) {
    const text = JSON.stringify(node);
    const size = Buffer.byteLength(JSON.stringify(text));
    if (ids.length === mostShownNodes || bytes + size > mostNodeBytes) break;
    out.utf8(ids.length === 0 ? text : `,${text}`);
    if (out.hasFull) yield* out.full();
    ids.push(node.id);
    bytes += size;
  }
  out.utf8('],"edges":[');
  const { sources, arcs, nodes: most } = arcsBetween(graph.arcs, ids);
  let whole = most;
  const edges = new EdgeWriter(out, graph.arcs.hasTypes);
  for (let at = 0; at < sources.length; at += 1) {
    const source = sources[at]!;
    bytes += edges.sizeOf(ids[source]!, arcs, at);
    if (bytes > mostBytes) {
      whole = Math.max(source, ids.indexOf(arcs.targets[at]!));
      break;
    }
    edges.put(ids[source]!, arcs, at);
    if (out.hasFull) yield* out.full();
  }
  const total: GraphSample['total'] = { nodes: graph.nodeCount, edges: graph.arcs.length };
  out.utf8(`],"whole":${whole},"total":${JSON.stringify(total)}}\n`);
  yield* out.rest();
}

/** Writes `ShownEdge`s as JSON, with a comma between two. A picture has 50,000 arcs, so no string or object is made for an arc. */
class EdgeWriter {
  private readonly out: ByteBlocks;
  /** Without a type, then by type. */
  private readonly ends: readonly Uint8Array[];
  private readonly hasTypes: boolean;
  private before = edgePieces.first;

  constructor(out: ByteBlocks, hasTypes: boolean) {
    this.out = out;
    this.hasTypes = hasTypes;
    this.ends = ['}', ...linkTypes.map(type => `,"type":"${type}"}`)].map(end => Buffer.from(end));
  }

  /** Bytes of an arc as JSON in a JSON string, where each quote takes two, and of the comma behind it. */
  sizeOf(source: number, { targets, weights, types }: ArcRow, at: number): number {
    const type = this.hasTypes ? typeBytes + linkTypes[types[at]!]!.length : 0;
    return edgeBytes + digitCount(source) + digitCount(targets[at]!) + digitCount(weights[at]!) + type;
  }

  put(source: number, { targets, weights, types }: ArcRow, at: number): void {
    const { out } = this;
    out.bytes(this.before);
    out.uint(source);
    out.bytes(edgePieces.target);
    out.uint(targets[at]!);
    out.bytes(edgePieces.weight);
    out.uint(weights[at]!);
    out.bytes(this.ends[this.hasTypes ? types[at]! + 1 : 0]!);
    this.before = edgePieces.next;
  }
}

const edgePieces = {
  first: Buffer.from('{"source":'),
  next: Buffer.from(',{"source":'),
  target: Buffer.from(',"target":'),
  weight: Buffer.from(',"weight":'),
};
const edgeBytes = JSON.stringify('{"source":,"target":,"weight":},').length - '""'.length;
const typeBytes = JSON.stringify(',"type":""').length - '""'.length;

/** Arcs between shown nodes, those between the first `n` shown nodes first for every `n`. */
interface FirstArcs {
  /** Places among the shown nodes. */
  readonly sources: Uint32Array;
  readonly arcs: ArcRow;
  /** Between so many of the shown nodes there are all arcs: not all, where these have more arcs than are shown. */
  readonly nodes: number;
}

const absent = 0xff_ff_ff_ff;

/** There may be millions of arcs to look at: no object is made for any. `ids` are those of the shown nodes. */
function arcsBetween(all: Arcs, ids: readonly number[]): FirstArcs {
  const places = new Uint32Array(all.nodeCount).fill(absent);
  for (const [place, id] of ids.entries()) places[id] = place;
  const row = all.row();
  const targetsOf = (id: number): number => all.readTargets(id, row.targets);
  /** Each arc between shown nodes by their places; sources ascend. */
  const forArcs = (read: (id: number) => number, onArc: (source: number, target: number, at: number) => void): void => {
    for (const [source, id] of ids.entries()) {
      const count = read(id);
      for (let i = 0; i < count; i += 1) {
        const target = places[row.targets[i]!]!;
        if (target !== absent) onArc(source, target, i);
      }
    }
  };
  /** Behind the place of each node: its arcs from and to earlier nodes. */
  const begins = new Uint32Array(ids.length + 1);
  forArcs(targetsOf, (source, target) => {
    begins[Math.max(source, target) + 1]! += 1;
  });
  const nodes = wholeNodes(begins);
  const late = new LateArcs(nodes, ids.length);
  if (nodes < ids.length)
    forArcs(targetsOf, (source, target) => {
      if (late.take(source, target)) begins[Math.max(source, target) + 1]! += 1;
    });
  for (let place = 0; place < ids.length; place += 1) begins[place + 1]! += begins[place]!;
  const count = begins[ids.length]!;
  const [sources, arcs] = [new Uint32Array(count), arcRow(count)];
  late.begin();
  forArcs(
    id => all.read(id, row),
    (source, target, i) => {
      const place = Math.max(source, target);
      if (place >= nodes && !late.take(source, target)) return;
      const at = begins[place]!++;
      sources[at] = source;
      arcs.targets[at] = row.targets[i]!;
      arcs.weights[at] = row.weights[i]!;
      arcs.types[at] = row.types[i]!;
    },
  );
  return { sources, arcs, nodes };
}

/** How many of the first nodes can have all arcs between them; the counts of the others are 0 then. */
function wholeNodes(counts: Uint32Array): number {
  const last = counts.length - 1;
  let [nodes, sum] = [0, 0];
  while (nodes < last && sum + counts[nodes + 1]! + mostLateArcs * (last - nodes - 1) <= mostShownEdges) {
    nodes += 1;
    sum += counts[nodes]!;
  }
  counts.fill(0, nodes + 1);
  return nodes;
}

/** Chooses for each later node its arcs from the first nodes; if no arc leads to the node, an arc from it. */
class LateArcs {
  readonly #taken: Uint8Array;
  readonly #from: number;

  constructor(from: number, count: number) {
    this.#from = from;
    this.#taken = new Uint8Array(count);
  }

  begin(): void {
    this.#taken.fill(0);
  }

  /** Called with each arc in the order of sources. */
  take(source: number, target: number): boolean {
    if (source === target) return false;
    const [isIn, own] = target > source ? [true, target] : [false, source];
    if (own < this.#from || this.#taken[own]! >= (isIn ? mostLateArcs : 1)) return false;
    this.#taken[own]! += 1;
    return true;
  }
}
