import { csvTable } from '../../../files/csv-table.ts';
import type { SiteResults } from '../site-graph/graph.ts';
import { pageColumnsOf, pageRows } from './page-columns.ts';

/** `pages/<file>.csv`. */
export function pagesCsv(results: Pick<SiteResults, 'graph' | 'otherPages'>): Iterable<Uint8Array> {
  return csvTable(pageColumnsOf(results.graph), pageRows(results));
}
