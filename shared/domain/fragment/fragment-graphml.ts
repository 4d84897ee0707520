import { ByteBlocks } from '../results/byte-blocks.ts';
import { xmlText } from '../results/xml-text.ts';
import { arcsOf, type Fragment, type FragmentSite, type SiteArc } from './fragment.ts';
import { graphColumns } from './fragment-columns.ts';

/** `fragment/fragment.graphml`; an edge has `weight`, which is Links, and Pages. */
export function* fragmentGraphml({ sites, arcs }: Fragment): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  out.utf8(head());
  for (const site of sites) {
    out.utf8(nodeElement(site));
    yield* out.full();
  }
  for (const arc of arcsOf(arcs)) {
    out.utf8(edgeElement(arc));
    yield* out.full();
  }
  out.utf8('</graph>\n</graphml>\n');
  yield* out.rest();
}

const graphmlTypes = { integer: 'int', double: 'double', string: 'string' } as const;

function head(): string {
  const ofNodes = graphColumns.map(({ name, type }) => key(name, 'node', graphmlTypes[type]));
  return `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
${key('label', 'node', 'string')}${ofNodes.join('')}${key('weight', 'edge', 'int')}${key('Pages', 'edge', 'int')}<graph edgedefault="directed">
`;
}

function key(name: string, of: 'node' | 'edge', type: 'int' | 'double' | 'string'): string {
  return `<key id="${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>\n`;
}

function nodeElement(site: FragmentSite): string {
  const data = graphColumns.map(({ name, of }) => `<data key="${name}">${xmlText(String(of(site)))}</data>`);
  return `<node id="${site.id}"><data key="label">${xmlText(site.site)}</data>${data.join('')}</node>\n`;
}

function edgeElement({ source, target, links, pages }: SiteArc): string {
  const data = `<data key="weight">${links}</data><data key="Pages">${pages}</data>`;
  return `<edge source="${source}" target="${target}">${data}</edge>\n`;
}
