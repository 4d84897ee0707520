import type { SiteLabels } from '../../../domain/spec/sites/site-labels.ts';
import type { AttributeName } from '../../../files/attribute.ts';
import { type Column, columnsOf } from '../../../files/column.ts';
import { folderOf } from '../site-graph/folder-of.ts';
import type { GraphNode, SiteGraph } from '../site-graph/graph.ts';

export const levelMeaning =
  'least number of clicks from the start page; with `--order links` the clicks of the path that was found';

/** The labels of the site, in each row of its tables, so that tables of many sites can be joined; none if it says nothing. */
export function labelColumns(labels: SiteLabels | undefined): readonly Column<unknown, number | string>[] {
  if (labels === undefined) return [];
  const { number, name, shortName, tags } = labels;
  return columnsOf<unknown, number | string>([
    ['Site', 'integer', 'number of the site', () => number],
    ['SiteName', 'string', 'its name; the host where the list gives none', () => name],
    ['ShortName', 'string', 'its short name', () => shortName],
    ['Tags', 'string', 'kinds of sites in the words of the list, `; ` between', () => tags],
  ]);
}

/** `columns` with those of the site behind them. */
export function withLabels<Row>(
  columns: readonly Column<Row>[],
  labels: SiteLabels | undefined,
): readonly Column<Row>[] {
  return [...columns, ...labelColumns(labels)];
}

/** The title of a picture or a file of the site: its name with its origin. */
export function titleOf({ origin, labels }: { readonly origin: string; readonly labels?: SiteLabels }): string {
  return labels === undefined || labels.name === new URL(origin).host ? origin : `${labels.name} (${origin})`;
}

export type NodeColumn = Column<GraphNode, string | number>;

/** The attributes of a node, in the order of the CSV file; every format that has attributes names them so. */
const nodeColumns = columnsOf<GraphNode, string | number>([
  ['Id', 'integer', 'from 0, by level, then by the bytes of Url', node => node.id],
  ['Label', 'string', 'path and query of Url', node => node.label],
  ['Url', 'string', "normalized address, the page's identity", node => node.url],
  ['Title', 'string', 'title of the page', node => node.title],
  ['Level', 'integer', `${levelMeaning}; -1: no clicks lead there`, node => node.level],
  ['InDegree', 'integer', 'pages that link here, itself included', node => node.inDegree],
  ['OutDegree', 'integer', 'pages that it links to, itself included', node => node.outDegree],
  ['ExternalLinks', 'integer', 'links to other origins, every occurrence', node => node.externalLinks],
  ['ContentHash', 'string', 'SHA-256 of the body after its Content-Encoding is undone', node => node.contentHash],
  ['Duplicates', 'integer', 'addresses merged into this node: their content is equal', node => node.duplicates],
  ['Bytes', 'integer', 'size of that body', node => node.bytes],
  ['FoundOn', 'string', 'first page, in page order, that links here; empty for the start page', node => node.foundOn],
  ['FetchedUrl', 'string', 'the address that was requested: first seen, not normalized', node => node.fetchedUrl],
  ['LinksDropped', 'integer', 'links over the cap on links of one page; not in the graph', node => node.linksDropped],
]);

/** Of crawls that load pages in a browser. */
export const renderedColumns = columnsOf<GraphNode, string | number>([
  ['Rendering', 'string', '`rendered`, or why the page is as it was sent', node => node.rendering ?? ''],
  ['RawHash', 'string', 'SHA-256 of the body as it was sent, where it was rendered', node => node.rawHash ?? ''],
]);

/** Of sites that are more or less than a host. */
export const placeColumns = columnsOf<GraphNode, string | number>([
  ['Host', 'string', 'host of Url', node => new URL(node.url).host],
  ['Folder', 'string', 'path of Url up to its last slash', node => folderOf(node.url)],
]);

type ColumnsOf = Pick<SiteGraph, 'arcs' | 'fieldNames' | 'isPlaced' | 'labels'>;

export function nodeColumnsOf({ arcs, fieldNames = [], isPlaced, labels }: ColumnsOf): readonly NodeColumn[] {
  const rendered = arcs.hasTypes ? renderedColumns : [];
  const placed = isPlaced ? placeColumns : [];
  return [...nodeColumns, ...rendered, ...placed, ...labelColumns(labels), ...fieldColumns(fieldNames)];
}

/** The columns of the fields that `--extract` names. The beginning of the name keeps it apart from every column of ours. */
export function fieldColumns(names: readonly string[]): readonly NodeColumn[] {
  return columnsOf(
    names.map(
      (name, index) => [`Field_${name}`, 'string', 'by `--extract`', node => node.fields?.[index] ?? ''] as const,
    ),
  );
}

/** Those that XML formats keep as attributes: id and label have their own place there. */
export function nodeAttributesOf(graph: ColumnsOf): readonly NodeColumn[] {
  return nodeColumnsOf(graph).filter(({ name }) => name !== 'Id' && name !== 'Label');
}

/** The attributes of an arc beside its weight. */
export function edgeAttributesOf({ arcs }: Pick<SiteGraph, 'arcs'>): readonly AttributeName[] {
  return arcs.hasTypes ? [{ name: 'LinkType', type: 'string' }] : [];
}
