import { type Attribute, type AttributeName, attributeText } from './attribute.ts';
import { xmlText } from './xml-text.ts';

interface GraphmlHead {
  readonly nodeAttributes: readonly AttributeName[];
  readonly edgeAttributes?: readonly AttributeName[];
}

/**
 * The beginning of a GraphML file (graphml.graphdrawing.org), before its nodes. `label` and `weight` are in lower case because
 * Gephi and networkx know them by these names; all other keys are called as in the CSV file.
 */
export function graphmlHead({ nodeAttributes, edgeAttributes = [] }: GraphmlHead): string {
  const ofNodes = [{ name: 'label', type: 'string' } as const, ...nodeAttributes].map(each => key('node', each));
  const ofEdges = [{ name: 'weight', type: 'integer' } as const, ...edgeAttributes].map(each => key('edge', each));
  return `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
${ofNodes.join('')}${ofEdges.join('')}<graph edgedefault="directed">
`;
}

const graphmlTypes = { integer: 'int', double: 'double', string: 'string' } as const;

function key(of: 'node' | 'edge', { name, type }: AttributeName): string {
  return `<key id="${name}" for="${of}" attr.name="${name}" attr.type="${graphmlTypes[type]}"/>\n`;
}

export function graphmlNode<Node extends { readonly id: number }>(
  node: Node,
  label: string,
  attributes: readonly Attribute<Node>[],
): string {
  let data = `<data key="label">${xmlText(label)}</data>`;
  for (const { name, of } of attributes) data += `<data key="${name}">${attributeText(of(node))}</data>`;
  return `<node id="${node.id}">${data}</node>\n`;
}

export const graphmlEnd = '</graph>\n</graphml>\n';
