import type { Attribute, AttributeName } from '../../../files/attribute.ts';
import { folderOf } from '../site-graph/folder-of.ts';
import type { GraphNode, SiteGraph } from '../site-graph/graph.ts';
import { labelColumns } from './label-columns.ts';

export interface NodeColumn extends Attribute<GraphNode> {
  readonly type: 'integer' | 'string';
}

/** What is known of a node, in the order of the CSV file; every format that has attributes names them so. */
const nodeColumns: readonly NodeColumn[] = [
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

/** Of crawls that load pages in a browser. */
const renderedColumns: readonly NodeColumn[] = [
  ...nodeColumns,
  { name: 'Rendering', type: 'string', of: node => node.rendering ?? '' },
  { name: 'RawHash', type: 'string', of: node => node.rawHash ?? '' },
];

/** Of sites that are more or less than a host. */
const placeColumns: readonly NodeColumn[] = [
  { name: 'Host', type: 'string', of: node => new URL(node.url).host },
  { name: 'Folder', type: 'string', of: node => folderOf(node.url) },
];

type ColumnsOf = Pick<SiteGraph, 'arcs' | 'fieldNames' | 'isPlaced' | 'labels'>;

export function nodeColumnsOf({ arcs, fieldNames = [], isPlaced, labels }: ColumnsOf): readonly NodeColumn[] {
  const known = arcs.hasTypes ? renderedColumns : nodeColumns;
  return [...known, ...(isPlaced ? placeColumns : []), ...labelColumns(labels), ...fieldColumns(fieldNames)];
}

/** What `--extract` asks for. The beginning of the name keeps it apart from every column of ours. */
export function fieldColumns(names: readonly string[]): readonly NodeColumn[] {
  return names.map((name, index) => ({
    name: `Field_${name}`,
    type: 'string',
    of: node => node.fields?.[index] ?? '',
  }));
}

/** Those that XML formats keep as attributes: id and label have a place of their own there. */
export function nodeAttributesOf(graph: ColumnsOf): readonly NodeColumn[] {
  return nodeColumnsOf(graph).filter(({ name }) => name !== 'Id' && name !== 'Label');
}

/** What is known of an arc beside its weight. */
export function edgeAttributesOf({ arcs }: Pick<SiteGraph, 'arcs'>): readonly AttributeName[] {
  return arcs.hasTypes ? [{ name: 'LinkType', type: 'string' }] : [];
}
