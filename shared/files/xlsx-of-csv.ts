import { csvRowsIn } from './csv-table.ts';
import type { XlsxCell } from './xlsx-blocks.ts';

/** Numbers as the files of results have them: a text of digits with a 0 before them, or of more than 15, is no number. */
const numeral = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?(?:e[-+]?\d+)?$/;

/** The workbook of rows whose cells are texts, as CSV has them. */
export async function* xlsxOfRows(
  columns: readonly string[],
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<Uint8Array, void> {
  // Loaded when a workbook is requested.
  const { xlsxBlocks } = await import('./xlsx-blocks.ts');
  const cells = async function* () {
    for await (const row of rows) yield [row.map((cell): XlsxCell => (numeral.test(cell) ? Number(cell) : cell))];
  };
  yield* xlsxBlocks(columns, cells());
}

type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string>;

/** The workbook of a CSV file, which comes in pieces of any size. */
export async function* xlsxOfCsv(pieces: Pieces): AsyncGenerator<Uint8Array, void> {
  const rows = csvRowsIn(pieces);
  const { value: header = [] } = await rows.next();
  yield* xlsxOfRows(header, rows);
}
