import type { AttributeName } from './attribute.ts';

/** The description of a column. `docs/reference/files.md` is made of these. `meaning`: Markdown, without the full stop. */
export interface ColumnNote<Type extends string = AttributeName['type']> {
  readonly name: string;
  readonly type: Type;
  readonly meaning: string;
}

/** A column of a result table, as its writer uses it. A cell that is undefined is empty in CSV and null in Parquet. */
export interface Column<Row, Value = string | number | undefined, Type extends string = AttributeName['type']>
  extends ColumnNote<Type> {
  of(row: Row): Value;
}

/** The columns of a table, a row of the list for each. */
export function columnsOf<Row, Value = string | number | undefined, Type extends string = AttributeName['type']>(
  rows: readonly (readonly [name: string, type: Type, meaning: string, of: (row: Row) => Value])[],
): readonly Column<Row, Value, Type>[] {
  return rows.map(([name, type, meaning, of]) => ({ name, type, meaning, of }));
}

/** Columns whose cells are the members of a record that have their names. */
export function notesOf<Name extends string, Type extends string>(
  rows: readonly (readonly [name: Name, type: Type, meaning: string])[],
): readonly (ColumnNote<Type> & { readonly name: Name })[] {
  return rows.map(([name, type, meaning]) => ({ name, type, meaning }));
}

/** Eight digits: the last ones of a sum say nothing. */
export function significant(value: number): number {
  return Number(value.toPrecision(8));
}
