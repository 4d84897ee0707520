import { allowance, type Refusal, refusedValue } from '../../refusal/refusal.ts';
import { nearestName } from '../fields/nearest-name.ts';
import type { TableRecord } from './separated-values.ts';

/** The columns that the tables of one kind may have. */
export interface TableColumns {
  readonly names: readonly string[];
  /** Columns that each table must have. */
  readonly needed: readonly string[];
  /** Other names of columns, as `simplified` writes them. */
  readonly aliases?: ReadonlyMap<string, string>;
}

/** `aliases`: other names of a column, separated by spaces. */
export function aliasesOf(aliases: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(aliases).flatMap(([name, others]) => others.split(' ').map(each => [each, name])));
}

/**
 * The column that each field of a header names, or the field itself. `Short name`, `short_name` and `shortName` are one column. An alias
 * stands for a column that no other field names.
 */
export function columnsOf(fields: readonly string[], { names, aliases }: TableColumns): readonly string[] {
  const own = fields.map(field => names.find(name => simplified(name) === simplified(field)));
  const meant = fields.map((field, index) => own[index] ?? aliases?.get(simplified(field)));
  return fields.map((field, index) => {
    const name = meant[index];
    const isFree = name !== undefined && !own.includes(name) && meant.indexOf(name) === index;
    return own[index] ?? (isFree ? name : field.trim());
  });
}

function simplified(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_"\ufeff-]/g, '');
}

/** Faults of the columns that a header names; `at` names its line. */
export function headerFaults(
  columns: readonly string[],
  { names, needed }: TableColumns,
  at: string,
): readonly Refusal[] {
  const missing = needed.filter(name => !columns.includes(name));
  if (missing.length > 0)
    return missing.map(name => refusedValue(at, name, allowance('column-missing', { names: needed })));
  return columns.flatMap((column, index) => {
    if (columns.indexOf(column) < index) return [refusedValue(at, column, allowance('column-twice'))];
    if (names.includes(column)) return [];
    const nearest = nearestName(column, names);
    return [refusedValue(at, column, allowance('unknown-column', nearest === undefined ? { names } : { nearest }))];
  });
}

/** The fault of a row, if it has one; `at` names its line. */
export function rowFault({ fields, open }: TableRecord, columns: number, at: string): Refusal | undefined {
  if (open) return refusedValue(at, undefined, allowance('open-quotation'));
  return fields.length === columns ? undefined : refusedValue(at, fields.length, allowance('row-fields', { columns }));
}
