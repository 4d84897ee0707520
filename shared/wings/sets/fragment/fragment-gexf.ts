import { ByteBlocks } from '../../../files/byte-blocks.ts';
import { gexfEdges, gexfEnd, gexfHead, gexfNode } from '../../../files/gexf-markup.ts';
import { arcsOf, type Fragment, type SiteArc, shownName } from './fragment.ts';
import { graphColumns } from './fragment-columns.ts';

/** `fragment/fragment.gexf`: GEXF 1.3. An edge's weight is Links; Pages is its attribute. */
export function* fragmentGexf({ sites, arcs }: Fragment): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  out.utf8(
    gexfHead({
      description: 'Web fragment: sites and the links between them',
      nodeCount: sites.length,
      nodeAttributes: graphColumns,
      edgeAttributes: [{ name: 'Pages', type: 'integer' }],
    }),
  );
  for (const site of sites) {
    out.utf8(gexfNode(site, shownName(site), graphColumns));
    if (out.hasFull) yield* out.full();
  }
  out.utf8(gexfEdges(arcs.sources.length));
  for (const arc of arcsOf(arcs)) {
    out.utf8(edgeElement(arc));
    if (out.hasFull) yield* out.full();
  }
  out.utf8(gexfEnd);
  yield* out.rest();
}

function edgeElement({ source, target, links, pages }: SiteArc): string {
  const attributes = `<attvalues><attvalue for="0" value="${pages}"/></attvalues>`;
  return `<edge source="${source}" target="${target}" weight="${links}">${attributes}</edge>\n`;
}
