import type { GraphNode, SiteGraph } from '../graph.ts';
import { arcLines } from './arc-lines.ts';
import { ByteBlocks } from './byte-blocks.ts';
import { nodeAttributes } from './node-columns.ts';
import { xmlText } from './xml-text.ts';

/**
 * `graph/<file>.graphml` (graphml.graphdrawing.org). `label` and `weight` are in lower case because Gephi and networkx
 * know them by these names; all other keys are called as in the CSV file.
 */
export function* graphml(graph: SiteGraph): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  out.utf8(head());
  for (const node of graph.nodes()) {
    out.utf8(nodeElement(node));
    yield* out.full();
  }
  yield* arcLines(out, graph.arcs, {
    firstId: 0,
    before: source => `<edge source="${source}" target="`,
    weight: '"><data key="weight">',
    end: '</data></edge>\n',
  });
  out.utf8('</graph>\n</graphml>\n');
  yield* out.rest();
}

const graphmlTypes = { integer: 'int', string: 'string' } as const;

function head(): string {
  const keys = nodeAttributes.map(({ name, type }) => key(name, 'node', graphmlTypes[type]));
  return `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
${key('label', 'node', 'string')}${keys.join('')}${key('weight', 'edge', 'int')}<graph edgedefault="directed">
`;
}

function key(name: string, of: 'node' | 'edge', type: 'int' | 'string'): string {
  return `<key id="${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>\n`;
}

function nodeElement(node: GraphNode): string {
  let data = `<data key="label">${xmlText(node.label)}</data>`;
  for (const { name, of } of nodeAttributes) {
    const value = of(node);
    data += `<data key="${name}">${typeof value === 'number' ? value : xmlText(value)}</data>`;
  }
  return `<node id="${node.id}">${data}</node>\n`;
}
