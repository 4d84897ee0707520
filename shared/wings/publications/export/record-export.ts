/** Records of the user's applications as CSV, JSON Lines, Parquet and text, in the order in which they were kept; only some are in memory. */
import type { Columns, ColumnType } from '../../../domain/applications/publication-application.ts';
import { notesOf } from '../../../files/column.ts';
import { csvRow } from '../../../files/csv-table.ts';
import { type RecordRow, shownValues } from '../applications/application-records.ts';
import { parquetOf } from './parquet-of.ts';
import type { SourceName } from './publication-record.ts';

/** An application's table as it is written. */
export interface ExportedTable {
  readonly name: string;
  readonly columns: Columns;
  readonly rows: AsyncIterable<RecordRow>;
  /** By the number of the source. */
  readonly sources: ReadonlyMap<number, SourceName>;
}

/** Columns before the application's own. */
export const recordColumns = notesOf<string, ColumnType>([
  ['address', 'text', 'address of the page, as it was requested'],
  ['publication', 'integer', 'number of the publication; empty: the address has none'],
  ['version', 'integer', 'number of its version'],
  ['source', 'text', 'name of the source'],
  ['application', 'text', 'name of the application'],
  ['digest', 'text', 'of the application that gave the record'],
  ['seen', 'instant', 'when the page was read'],
]);
const common: Columns = Object.fromEntries(recordColumns.map(({ name, type }) => [name, type]));

/** All columns of the files in their order. */
export function exportedColumns(columns: Columns): Columns {
  return { ...common, ...columns };
}

function lineOf({ name, columns, sources }: ExportedTable, row: RecordRow) {
  const source = sources.get(row.source)?.name ?? String(row.source);
  const seen = new Date(row.seenAt).toISOString();
  return {
    common: [row.address, row.publication ?? null, row.version ?? null, source, name, row.digest, seen],
    own: shownValues(columns, row.values),
  };
}

export async function* recordsCsv(table: ExportedTable): AsyncGenerator<string> {
  yield csvRow(Object.keys(exportedColumns(table.columns)));
  for await (const row of table.rows) {
    const { common: cells, own } = lineOf(table, row);
    yield csvRow(
      [...cells, ...Object.values(own)].map(cell => (typeof cell === 'boolean' ? String(cell) : (cell ?? ''))),
    );
  }
}

export async function* recordsJsonl(table: ExportedTable): AsyncGenerator<string> {
  for await (const row of table.rows) yield `${JSON.stringify(recordObject(table, row))}\n`;
}

/** A record as JSON has it: the common columns, then the application's. */
function recordObject(
  table: Pick<ExportedTable, 'name' | 'columns' | 'sources'>,
  row: RecordRow,
): Readonly<Record<string, string | number | boolean | null>> {
  const { common: cells, own } = lineOf({ ...table, rows: noRows }, row);
  return { ...Object.fromEntries(Object.keys(common).map((name, index) => [name, cells[index] ?? null])), ...own };
}

const noRows: ExportedTable['rows'] = { [Symbol.asyncIterator]: async function* () {} };

/** For a person: when and where, then the values. */
export async function* recordsText(table: ExportedTable): AsyncGenerator<string> {
  for await (const row of table.rows) {
    const { own } = lineOf(table, row);
    const values = Object.entries(own).flatMap(([name, value]) => (value === null ? [] : [`${name} ${String(value)}`]));
    const seen = new Date(row.seenAt).toISOString().slice(0, 16).replace('T', ' ');
    yield `${seen}  ${row.address}\n${' '.repeat(18)}${values.join(', ').replaceAll(/\s+/g, ' ')}\n`;
  }
}

type Cells = readonly (string | number | boolean | null)[];

export function recordsParquet(table: ExportedTable): AsyncGenerator<Uint8Array, void> {
  const columns = Object.entries(exportedColumns(table.columns)).map(([name, type], index) => ({
    ...{ name, type, of: (cells: Cells) => cells[index] ?? null },
  }));
  return parquetOf(cellsOf(table), columns, { mostRows: 10_000, charactersOf });
}

async function* cellsOf(table: ExportedTable): AsyncGenerator<Cells> {
  for await (const row of table.rows) {
    const { common: cells, own } = lineOf(table, row);
    yield [...cells, ...Object.values(own)];
  }
}

function charactersOf(cells: Cells): number {
  return cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);
}
