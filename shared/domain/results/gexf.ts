import type { GraphNode, SiteGraph } from '../graph.ts';
import { arcLines } from './arc-lines.ts';
import { ByteBlocks } from './byte-blocks.ts';
import { nodeAttributes } from './node-columns.ts';
import { xmlText } from './xml-text.ts';

/**
 * `graph/<file>.gexf`: GEXF 1.3 (gexf.net/1.3). Without `lastmodifieddate`, so that two runs give the same bytes; edges have
 * no `id`, which 1.3 made optional. Attribute ids are numbers, by which readers know that the title is the name.
 */
export function* gexf(graph: SiteGraph): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  out.utf8(head(graph));
  for (const node of graph.nodes()) {
    out.utf8(nodeElement(node));
    yield* out.full();
  }
  out.utf8(`</nodes>\n<edges count="${graph.arcs.targets.length}">\n`);
  yield* arcLines(out, graph.arcs, {
    firstId: 0,
    before: source => `<edge source="${source}" target="`,
    weight: '" weight="',
    end: '"/>\n',
  });
  out.utf8('</edges>\n</graph>\n</gexf>\n');
  yield* out.rest();
}

function head(graph: SiteGraph): string {
  const attributes = nodeAttributes.map(
    ({ name, type }, id) => `<attribute id="${id}" title="${name}" type="${type}"/>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" version="1.3">
<meta>
<creator>Orbweaver</creator>
<description>Web graph of ${xmlText(graph.origin)}</description>
</meta>
<graph mode="static" defaultedgetype="directed" idtype="integer">
<attributes class="node">
${attributes.join('')}</attributes>
<nodes count="${graph.nodeCount}">
`;
}

function nodeElement(node: GraphNode): string {
  let values = '';
  for (let id = 0; id < nodeAttributes.length; id++) {
    values += `<attvalue for="${id}" value="${attributeValue(node, id)}"/>`;
  }
  return `<node id="${node.id}" label="${xmlText(node.label)}"><attvalues>${values}</attvalues></node>\n`;
}

function attributeValue(node: GraphNode, id: number): string | number {
  const value = nodeAttributes[id]?.of(node) ?? '';
  return typeof value === 'number' ? value : xmlText(value);
}
