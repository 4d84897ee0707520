import { ByteBlocks } from '../../../files/byte-blocks.ts';
import { gexfEdges, gexfEnd, gexfHead, gexfNode } from '../../../files/gexf-markup.ts';
import type { SiteGraph } from '../site-graph/graph.ts';
import { arcLines } from './arc-lines.ts';
import { titleOf } from './label-columns.ts';
import { edgeAttributesOf, nodeAttributesOf } from './node-columns.ts';

/** `graph/<file>.gexf`: GEXF 1.3; edges have no `id`, which 1.3 made optional. */
export function* gexf(graph: SiteGraph): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  const nodeAttributes = nodeAttributesOf(graph);
  out.utf8(
    gexfHead({
      description: `Web graph of ${titleOf(graph)}`,
      nodeCount: graph.nodeCount,
      nodeAttributes,
      edgeAttributes: edgeAttributesOf(graph),
    }),
  );
  for (const node of graph.nodes()) {
    out.utf8(gexfNode(node, node.label, nodeAttributes));
    if (out.hasFull) yield* out.full();
  }
  out.utf8(gexfEdges(graph.arcs.length));
  yield* arcLines(out, graph.arcs, {
    firstId: 0,
    before: source => `<edge source="${source}" target="`,
    weight: '" weight="',
    end: type =>
      type === undefined ? '"/>\n' : `"><attvalues><attvalue for="0" value="${type}"/></attvalues></edge>\n`,
  });
  out.utf8(gexfEnd);
  yield* out.rest();
}
