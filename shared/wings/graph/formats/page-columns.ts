import { ranksOf } from '../ranking/rank-pages.ts';
import { folderOf } from '../site-graph/folder-of.ts';
import type { GraphNode, OtherPage, SiteGraph, SiteResults } from '../site-graph/graph.ts';
import { labelColumns } from './label-columns.ts';
import { fieldColumns } from './node-columns.ts';

/** A row of the page table: a node with its measures, or an address that was asked for and is no node. */
export type PageRow = MeasuredNode | OtherPage;

interface MeasuredNode {
  readonly node: GraphNode;
  readonly pageRank: number;
  readonly hub: number;
  readonly authority: number;
  readonly component: number;
}

/** A column of the page table; without a value (undefined) its cell is empty, and null in Parquet. */
export interface PageColumn {
  readonly name: string;
  readonly type: 'integer' | 'double' | 'string';
  of(row: PageRow): string | number | undefined;
}

type Value = string | number | undefined;

const ofNode =
  (of: (node: GraphNode) => Value): PageColumn['of'] =>
  row =>
    'node' in row ? of(row.node) : undefined;

const ofMeasures =
  (of: (row: MeasuredNode) => number): PageColumn['of'] =>
  row =>
    'node' in row ? of(row) : undefined;

const urlOf = (row: PageRow): string => ('node' in row ? row.node.url : row.url);

const ownColumns: readonly PageColumn[] = [
  { name: 'Id', type: 'integer', of: ofNode(({ id }) => id) },
  { name: 'Url', type: 'string', of: urlOf },
  { name: 'Folder', type: 'string', of: row => folderOf(urlOf(row)) },
  { name: 'Title', type: 'string', of: ofNode(({ title }) => title) },
  { name: 'Level', type: 'integer', of: row => ('node' in row ? row.node.level : row.level) },
  { name: 'Status', type: 'integer', of: row => ('node' in row ? 200 : row.status) },
  { name: 'Outcome', type: 'string', of: row => ('node' in row ? 'node' : row.outcome) },
  { name: 'Target', type: 'string', of: row => ('node' in row || row.target === '' ? undefined : row.target) },
  { name: 'InDegree', type: 'integer', of: ofNode(({ inDegree }) => inDegree) },
  { name: 'OutDegree', type: 'integer', of: ofNode(({ outDegree }) => outDegree) },
  { name: 'ExternalLinks', type: 'integer', of: ofNode(({ externalLinks }) => externalLinks) },
  { name: 'PageRank', type: 'double', of: ofMeasures(({ pageRank }) => significant(pageRank)) },
  { name: 'Hub', type: 'double', of: ofMeasures(({ hub }) => significant(hub)) },
  { name: 'Authority', type: 'double', of: ofMeasures(({ authority }) => significant(authority)) },
  { name: 'Component', type: 'integer', of: ofMeasures(({ component }) => component) },
  { name: 'Canonical', type: 'string', of: ofNode(({ facts }) => facts?.canonical) },
  { name: 'Robots', type: 'string', of: ofNode(({ facts }) => facts?.robots) },
  { name: 'Hreflang', type: 'string', of: ofNode(({ facts }) => facts?.hreflang?.join(' | ')) },
  { name: 'Language', type: 'string', of: ofNode(({ facts }) => facts?.language) },
  { name: 'Words', type: 'integer', of: ofNode(({ facts }) => facts?.words) },
  { name: 'LastModified', type: 'string', of: ofNode(({ facts }) => instantOf(facts?.lastModified)) },
  { name: 'ContentType', type: 'string', of: ofNode(({ facts }) => facts?.contentType) },
  { name: 'Bytes', type: 'integer', of: ofNode(({ bytes }) => bytes) },
];

/** In the order of the files; last what `--extract` asks for. */
export function pageColumnsOf({
  fieldNames = [],
  isPlaced,
  labels,
}: Pick<SiteGraph, 'fieldNames' | 'isPlaced' | 'labels'>): readonly PageColumn[] {
  const fields = fieldColumns(fieldNames).map(({ name, of }): PageColumn => ({ name, type: 'string', of: ofNode(of) }));
  const host: PageColumn = { name: 'Host', type: 'string', of: row => new URL(urlOf(row)).host };
  return [...ownColumns, ...(isPlaced ? [host] : []), ...labelColumns(labels), ...fields];
}

/** Nodes by id, then the other addresses by level and URL. */
export function* pageRows({ graph, otherPages }: Pick<SiteResults, 'graph' | 'otherPages'>): Iterable<PageRow> {
  const { ranks, hubs, authorities, components } = ranksOf(graph);
  for (const node of graph.nodes()) {
    const { id } = node;
    yield {
      node,
      pageRank: ranks[id]!,
      hub: hubs[id]!,
      authority: authorities[id]!,
      component: components.numbers[id]!,
    };
  }
  yield* otherPages();
}

/** Eight digits: the last ones of a sum say nothing. */
function significant(value: number): number {
  return Number(value.toPrecision(8));
}

/** RFC 9110, section 5.6.7: the form that senders must use, as ISO 8601; undefined for any other. */
export function instantOf(sent: string | undefined): string | undefined {
  if (sent === undefined || !/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(sent)) return undefined;
  const instant = Date.parse(sent);
  return Number.isNaN(instant) ? undefined : `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
