import { ParquetBlocks, type ParquetColumns, type ParquetField } from '../../../files/parquet-blocks.ts';
import type { LinkPair } from './page-links.ts';
import { type PairTables, pairColumns } from './pair-columns.ts';

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

function fieldOf({ name, type, isOptional }: Column): ParquetField {
  const physical =
    type === 'integer' ? ({ type: 'INT32' } as const) : ({ type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const);
  return { name, ...physical, repetition_type: isOptional === true ? 'OPTIONAL' : 'REQUIRED' };
}

function columnsOf(shown: readonly Column[], pairs: readonly LinkPair[]): ParquetColumns {
  return shown.map(({ name, of }) => ({ name, data: pairs.map(of) }));
}
