import { ParquetBlocks, parquetField } from '../../../files/parquet-blocks.ts';
import type { SiteResults } from '../site-graph/graph.ts';
import { type PageRow, pageColumnsOf, pageRows } from './page-columns.ts';

const rowsPerGroup = 8_192;

/** `pages/<file>.parquet`: the columns of the CSV file, row groups of 8,192 rows. */
export function* pagesParquet(results: Pick<SiteResults, 'graph' | 'otherPages'>): Iterable<Uint8Array> {
  const columns = pageColumnsOf(results.graph);
  const file = new ParquetBlocks(columns.map(column => parquetField(column, 'OPTIONAL')));
  const group = (rows: readonly PageRow[]): Uint8Array =>
    file.rowGroup(columns.map(({ name, of }) => ({ name, data: rows.map(row => of(row)) })));
  let waiting: PageRow[] = [];
  for (const row of pageRows(results)) {
    waiting.push(row);
    if (waiting.length < rowsPerGroup) continue;
    yield group(waiting);
    waiting = [];
  }
  if (waiting.length > 0) yield group(waiting);
  yield file.end();
}
