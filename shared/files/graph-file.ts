/** Graphs of some thousand nodes as GEXF 1.3 and GraphML; `wings/graph/formats` writes those of millions of arcs. */
import type { ResultSink } from '../ports.ts';
import { type Attribute, type AttributeName, attributeText } from './attribute.ts';
import { ByteBlocks } from './byte-blocks.ts';
import { gexfEdges, gexfEnd, gexfHead, gexfNode } from './gexf-markup.ts';
import { graphmlEnd, graphmlHead, graphmlNode } from './graphml-markup.ts';
import { writeBlocks } from './write-blocks.ts';

/** Between the nodes of these ids. */
export interface GraphEdge {
  readonly source: number;
  readonly target: number;
  readonly weight?: number;
  /** In the order of the attributes of edges. */
  readonly values?: readonly (string | number)[];
}

export interface GraphFile<Node extends { readonly id: number }> {
  readonly description: string;
  readonly nodes: readonly Node[];
  label(node: Node): string;
  readonly nodeAttributes: readonly Attribute<Node>[];
  edges(): Iterable<GraphEdge>;
  readonly edgeCount: number;
  readonly edgeAttributes?: readonly AttributeName[];
  readonly isUndirected?: true;
}

/** Writes `<name>.gexf` and `<name>.graphml`. */
export async function writeGraph<Node extends { readonly id: number }>(
  sink: ResultSink,
  name: string,
  graph: GraphFile<Node>,
): Promise<void> {
  await writeBlocks(sink, `${name}.gexf`, blocksOf(gexfOf(graph)));
  await writeBlocks(sink, `${name}.graphml`, blocksOf(graphmlOf(graph)));
}

export function* gexfOf<Node extends { readonly id: number }>(graph: GraphFile<Node>): Generator<string, void> {
  yield gexfHead({ ...graph, nodeCount: graph.nodes.length });
  for (const node of graph.nodes) yield gexfNode(node, graph.label(node), graph.nodeAttributes);
  yield gexfEdges(graph.edgeCount);
  for (const edge of graph.edges()) yield gexfEdge(edge, graph.isUndirected);
  yield gexfEnd;
}

export function* graphmlOf<Node extends { readonly id: number }>(graph: GraphFile<Node>): Generator<string, void> {
  yield graphmlHead(graph);
  for (const node of graph.nodes) yield graphmlNode(node, graph.label(node), graph.nodeAttributes);
  for (const edge of graph.edges()) yield graphmlEdge(edge, graph.edgeAttributes, graph.isUndirected);
  yield graphmlEnd;
}

export function gexfEdge({ source, target, weight, values = [] }: GraphEdge, isUndirected = false): string {
  const type = isUndirected ? ' type="undirected"' : '';
  const start = `<edge source="${source}" target="${target}"${type}${weight === undefined ? '' : ` weight="${weight}"`}`;
  const own = values.map((value, id) => `<attvalue for="${id}" value="${attributeText(value)}"/>`).join('');
  return own === '' ? `${start}/>\n` : `${start}><attvalues>${own}</attvalues></edge>\n`;
}

export function graphmlEdge(
  { source, target, weight, values = [] }: GraphEdge,
  names: readonly AttributeName[] = [],
  isUndirected = false,
): string {
  const data = values.map((value, id) => `<data key="${names[id]!.name}">${attributeText(value)}</data>`).join('');
  const own = weight === undefined ? data : `<data key="weight">${weight}</data>${data}`;
  return `<edge source="${source}" target="${target}"${isUndirected ? ' directed="false"' : ''}>${own}</edge>\n`;
}

function* blocksOf(texts: Iterable<string>): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  for (const text of texts) {
    out.utf8(text);
    if (out.hasFull) yield* out.full();
  }
  yield* out.rest();
}
