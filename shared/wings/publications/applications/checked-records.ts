/** The records that an application gave, held to its columns. */
import { createHash } from 'node:crypto';
import type { Columns, ColumnType } from '../../../domain/applications/publication-application.ts';

/** Values in the order of the columns: instants in ms since the epoch, true and false as 1 and 0. */
export type StoredRow = readonly (string | number | null)[];

export type CheckedRecords =
  | { readonly kind: 'rows'; readonly rows: readonly StoredRow[] }
  | { readonly kind: 'fault'; readonly detail: string };

/** Records of one page, and characters of all their texts. */
const mostRecords = 1_000;
const mostCharacters = 1_000_000;

class Misfit extends Error {}

/** Records as rows, or what is wrong with the first that does not fit. */
export function checkedRecords(columns: Columns, given: unknown): CheckedRecords {
  const records: readonly unknown[] =
    given === null || given === undefined ? [] : Array.isArray(given) ? given : [given];
  if (records.length > mostRecords)
    return {
      kind: 'fault',
      detail: `it gave ${records.length} records of one page; allowed are at most ${mostRecords}`,
    };
  try {
    const rows = records.map((record, index) => rowOf(columns, record, index + 1));
    const characters = rows.flat().reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);
    if (characters <= mostCharacters) return { kind: 'rows', rows };
    return {
      kind: 'fault',
      detail: `the texts of one page have ${characters} characters; allowed are at most ${mostCharacters}`,
    };
  } catch (error) {
    if (error instanceof Misfit) return { kind: 'fault', detail: error.message };
    throw error;
  }
}

function rowOf(columns: Columns, record: unknown, number: number): StoredRow {
  if (typeof record !== 'object' || record === null || Array.isArray(record) || record instanceof Date)
    throw new Misfit(`record ${number} is no object with columns`);
  const unknown = Object.keys(record).find(key => !Object.hasOwn(columns, key));
  if (unknown !== undefined)
    throw new Misfit(
      `record ${number} has "${unknown.slice(0, 80)}", which is no column; allowed are ${Object.keys(columns).join(', ')}`,
    );
  const values = record as Readonly<Record<string, unknown>>;
  return Object.entries(columns).map(([name, type]) => {
    const value = values[name];
    if (value === null || value === undefined) return null;
    const cell = cellOf(type, value);
    if (cell !== undefined) return cell;
    throw new Misfit(`column ${name} of record ${number} is no ${type}: ${shown(value)}`);
  });
}

/** Undefined for a value that the column cannot hold. */
function cellOf(type: ColumnType, value: unknown): string | number | undefined {
  switch (type) {
    case 'text':
      return typeof value === 'string' ? value.toWellFormed() : undefined;
    case 'real':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    case 'integer':
      return Number.isSafeInteger(value) ? Number(value) : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? Number(value) : undefined;
    case 'instant':
      return instantOf(value);
  }
}

/** Years 1 to 9999: the files of all formats can say them. */
const [leastInstant, mostInstant] = [Date.parse('0001-01-01'), Date.parse('9999-12-31')];
const isoInstant = /^\d{4}-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?)?$/;

function instantOf(value: unknown): number | undefined {
  const at = value instanceof Date ? value.getTime() : typeof value === 'string' ? readInstant(value) : value;
  if (typeof at !== 'number' || !Number.isFinite(at) || at < leastInstant || at > mostInstant) return undefined;
  return Math.trunc(at);
}

/** A time without a zone is taken as UTC, on each machine the same. */
function readInstant(text: string): number {
  if (!isoInstant.test(text)) return Number.NaN;
  const hasTime = text.length > 10;
  return Date.parse(hasTime && !/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? `${text}Z` : text);
}

function shown(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return (text ?? typeof value).slice(0, 80);
}

/** Equal for equal rows of equal columns. */
export function rowsKey(columns: Columns, rows: readonly StoredRow[]): string {
  return createHash('sha256')
    .update(JSON.stringify([columns, rows]))
    .digest('hex')
    .slice(0, 32);
}
