import { type Attribute, type AttributeName, attributeText } from './attribute.ts';
import { xmlText } from './xml-text.ts';

interface GexfHead {
  readonly description: string;
  readonly nodeCount: number;
  readonly nodeAttributes: readonly AttributeName[];
  readonly edgeAttributes?: readonly AttributeName[];
}

/**
 * The beginning of a GEXF 1.3 file (gexf.net/1.3), before its nodes. Without `lastmodifieddate`, so that two runs give the same
 * bytes. Attribute ids are numbers, by which readers know that the title is the name.
 */
export function gexfHead({ description, nodeCount, nodeAttributes, edgeAttributes = [] }: GexfHead): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" version="1.3">
<meta>
<creator>Orbweaver</creator>
<description>${xmlText(description)}</description>
</meta>
<graph mode="static" defaultedgetype="directed" idtype="integer">
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
