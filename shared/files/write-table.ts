import type { ResultSink, TableSink } from '../ports.ts';
import type { Column } from './column.ts';
import { csvHeader, csvRows } from './csv-table.ts';
import { groupsOf } from './groups-of.ts';
import type { ParquetBlocks } from './parquet-blocks.ts';
import { writeBlocks } from './write-blocks.ts';

/** Tables of a crawl with these formats. */
export function tableSink(sink: ResultSink, formats: readonly string[]): TableSink {
  return {
    create: async name => await sink.create(name),
    tables: formats.includes('parquet') ? ['csv', 'parquet'] : ['csv'],
  };
}

/** Single rows, or rows in portions. */
type Rows<Row> = Iterable<Row> | AsyncIterable<readonly Row[]>;

/** Properties of a table's Parquet file. */
interface ParquetForm {
  /** Names of the columns that may be null; absent: all may. */
  readonly nullable?: readonly string[];
  readonly rowsPerGroup?: number;
}

const rowsPerPortion = 1_024;
const usualGroup = 8_192;

/**
 * Writes `<name>.csv` and `<name>.parquet`, or the one that the sink wants, from the same rows, which are read once. The Parquet
 * file has groups of 8,192 rows where `form` gives no other number.
 */
export async function writeTable<Row>(
  sink: TableSink,
  name: string,
  columns: readonly Column<Row>[],
  rows: Rows<Row>,
  form: ParquetForm = {},
): Promise<void> {
  const { tables = ['csv'] } = sink;
  if (!tables.includes('parquet')) {
    await writeBlocks(sink, `${name}.csv`, csvOf(columns, rows));
    return;
  }
  const parquet = await ParquetRows.open(columns, form);
  if (!tables.includes('csv')) {
    await writeBlocks(sink, `${name}.parquet`, parquet.blocks(portionsOf(rows)));
    return;
  }
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

function portionsOf<Row>(rows: Rows<Row>): Iterable<readonly Row[]> | AsyncIterable<readonly Row[]> {
  return Symbol.iterator in rows ? groupsOf(rows, rowsPerPortion) : rows;
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

  async *blocks(portions: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>): AsyncIterable<Uint8Array> {
    for await (const portion of portions) yield* this.add(portion);
    yield* this.end();
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

/** A number's cell may be an empty text in CSV; in Parquet it is null. */
function cellOf<Row>({ type, of }: Column<Row>, row: Row): string | number | undefined {
  const value = of(row);
  if (value === undefined || (value === '' && type !== 'string')) return undefined;
  return type === 'string' ? String(value) : Number(value);
}
