import type { Attribute } from '../../../files/attribute.ts';
import type { GraphNode } from '../site-graph/graph.ts';

export interface NodeColumn extends Attribute<GraphNode> {
  readonly type: 'integer' | 'string';
}

/** What is known of a node, in the order of the CSV file; every format that has attributes names them so. */
export const nodeColumns: readonly NodeColumn[] = [
  { name: 'Id', type: 'integer', of: node => node.id },
  { name: 'Label', type: 'string', of: node => node.label },
  { name: 'Url', type: 'string', of: node => node.url },
  { name: 'Title', type: 'string', of: node => node.title },
  { name: 'Level', type: 'integer', of: node => node.level },
  { name: 'InDegree', type: 'integer', of: node => node.inDegree },
  { name: 'OutDegree', type: 'integer', of: node => node.outDegree },
  { name: 'ExternalLinks', type: 'integer', of: node => node.externalLinks },
  { name: 'ContentHash', type: 'string', of: node => node.contentHash },
  { name: 'Duplicates', type: 'integer', of: node => node.duplicates },
  { name: 'Bytes', type: 'integer', of: node => node.bytes },
  { name: 'FoundOn', type: 'string', of: node => node.foundOn },
  { name: 'FetchedUrl', type: 'string', of: node => node.fetchedUrl },
  { name: 'LinksDropped', type: 'integer', of: node => node.linksDropped },
];

/** Those that XML formats keep as attributes: id and label have a place of their own there. */
export const nodeAttributes: readonly NodeColumn[] = nodeColumns.filter(
  column => column.name !== 'Id' && column.name !== 'Label',
);
