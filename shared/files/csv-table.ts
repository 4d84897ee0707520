import { ByteBlocks } from './byte-blocks.ts';
import { csvCell, csvRow } from './csv-cell.ts';

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
    out.utf8(csvLine(columns, row));
    if (out.hasFull) yield* out.full();
  }
  yield* out.rest();
}

/** As `csvRow` of the row's cells, without a list of them. */
function csvLine<Row>(columns: readonly CsvColumn<Row>[], row: Row): string {
  let line = '';
  for (let i = 0; i < columns.length; i += 1) {
    const cell = csvCell(columns[i]![1](row));
    line += i === 0 ? cell : `,${cell}`;
  }
  return `${line}\n`;
}
