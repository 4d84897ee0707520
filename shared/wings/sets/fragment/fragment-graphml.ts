import { ByteBlocks } from '../../../files/byte-blocks.ts';
import { graphmlEnd, graphmlHead, graphmlNode } from '../../../files/graphml-markup.ts';
import { arcsOf, type Fragment, type SiteArc, shownName } from './fragment.ts';
import { graphColumns } from './fragment-columns.ts';

/** `fragment/fragment.graphml`; an edge has `weight`, which is Links, and Pages. */
export function* fragmentGraphml({ sites, arcs }: Fragment): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  out.utf8(graphmlHead({ nodeAttributes: graphColumns, edgeAttributes: [{ name: 'Pages', type: 'integer' }] }));
  for (const site of sites) {
    out.utf8(graphmlNode(site, shownName(site), graphColumns));
    if (out.hasFull) yield* out.full();
  }
  for (const arc of arcsOf(arcs)) {
    out.utf8(edgeElement(arc));
    if (out.hasFull) yield* out.full();
  }
  out.utf8(graphmlEnd);
  yield* out.rest();
}

function edgeElement({ source, target, links, pages }: SiteArc): string {
  const data = `<data key="weight">${links}</data><data key="Pages">${pages}</data>`;
  return `<edge source="${source}" target="${target}">${data}</edge>\n`;
}
