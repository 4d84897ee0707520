import type { AttributeName } from './attribute.ts';

/** A cell; undefined is empty in CSV and null in Parquet. */
type Cell = string | number | undefined;

/** What a column holds. `docs/reference/files.md` is made of these. `meaning`: Markdown, without the full stop. */
export interface ColumnNote extends AttributeName {
  readonly meaning: string;
}

/** A column of a result table, as its writer uses it. */
export interface Column<Row, Value extends Cell = Cell> extends ColumnNote {
  of(row: Row): Value;
}

type ColumnRow<Row, Value extends Cell> = readonly [
  name: string,
  type: AttributeName['type'],
  meaning: string,
  of: (row: Row) => Value,
];

/** The columns of a table, a row of the list for each. */
export function columnsOf<Row, Value extends Cell = Cell>(
  rows: readonly ColumnRow<Row, Value>[],
): readonly Column<Row, Value>[] {
  return rows.map(([name, type, meaning, of]) => ({ name, type, meaning, of }));
}
