import { ByteBlocks } from '../../../files/byte-blocks.ts';
import { graphmlEnd, graphmlHead, graphmlNode } from '../../../files/graphml-markup.ts';
import type { SiteGraph } from '../site-graph/graph.ts';
import { arcLines } from './arc-lines.ts';
import { edgeAttributesOf, nodeAttributesOf } from './node-columns.ts';

/** `graph/<file>.graphml` */
export function* graphml(graph: SiteGraph): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  const nodeAttributes = nodeAttributesOf(graph);
  out.utf8(graphmlHead({ nodeAttributes, edgeAttributes: edgeAttributesOf(graph) }));
  for (const node of graph.nodes()) {
    out.utf8(graphmlNode(node, node.label, nodeAttributes));
    if (out.hasFull) yield* out.full();
  }
  yield* arcLines(out, graph.arcs, {
    firstId: 0,
    before: source => `<edge source="${source}" target="`,
    weight: '"><data key="weight">',
    end: type => `${type === undefined ? '' : `</data><data key="LinkType">${type}`}</data></edge>\n`,
  });
  out.utf8(graphmlEnd);
  yield* out.rest();
}
