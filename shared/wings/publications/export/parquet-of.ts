import type { ColumnNote } from '../../../files/column.ts';
import { ParquetBlocks, type ParquetColumns, type ParquetField } from '../../../files/parquet-blocks.ts';

const types = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  real: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
} as const satisfies Record<string, Partial<ParquetField>>;

/** `integer`: INT64; `number` and `real`: DOUBLE; `instant`: TIMESTAMP in ms, UTC; `texts`: a list. */
type Kind = keyof typeof types | 'texts';

/** A value is plain: an instant is a text in ISO 8601. */
export interface ExportedColumn<Row> extends Pick<ColumnNote<Kind>, 'name' | 'type'> {
  of(row: Row): unknown;
}

/** A row group ends when its texts have so many characters: no more is in memory at once. */
const mostCharacters = 8_000_000;

interface GroupBounds<Row> {
  readonly mostRows: number;
  charactersOf?(row: Row): number;
  /** Names of columns whose values hardly repeat. */
  readonly unlike?: readonly string[];
}

/** Rows as one Parquet file (Snappy), a block a row group. */
export async function* parquetOf<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  columns: readonly ExportedColumn<Row>[],
  { mostRows, charactersOf = () => 0, unlike = [] }: GroupBounds<Row>,
): AsyncGenerator<Uint8Array, void> {
  const file = new ParquetBlocks(columns.flatMap(fieldsOf), columns.length);
  const written = (group: readonly Row[]): Uint8Array =>
    file.rowGroup(columns.map(column => ({ ...dataOf(column, group), ...(unlike.includes(column.name) && plain) })));
  let group: Row[] = [];
  let characters = 0;
  for await (const row of rows) {
    group.push(row);
    characters += charactersOf(row);
    if (group.length < mostRows && characters < mostCharacters) continue;
    yield written(group);
    group = [];
    characters = 0;
  }
  if (group.length > 0) yield written(group);
  yield file.end();
}

const plain = { encoding: 'PLAIN', statistics: false } as const;

function dataOf<Row>({ name, type, of }: ExportedColumn<Row>, group: readonly Row[]): ParquetColumns[number] {
  const data = group.map(row => cellOf(type, of(row)));
  return { name, data, offsetIndex: false, ...(type === 'texts' && { statistics: false }) };
}

function cellOf(type: Kind, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'integer') return BigInt(value as number | boolean);
  if (type !== 'instant') return value;
  const time = Date.parse(String(value));
  return Number.isFinite(time) ? BigInt(time) : null;
}

function fieldsOf({ name, type }: Pick<ColumnNote<Kind>, 'name' | 'type'>): readonly ParquetField[] {
  if (type !== 'texts') return [{ name, ...types[type], repetition_type: 'OPTIONAL' }];
  return [
    { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', ...types.text, repetition_type: 'OPTIONAL' },
  ];
}
