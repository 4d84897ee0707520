/** Tables of SQL over the Parquet files of all crawls of an account: which files a table has, and its columns. */
import type { ColumnNote } from '../files/column.ts';
import { edgeColumnsOf } from './graph/formats/graph-csv.ts';
import { labelColumns, nodeColumnsOf } from './graph/formats/node-columns.ts';
import { pageColumnsOf } from './graph/formats/page-columns.ts';
import { externalColumns, externalTypeColumn, mergeColumns, skippedColumns } from './graph/formats/report-csv.ts';
import { brokenColumns } from './graph/links/broken-part.ts';
import { pairColumns } from './graph/links/pair-columns.ts';

/** A table of Athena. A crawl without a column, or without the file, has nulls or no rows there. */
export interface AnalysisTable {
  readonly name: string;
  /** Folder and end of the names of its files. */
  readonly folder: string;
  readonly ending: string;
  readonly columns: readonly ColumnNote[];
}

/** A site with every column that some sites have. `--extract` names further ones, which differ from crawl to crawl. */
const all = {
  arcs: { hasTypes: true },
  isPlaced: true as const,
  labels: { number: 0, name: '', shortName: '', tags: '' },
};
const labels = labelColumns(all.labels);

export const analysisTables: readonly AnalysisTable[] = [
  table('nodes', 'graph/', '.nodes.parquet', nodeColumnsOf(all as Parameters<typeof nodeColumnsOf>[0])),
  table(
    'edges',
    'graph/',
    '.edges.parquet',
    edgeColumnsOf(all.arcs).filter(({ name }) => name !== 'Type'),
  ),
  table('pages', 'pages/', '.parquet', pageColumnsOf(all)),
  table('external_links', 'links/', '.external.parquet', [...externalColumns, ...externalTypeColumn, ...labels]),
  table('links', 'links/', '.pairs.parquet', pairColumns({ isOfSet: false, isLabelled: true })),
  table('broken', 'reports/', '.broken.parquet', [...brokenColumns, ...labels]),
  table('merges', 'reports/', '.merges.parquet', [...mergeColumns, ...labels]),
  table('skipped', 'reports/', '.skipped.parquet', [...skippedColumns, ...labels]),
];

/** The links of all sites in one file are those of the single sites once more. */
const repeated = 'links/all.pairs.parquet';

/** The result files of each table that has any, in the order of `files`. */
export function filesOfTables(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { name, folder, ending } of analysisTables) {
    const own = files.filter(file => file.startsWith(folder) && file.endsWith(ending) && file !== repeated);
    if (own.length > 0) found.set(name, own);
  }
  return found;
}

function table(name: string, folder: string, ending: string, columns: readonly ColumnNote[]): AnalysisTable {
  return { name, folder, ending, columns };
}
