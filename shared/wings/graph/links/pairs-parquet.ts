import { ParquetBlocks, type ParquetColumns, type ParquetField, parquetField } from '../../../files/parquet-blocks.ts';
import type { LinkPair } from './page-links.ts';
import { optionalColumn, type PairTables, pairColumns } from './pair-columns.ts';

type Column = ReturnType<typeof pairColumns>[number];

const pairsPerGroup = 65_536;

/** `links/<file>.pairs.parquet`: the columns of the CSV file, row groups of 65,536 links. */
export async function* pairsParquet(
  pairs: AsyncIterable<readonly LinkPair[]>,
  tables: PairTables,
): AsyncIterable<Uint8Array> {
  const shown = pairColumns(tables);
  const file = new ParquetBlocks(shown.map(fieldOf));
  let waiting: LinkPair[] = [];
  for await (const more of pairs) {
    for (const pair of more) {
      waiting.push(pair);
      if (waiting.length < pairsPerGroup) continue;
      yield file.rowGroup(columnsOf(shown, waiting));
      waiting = [];
    }
  }
  if (waiting.length > 0) yield file.rowGroup(columnsOf(shown, waiting));
  yield file.end();
}

function fieldOf(column: Column): ParquetField {
  return parquetField(column, column.name === optionalColumn ? 'OPTIONAL' : 'REQUIRED');
}

function columnsOf(shown: readonly Column[], pairs: readonly LinkPair[]): ParquetColumns {
  return shown.map(({ name, of }) => ({ name, data: pairs.map(of) }));
}
