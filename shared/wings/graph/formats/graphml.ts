import { ByteBlocks } from '../../../files/byte-blocks.ts';
import { graphmlEnd, graphmlHead, graphmlNode } from '../../../files/graphml-markup.ts';
import type { SiteGraph } from '../site-graph/graph.ts';
import { arcLines } from './arc-lines.ts';
import { nodeAttributes } from './node-columns.ts';

/** `graph/<file>.graphml` */
export function* graphml(graph: SiteGraph): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  out.utf8(graphmlHead({ nodeAttributes }));
  for (const node of graph.nodes()) {
    out.utf8(graphmlNode(node, node.label, nodeAttributes));
    yield* out.full();
  }
  yield* arcLines(out, graph.arcs, {
    firstId: 0,
    before: source => `<edge source="${source}" target="`,
    weight: '"><data key="weight">',
    end: '</data></edge>\n',
  });
  out.utf8(graphmlEnd);
  yield* out.rest();
}
