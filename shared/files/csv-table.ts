import { ByteBlocks } from './byte-blocks.ts';
import { csvRow } from './csv-cell.ts';

/** A named column and how its cell is read from a row. */
export type CsvColumn<Row> = readonly [name: string, of: (row: Row) => string | number];

/** A CSV file in blocks: a header of the column names, then a line per row. */
export function* csvTable<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): Generator<Uint8Array, void> {
  yield* csvHeader(columns);
  yield* csvRows(columns, rows);
}

export function* csvHeader<Row>(columns: readonly CsvColumn<Row>[]): Generator<Uint8Array, void> {
  yield Buffer.from(csvRow(columns.map(([name]) => name)));
}

export function* csvRows<Row>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  for (const row of rows) {
    out.utf8(csvRow(columns.map(([, of]) => of(row))));
    yield* out.full();
  }
  yield* out.rest();
}
