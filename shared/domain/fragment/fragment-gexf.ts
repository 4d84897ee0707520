import { ByteBlocks } from '../results/byte-blocks.ts';
import { xmlText } from '../results/xml-text.ts';
import { arcsOf, type Fragment, type FragmentSite, type SiteArc } from './fragment.ts';
import { graphColumns } from './fragment-columns.ts';

/** `fragment/fragment.gexf`: GEXF 1.3 (gexf.net/1.3). An edge's weight is Links; Pages is its attribute. */
export function* fragmentGexf({ sites, arcs }: Fragment): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  out.utf8(head(sites.length));
  for (const site of sites) {
    out.utf8(nodeElement(site));
    yield* out.full();
  }
  out.utf8(`</nodes>\n<edges count="${arcs.sources.length}">\n`);
  for (const arc of arcsOf(arcs)) {
    out.utf8(edgeElement(arc));
    yield* out.full();
  }
  out.utf8('</edges>\n</graph>\n</gexf>\n');
  yield* out.rest();
}

function head(siteCount: number): string {
  const attributes = graphColumns.map(
    ({ name, type }, id) => `<attribute id="${id}" title="${name}" type="${type}"/>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" version="1.3">
<meta>
<creator>Orbweaver</creator>
<description>Web fragment: sites and the links between them</description>
</meta>
<graph mode="static" defaultedgetype="directed" idtype="integer">
<attributes class="node">
${attributes.join('')}</attributes>
<attributes class="edge">
<attribute id="0" title="Pages" type="integer"/>
</attributes>
<nodes count="${siteCount}">
`;
}

function nodeElement(site: FragmentSite): string {
  const values = graphColumns.map(({ of }, id) => `<attvalue for="${id}" value="${xmlText(String(of(site)))}"/>`);
  return `<node id="${site.id}" label="${xmlText(site.site)}"><attvalues>${values.join('')}</attvalues></node>\n`;
}

function edgeElement({ source, target, links, pages }: SiteArc): string {
  const attributes = `<attvalues><attvalue for="0" value="${pages}"/></attvalues>`;
  return `<edge source="${source}" target="${target}" weight="${links}">${attributes}</edge>\n`;
}
