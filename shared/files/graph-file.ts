/** Graphs of some thousand nodes as GEXF 1.3 and GraphML; `wings/graph/formats` writes those of millions of arcs. */
import type { ResultSink } from '../ports/result-ports.ts';
import { type Attribute, type AttributeName, attributeText } from './attribute.ts';
import { blocksOf } from './byte-blocks.ts';
import { writeBlocks } from './write-table.ts';
import { xmlText } from './xml-text.ts';

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
  await writeBlocks(sink, `${name}.gexf`, blocksOf(gexfOf(graph), String));
  await writeBlocks(sink, `${name}.graphml`, blocksOf(graphmlOf(graph), String));
}

export function* gexfOf<Node extends { readonly id: number }>(graph: GraphFile<Node>): Generator<string, void> {
  yield gexfHead({ ...graph, nodeCount: graph.nodes.length });
  for (const node of graph.nodes) yield gexfNode(node, graph.label(node), graph.nodeAttributes);
  yield gexfEdges(graph.edgeCount);
  for (const edge of graph.edges()) yield gexfEdge(edge);
  yield gexfEnd;
}

export function* graphmlOf<Node extends { readonly id: number }>(graph: GraphFile<Node>): Generator<string, void> {
  yield graphmlHead(graph);
  for (const node of graph.nodes) yield graphmlNode(node, graph.label(node), graph.nodeAttributes);
  for (const edge of graph.edges()) yield graphmlEdge(edge, graph.edgeAttributes);
  yield graphmlEnd;
}

export function gexfEdge({ source, target, weight, values = [] }: GraphEdge): string {
  const start = `<edge source="${source}" target="${target}"${weight === undefined ? '' : ` weight="${weight}"`}`;
  const own = values.map((value, id) => `<attvalue for="${id}" value="${attributeText(value)}"/>`).join('');
  return own === '' ? `${start}/>\n` : `${start}><attvalues>${own}</attvalues></edge>\n`;
}

export function graphmlEdge(edge: GraphEdge, names: readonly AttributeName[] = []): string {
  const { source, target, weight, values = [] } = edge;
  const data = values.map((value, id) => `<data key="${names[id]!.name}">${attributeText(value)}</data>`).join('');
  const own = weight === undefined ? data : `<data key="weight">${weight}</data>${data}`;
  return `<edge source="${source}" target="${target}">${own}</edge>\n`;
}

interface GraphmlHead {
  readonly nodeAttributes: readonly AttributeName[];
  readonly edgeAttributes?: readonly AttributeName[];
  /** Said of the whole graph: networkx reads no file in which edges say it. */
  readonly isUndirected?: true;
}

interface GexfHead extends GraphmlHead {
  readonly description: string;
  readonly nodeCount: number;
}

function edgeType({ isUndirected }: GraphmlHead): string {
  return isUndirected ? 'undirected' : 'directed';
}

/**
 * The beginning of a GEXF 1.3 file (gexf.net/1.3), before its nodes. Without `lastmodifieddate`, so that two runs give the same
 * bytes. Attribute ids are numbers, by which readers know that the title is the name.
 */
export function gexfHead(head: GexfHead): string {
  const { description, nodeCount, nodeAttributes, edgeAttributes = [] } = head;
  return `<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" version="1.3">
<meta>
<creator>Orbweaver</creator>
<description>${xmlText(description)}</description>
</meta>
<graph mode="static" defaultedgetype="${edgeType(head)}" idtype="integer">
${declared('node', nodeAttributes)}${edgeAttributes.length === 0 ? '' : declared('edge', edgeAttributes)}<nodes count="${nodeCount}">
`;
}

function declared(of: 'node' | 'edge', attributes: readonly AttributeName[]): string {
  const elements = attributes.map(({ name, type }, id) => `<attribute id="${id}" title="${name}" type="${type}"/>\n`);
  return `<attributes class="${of}">\n${elements.join('')}</attributes>\n`;
}

export function gexfNode<Node extends { readonly id: number }>(
  node: Node,
  label: string,
  attributes: readonly Attribute<Node>[],
): string {
  let values = '';
  for (let id = 0; id < attributes.length; id += 1)
    values += `<attvalue for="${id}" value="${attributeText(attributes[id]!.of(node))}"/>`;
  return `<node id="${node.id}" label="${xmlText(label)}"><attvalues>${values}</attvalues></node>\n`;
}

/** The markup between nodes and edges. */
export function gexfEdges(count: number): string {
  return `</nodes>\n<edges count="${count}">\n`;
}

export const gexfEnd = '</edges>\n</graph>\n</gexf>\n';

/**
 * The beginning of a GraphML file (graphml.graphdrawing.org), before its nodes. `label` and `weight` are in lower case because
 * Gephi and networkx know them by these names; all other keys are called as in the CSV file.
 */
export function graphmlHead(head: GraphmlHead): string {
  const { nodeAttributes, edgeAttributes = [] } = head;
  const ofNodes = [{ name: 'label', type: 'string' } as const, ...nodeAttributes].map(each => key('node', each));
  const ofEdges = [{ name: 'weight', type: 'integer' } as const, ...edgeAttributes].map(each => key('edge', each));
  return `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
${ofNodes.join('')}${ofEdges.join('')}<graph edgedefault="${edgeType(head)}">
`;
}

const graphmlTypes = { integer: 'int', double: 'double', string: 'string' } as const;

function key(of: 'node' | 'edge', { name, type }: AttributeName): string {
  return `<key id="${name}" for="${of}" attr.name="${name}" attr.type="${graphmlTypes[type]}"/>\n`;
}

export function graphmlNode<Node extends { readonly id: number }>(
  node: Node,
  label: string,
  attributes: readonly Attribute<Node>[],
): string {
  let data = `<data key="label">${xmlText(label)}</data>`;
  for (const { name, of } of attributes) data += `<data key="${name}">${attributeText(of(node))}</data>`;
  return `<node id="${node.id}">${data}</node>\n`;
}

export const graphmlEnd = '</graph>\n</graphml>\n';
