import { type CsvColumn, csvTable } from '../../../files/csv-table.ts';
import type { SiteResults } from '../site-graph/graph.ts';
import { type PageRow, pageColumnsOf, pageRows } from './page-columns.ts';

/** `pages/<file>.csv`. */
export function pagesCsv(results: Pick<SiteResults, 'graph' | 'otherPages'>): Iterable<Uint8Array> {
  const columns = pageColumnsOf(results.graph).map(({ name, of }): CsvColumn<PageRow> => [name, row => of(row) ?? '']);
  return csvTable(columns, pageRows(results));
}
