import { type Column, columnsOf, significant } from '../../../files/column.ts';
import { ranksOf } from '../ranking/rank-pages.ts';
import { folderOf } from '../site-graph/folder-of.ts';
import type { GraphNode, OtherPage, SiteGraph, SiteResults } from '../site-graph/graph.ts';
import type { ShownMeasures } from './graph-sample.ts';
import { fieldColumns, labelColumns, levelMeaning } from './node-columns.ts';

/** A row of the page table: a node with its measures, or an address that was requested and is no node. */
export type PageRow = MeasuredNode | OtherPage;

interface MeasuredNode extends ShownMeasures {
  readonly node: GraphNode;
}

/** Without a value its cell is empty, and null in Parquet. */
export type PageColumn = Column<PageRow>;

type Value = string | number | undefined;

const ofNode =
  (of: (node: GraphNode) => Value): PageColumn['of'] =>
  row =>
    'node' in row ? of(row.node) : undefined;

const ofMeasures =
  (of: (row: MeasuredNode) => number): PageColumn['of'] =>
  row =>
    'node' in row ? significant(of(row)) : undefined;

const urlOf = (row: PageRow): string => ('node' in row ? row.node.url : row.url);

const ownColumns = columnsOf<PageRow>([
  ['Id', 'integer', 'Id of the node; empty for an address that is no node', ofNode(({ id }) => id)],
  ['Url', 'string', 'normalized address', urlOf],
  ['Folder', 'string', 'path of Url up to its last slash', row => folderOf(urlOf(row))],
  ['Title', 'string', 'title of the page', ofNode(({ title }) => title)],
  ['Level', 'integer', levelMeaning, row => ('node' in row ? row.node : row).level],
  ['Status', 'integer', 'HTTP status of the last answer', row => ('node' in row ? 200 : row.status)],
  [
    'Outcome',
    'string',
    '`node`, `redirect`, `duplicate`, or a skip reason',
    row => ('node' in row ? 'node' : row.outcome),
  ],
  ['Target', 'string', 'where a redirect ends; the page of which a duplicate is one', row => targetOf(row)],
  ['InDegree', 'integer', 'pages that link here, itself included', ofNode(({ inDegree }) => inDegree)],
  ['OutDegree', 'integer', 'pages that it links to, itself included', ofNode(({ outDegree }) => outDegree)],
  ['ExternalLinks', 'integer', 'links to other origins, every occurrence', ofNode(node => node.externalLinks)],
  ['PageRank', 'double', 'Page, Brin, Motwani, Winograd (1998); all sum to 1', ofMeasures(row => row.pageRank)],
  ['Hub', 'double', 'HITS, Kleinberg (1999); all sum to 1', ofMeasures(({ hub }) => hub)],
  ['Authority', 'double', 'HITS, Kleinberg (1999); all sum to 1', ofMeasures(({ authority }) => authority)],
  ['Component', 'integer', 'strongly connected component; 1 is the largest', componentOf],
  ['Canonical', 'string', 'of `link rel=canonical`, else of the header Link', ofNode(node => node.facts?.canonical)],
  ['Robots', 'string', 'directives of `meta name=robots` and of X-Robots-Tag', ofNode(node => node.facts?.robots)],
  [
    'Hreflang',
    'string',
    'languages with addresses, ` | ` between',
    ofNode(({ facts }) => facts?.hreflang?.join(' | ')),
  ],
  ['Language', 'string', '`lang` of the page, else Content-Language; as written', ofNode(node => node.facts?.language)],
  ['Words', 'integer', 'runs of letters and digits in the text', ofNode(node => node.facts?.words)],
  ['LastModified', 'string', 'the header, ISO 8601 in UTC', ofNode(node => instantOf(node.facts?.lastModified))],
  ['ContentType', 'string', 'the header as sent', ofNode(node => node.facts?.contentType)],
  ['Bytes', 'integer', 'size of the body', ofNode(({ bytes }) => bytes)],
  [
    'DetectedLanguage',
    'string',
    'ISO 639-1; of the text where Language is empty',
    ofNode(node => node.facts?.detected),
  ],
]);

function componentOf(row: PageRow): number | undefined {
  return 'node' in row ? row.component : undefined;
}

function targetOf(row: PageRow): string | undefined {
  return 'node' in row || row.target === '' ? undefined : row.target;
}

const hostColumn = columnsOf<PageRow>([['Host', 'string', 'host of Url', row => new URL(urlOf(row)).host]]);

/** In the order of the files; last what `--extract` requests. */
export function pageColumnsOf({
  fieldNames = [],
  isPlaced,
  labels,
}: Pick<SiteGraph, 'fieldNames' | 'isPlaced' | 'labels'>): readonly PageColumn[] {
  const fields = fieldColumns(fieldNames).map((column): PageColumn => ({ ...column, of: ofNode(column.of) }));
  return [...ownColumns, ...(isPlaced ? hostColumn : []), ...labelColumns(labels), ...fields];
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

/** RFC 9110, section 5.6.7: the form that senders must use, as ISO 8601; undefined for any other. */
export function instantOf(sent: string | undefined): string | undefined {
  if (sent === undefined || !/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(sent)) return undefined;
  const instant = Date.parse(sent);
  return Number.isNaN(instant) ? undefined : `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
