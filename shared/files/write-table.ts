import { type ResultSink, type TableFormat, type TableSink, tableFormats } from '../ports/result-ports.ts';
import type { Column } from './column.ts';
import { csvHeader, csvRows } from './csv-table.ts';
import { groupsOf } from './groups-of.ts';
import type { ParquetBlocks } from './parquet-blocks.ts';

/** Tables of a crawl with these formats: CSV always, others where they are requested. */
export function tableSink(sink: ResultSink, formats: readonly string[]): TableSink {
  return {
    create: async name => await sink.create(name),
    tables: tableFormats.filter(format => format === 'csv' || formats.includes(format)),
  };
}

/** Single rows, or rows in portions. */
export type Rows<Row> = Iterable<Row> | AsyncIterable<readonly Row[]>;

/** Properties of a table's Parquet file. */
interface ParquetForm {
  /** Names of the columns that may be null; absent: all may. */
  readonly nullable?: readonly string[];
  readonly rowsPerGroup?: number;
}

const rowsPerPortion = 1_024;
const usualGroup = 8_192;

type BlocksOf = <Row>(columns: readonly Column<Row>[], rows: Rows<Row>, form: ParquetForm) => AsyncIterable<Uint8Array>;

/** The files of a table by their ends. */
const blocksOf: Readonly<Record<TableFormat, BlocksOf>> = {
  async *csv(columns, rows) {
    yield* csvHeader(columns);
    if (Symbol.iterator in rows) yield* csvRows(columns, rows);
    else for await (const portion of rows) yield* csvRows(columns, portion);
  },
  async *parquet(columns, rows, form) {
    const parquet = await ParquetRows.open(columns, form);
    for await (const portion of portionsOf(rows)) yield* parquet.add(portion);
    yield* parquet.end();
  },
  async *xlsx(columns, rows) {
    // Loaded when it is requested, as few crawls do.
    const { xlsxBlocks } = await import('./xlsx-blocks.ts');
    const cells = async function* () {
      for await (const portion of portionsOf(rows))
        yield portion.map(row => columns.map(column => cellOf(column, row)));
    };
    yield* xlsxBlocks(
      columns.map(({ name }) => name),
      cells(),
    );
  },
};

/**
 * Writes `<name>.csv`, `<name>.parquet` and `<name>.xlsx`, those that the sink wants, from the same rows, which are read once. The
 * Parquet file has groups of 8,192 rows where `form` gives no other number.
 */
export async function writeTable<Row>(
  sink: TableSink,
  name: string,
  columns: readonly Column<Row>[],
  rows: Rows<Row>,
  form: ParquetForm = {},
): Promise<void> {
  const { tables = ['csv'] } = sink;
  const write = async (format: TableFormat, read: Rows<Row>): Promise<void> =>
    await writeBlocks(sink, `${name}.${format}`, blocksOf[format](columns, read, form));
  if (tables.length === 1) {
    await write(tables[0]!, rows);
    return;
  }
  const shared = new SharedPortions(portionsOf(rows), tables.length);
  const writing = tables.map(async format => {
    try {
      await write(format, shared);
    } catch (error) {
      shared.fail(error);
      throw error;
    }
  });
  // All files are closed, or aborted, before the first failure is reported.
  await Promise.allSettled(writing);
  await Promise.all(writing);
}

function portionsOf<Row>(rows: Rows<Row>): Iterable<readonly Row[]> | AsyncIterable<readonly Row[]> {
  return Symbol.iterator in rows ? groupsOf(rows, rowsPerPortion) : rows;
}

/** The same portions for several readers: a portion is read when all readers have taken its predecessor. After a failure, none. */
class SharedPortions<Row> implements AsyncIterable<readonly Row[]> {
  readonly #portions: Iterator<readonly Row[]> | AsyncIterator<readonly Row[]>;
  readonly #readers: number;
  #next = Promise.withResolvers<IteratorResult<readonly Row[]>>();
  #waiting = 0;

  constructor(portions: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>, readers: number) {
    this.#portions = Symbol.iterator in portions ? portions[Symbol.iterator]() : portions[Symbol.asyncIterator]();
    this.#readers = readers;
  }

  [Symbol.asyncIterator](): AsyncIterator<readonly Row[]> {
    return { next: async () => await this.#take() };
  }

  fail(error: unknown): void {
    this.#waiting = Number.NaN;
    // It may be that nobody waits for it.
    this.#next.promise.catch(() => {});
    this.#next.reject(error);
  }

  async #take(): Promise<IteratorResult<readonly Row[]>> {
    const { promise, resolve } = this.#next;
    this.#waiting += 1;
    if (this.#waiting === this.#readers) {
      this.#next = Promise.withResolvers();
      this.#waiting = 0;
      resolve(this.#read());
    }
    return await promise;
  }

  async #read(): Promise<IteratorResult<readonly Row[]>> {
    return await this.#portions.next();
  }
}

/** Rows that wait for their group. */
class ParquetRows<Row> {
  readonly #file: ParquetBlocks;
  readonly #columns: readonly Column<Row>[];
  readonly #most: number;
  #waiting: Row[] = [];

  private constructor(file: ParquetBlocks, columns: readonly Column<Row>[], most: number) {
    this.#file = file;
    this.#columns = columns;
    this.#most = most;
  }

  static async open<Row>(
    columns: readonly Column<Row>[],
    { nullable, rowsPerGroup = usualGroup }: ParquetForm,
  ): Promise<ParquetRows<Row>> {
    // Loaded when it is requested: its library has a good part of all modules of a crawl.
    const { ParquetBlocks, parquetField } = await import('./parquet-blocks.ts');
    const fields = columns.map(column =>
      parquetField(column, nullable?.includes(column.name) === false ? 'REQUIRED' : 'OPTIONAL'),
    );
    return new ParquetRows(new ParquetBlocks(fields), columns, rowsPerGroup);
  }

  *add(rows: readonly Row[]): Iterable<Uint8Array> {
    for (const row of rows) {
      this.#waiting.push(row);
      if (this.#waiting.length === this.#most) yield this.#group();
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

/** A number's cell may be an empty text in CSV; elsewhere it is none. */
function cellOf<Row>({ type, of }: Column<Row>, row: Row): string | number | undefined {
  const value = of(row);
  if (value === undefined || (value === '' && type !== 'string')) return undefined;
  return type === 'string' ? String(value) : Number(value);
}

/** Streams blocks into one result file. The file appears whole; after a failure, here or in the blocks, nothing does. */
export async function writeBlocks(
  sink: ResultSink,
  name: string,
  blocks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const file = await sink.create(name);
  try {
    for await (const block of blocks) await file.write(block);
    await file.close();
  } catch (error) {
    await file.abort();
    throw error;
  }
}
