import type { ResultSink, TableSink } from '../ports.ts';
import type { Column } from './column.ts';
import { csvHeader, csvRows } from './csv-table.ts';
import type { ParquetBlocks } from './parquet-blocks.ts';
import { writeBlocks } from './write-blocks.ts';

/** Tables of a crawl with these formats. */
export function tableSink(sink: ResultSink, formats: readonly string[]): TableSink {
  return { create: async name => await sink.create(name), parquet: formats.includes('parquet') };
}

/** Single rows, or rows in portions. */
type Rows<Row> = Iterable<Row> | AsyncIterable<readonly Row[]>;

const rowsPerPortion = 1_024;
const rowsPerGroup = 8_192;

/** Writes `<name>.csv` and, where the sink wants it, `<name>.parquet` with the same rows, in groups of 8,192. */
export async function writeTable<Row>(
  sink: TableSink,
  name: string,
  columns: readonly Column<Row>[],
  rows: Rows<Row>,
): Promise<void> {
  if (sink.parquet !== true) {
    await writeBlocks(sink, `${name}.csv`, csvOf(columns, rows));
    return;
  }
  // Loaded when it is requested: its library has a good part of all modules of a crawl.
  const { ParquetBlocks, parquetField } = await import('./parquet-blocks.ts');
  const parquet = new ParquetRows(new ParquetBlocks(columns.map(column => parquetField(column, 'OPTIONAL'))), columns);
  const file = await sink.create(`${name}.parquet`);
  try {
    const both = async function* (): AsyncIterable<readonly Row[]> {
      for await (const portion of portionsOf(rows)) {
        for (const block of parquet.add(portion)) await file.write(block);
        yield portion;
      }
    };
    await writeBlocks(sink, `${name}.csv`, csvOf(columns, both()));
    for (const block of parquet.end()) await file.write(block);
    await file.close();
  } catch (error) {
    await file.abort();
    throw error;
  }
}

async function* csvOf<Row>(columns: readonly Column<Row>[], rows: Rows<Row>): AsyncIterable<Uint8Array> {
  yield* csvHeader(columns);
  if (Symbol.iterator in rows) yield* csvRows(columns, rows);
  else for await (const portion of rows) yield* csvRows(columns, portion);
}

async function* portionsOf<Row>(rows: Rows<Row>): AsyncIterable<readonly Row[]> {
  if (!(Symbol.iterator in rows)) {
    yield* rows;
    return;
  }
  let portion: Row[] = [];
  for (const row of rows) {
    portion.push(row);
    if (portion.length < rowsPerPortion) continue;
    yield portion;
    portion = [];
  }
  yield portion;
}

/** Rows that wait for their group. */
class ParquetRows<Row> {
  readonly #file: ParquetBlocks;
  readonly #columns: readonly Column<Row>[];
  #waiting: Row[] = [];

  constructor(file: ParquetBlocks, columns: readonly Column<Row>[]) {
    this.#file = file;
    this.#columns = columns;
  }

  *add(rows: readonly Row[]): Iterable<Uint8Array> {
    for (const row of rows) {
      this.#waiting.push(row);
      if (this.#waiting.length === rowsPerGroup) yield this.#group();
    }
  }

  *end(): Iterable<Uint8Array> {
    if (this.#waiting.length > 0) yield this.#group();
    yield this.#file.end();
  }

  #group(): Uint8Array {
    const rows = this.#waiting;
    this.#waiting = [];
    return this.#file.rowGroup(
      this.#columns.map(column => ({ name: column.name, data: rows.map(row => cellOf(column, row)) })),
    );
  }
}

/** A number's cell may be an empty text in CSV; in Parquet it is null. */
function cellOf<Row>({ type, of }: Column<Row>, row: Row): string | number | undefined {
  const value = of(row);
  if (value === undefined || (value === '' && type !== 'string')) return undefined;
  return type === 'string' ? String(value) : Number(value);
}
