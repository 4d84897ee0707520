import { ByteBlocks, blocksOf } from '../../../files/byte-blocks.ts';
import * as graphFile from '../../../files/graph-file.ts';
import type { Arcs } from '../site-graph/arcs.ts';
import type { GraphNode, SiteGraph } from '../site-graph/graph.ts';
import { type ArcLine, arcLines } from './arc-lines.ts';
import { edgeAttributesOf, nodeAttributesOf, titleOf } from './node-columns.ts';

/** A graph as one text: nodes, then arcs. */
interface TextGraph {
  readonly head: string;
  node(node: GraphNode): string;
  /** Between nodes and arcs. */
  readonly edges: string;
  readonly arc: ArcLine;
  readonly end?: string;
}

function* textOf(graph: SiteGraph, { head, node, edges, arc, end = '' }: TextGraph): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  out.utf8(head);
  for (const each of graph.nodes()) {
    out.utf8(node(each));
    if (out.hasFull) yield* out.full();
  }
  out.utf8(edges);
  yield* arcLines(out, graph.arcs, arc);
  out.utf8(end);
  yield* out.rest();
}

/** `graph/<file>.gexf`: GEXF 1.3; edges have no `id`, which 1.3 made optional. */
export function gexf(graph: SiteGraph): Generator<Uint8Array, void> {
  const attributes = { nodeAttributes: nodeAttributesOf(graph), edgeAttributes: edgeAttributesOf(graph) };
  return textOf(graph, {
    head: graphFile.gexfHead({
      description: `Web graph of ${titleOf(graph)}`,
      nodeCount: graph.nodeCount,
      ...attributes,
    }),
    node: node => graphFile.gexfNode(node, node.label, attributes.nodeAttributes),
    edges: graphFile.gexfEdges(graph.arcs.length),
    arc: {
      firstId: 0,
      before: source => `<edge source="${source}" target="`,
      weight: '" weight="',
      end: type =>
        type === undefined ? '"/>\n' : `"><attvalues><attvalue for="0" value="${type}"/></attvalues></edge>\n`,
    },
    end: graphFile.gexfEnd,
  });
}

/** `graph/<file>.graphml` */
export function graphml(graph: SiteGraph): Generator<Uint8Array, void> {
  const nodeAttributes = nodeAttributesOf(graph);
  return textOf(graph, {
    head: graphFile.graphmlHead({ nodeAttributes, edgeAttributes: edgeAttributesOf(graph) }),
    node: node => graphFile.graphmlNode(node, node.label, nodeAttributes),
    edges: '',
    arc: {
      firstId: 0,
      before: source => `<edge source="${source}" target="`,
      weight: '"><data key="weight">',
      end: type => `${type === undefined ? '' : `</data><data key="LinkType">${type}`}</data></edge>\n`,
    },
    end: graphFile.graphmlEnd,
  });
}

/**
 * `graph/<file>.net`: Pajek's network format. Vertices are numbered from 1 there, so a vertex is its Id + 1; its label
 * is the URL. Lines end in CRLF, as Pajek (a Windows program) writes them.
 */
export function pajek(graph: SiteGraph): Generator<Uint8Array, void> {
  // A line of Pajek's own for a name of the network; without labels, nothing is written that was not before.
  const named = graph.labels === undefined ? '' : `*Network ${pajekLabel(networkName(graph))}\r\n`;
  return textOf(graph, {
    head: `${named}*Vertices ${graph.nodeCount}\r\n`,
    node: ({ id, url }) => `${id + 1} "${pajekLabel(url)}"\r\n`,
    edges: '*Arcs\r\n',
    arc: { firstId: 1, before: source => `${source} `, weight: ' ', end: () => '\r\n' },
  });
}

/** With the tags of its site, which no other line could have. */
function networkName(graph: SiteGraph): string {
  const tags = graph.labels?.tags ?? '';
  return tags === '' ? titleOf(graph) : `${titleOf(graph)}: ${tags}`;
}

/** Characters that end or escape a quoted label in some reader, other than printable ASCII, and `&` where it opens a reference. */
const special = /["\\]|&(?=#)|[^ -~]/gu;

/** Pajek's own way to keep a character in an ASCII file: `&#` code point `;`. Decoding each reference once is exact. */
export function pajekLabel(text: string): string {
  return text.replace(special, character => `&#${character.codePointAt(0)};`);
}

/**
 * The text form in which Common Crawl publishes its web graphs: a vertex is `id TAB name`, an edge `from TAB to`, both
 * sorted by id, no header. The name is the URL here, a reversed host name there. A normalized URL holds neither tab
 * nor line feed (the URL standard drops them).
 */
export function vertexLines(nodes: Iterable<GraphNode>): Generator<Uint8Array, void> {
  return blocksOf(nodes, ({ id, url }) => `${id}\t${url}\n`);
}

export function* edgeLines(arcs: Arcs): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  yield* arcLines(out, arcs, { firstId: 0, before: source => `${source}\t`, end: () => '\n' });
  yield* out.rest();
}
