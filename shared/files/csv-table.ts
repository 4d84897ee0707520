import { blocksOf } from './byte-blocks.ts';
import type { Column } from './column.ts';

/**
 * Spreadsheets take a cell that starts so for a formula (OWASP, CSV Injection; ASVS 5.0, 1.2.10), also in full width. Apostrophes in
 * front are part of the pattern, so that a text that already looks neutralized is marked too and decoding is exact.
 */
const formulaStart = /^'*[=+\-@\t\r\n\0＝＋－＠]/;
const neutralized = /^'+[=+\-@\t\r\n\0＝＋－＠]/;
/** RFC 4180, section 2, rules 6 and 7. */
const needsQuotes = /[",\r\n]/;

/** A cell of a CSV row, quoted where RFC 4180 requests it. Text that would start a formula gets an apostrophe. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  if (value === '') return value;
  const text = !startsPlain(value) && formulaStart.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Nearly all cells begin with a letter or a digit: these need no pattern. */
function startsPlain(value: string): boolean {
  const code = value.charCodeAt(0);
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
}

/** The text that `csvCell` was given, from what a CSV reader returns for the cell. */
export function csvCellText(cell: string): string {
  return neutralized.test(cell) ? cell.slice(1) : cell;
}

export function csvRow(cells: readonly (string | number)[]): string {
  let row = '';
  for (let i = 0; i < cells.length; i += 1) row += i === 0 ? csvCell(cells[i]!) : `,${csvCell(cells[i]!)}`;
  return `${row}\n`;
}

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

export function csvRows<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): Generator<Uint8Array, void> {
  return blocksOf(rows, row => csvLine(columns, row));
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

const quote = 0x22;
const lineFeed = 0x0a;
/** A row is no longer. */
const mostRow = 1 << 24;

/**
 * The whole rows at the start of `bytes` (the grammar of docs/formats/tables.md, "CSV"), and how many bytes they take; a row that is
 * cut off at the end is left for the next reading, unless this is the file's end.
 */
export function readCsvRows(bytes: Uint8Array, isEnd: boolean): { rows: string[][]; readBytes: number } {
  const rows: string[][] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    // A doubled quote opens again at once what it closed.
    if (byte === quote) quoted = !quoted;
    if (byte !== lineFeed || quoted) continue;
    rows.push(cellsOf(bytes.subarray(start, at)));
    start = at + 1;
  }
  if (isEnd && start < bytes.byteLength) {
    rows.push(cellsOf(bytes.subarray(start)));
    start = bytes.byteLength;
  }
  return { rows, readBytes: start };
}

/** The rows of a file that comes in pieces of any size. `endless` makes the error for a row that is longer than `mostRow`. */
export async function* csvRowsIn(
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string>,
  endless = () => new Error('a row does not end'),
): AsyncGenerator<readonly string[], undefined> {
  let left: Uint8Array = new Uint8Array(0);
  let unread: Uint8Array[] = [];
  let unreadBytes = 0;
  for await (const piece of pieces) {
    const more = Buffer.from(piece);
    unread.push(more);
    unreadBytes += more.length;
    // A long row is read again when it has doubled, not with each piece.
    if (unreadBytes < left.length) continue;
    const bytes = Buffer.concat([left, ...unread]);
    const { rows, readBytes } = readCsvRows(bytes, false);
    yield* rows;
    left = bytes.subarray(readBytes);
    if (left.length > mostRow) throw endless();
    unread = [];
    unreadBytes = 0;
  }
  yield* readCsvRows(Buffer.concat([left, ...unread]), true).rows;
  return undefined;
}

function cellsOf(line: Uint8Array): string[] {
  // With a comma before each cell no match is empty, so none is passed over.
  const text = `,${Buffer.from(line).toString('utf8')}`;
  const cells = text.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...cells].map(([, inQuotes, plain]) => csvCellText(inQuotes?.replaceAll('""', '"') ?? plain ?? ''));
}
