import { ByteBlocks } from './byte-blocks.ts';
import type { Column } from './column.ts';
import { csvCell, csvRow } from './csv-cell.ts';

/** A CSV file in blocks: a header of the column names, then a line per row. */
export function* csvTable<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): Generator<Uint8Array, void> {
  yield* csvHeader(columns);
  yield* csvRows(columns, rows);
}

export function* csvHeader<Row>(columns: readonly Column<Row>[]): Generator<Uint8Array, void> {
  yield Buffer.from(csvHead(columns));
}

/** The first line of a table. */
export function csvHead(columns: readonly { readonly name: string }[]): string {
  return csvRow(columns.map(({ name }) => name));
}

export function* csvRows<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  for (const row of rows) {
    out.utf8(csvLine(columns, row));
    if (out.hasFull) yield* out.full();
  }
  yield* out.rest();
}

/** The same line as `csvRow` makes of the cells, without a list of the cells in memory. */
function csvLine<Row>(columns: readonly Column<Row>[], row: Row): string {
  let line = '';
  for (let i = 0; i < columns.length; i += 1) {
    const cell = csvCell(columns[i]!.of(row) ?? '');
    line += i === 0 ? cell : `,${cell}`;
  }
  return `${line}\n`;
}
