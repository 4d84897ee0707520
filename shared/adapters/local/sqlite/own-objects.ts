/**
 * A SQLite file of a directory may come from an untrusted source, and what it says of its tables is code: views, triggers, generated
 * columns, indexes of expressions, virtual tables. So objects with our names must be what we make, to the word. Tables and
 * views that users add for themselves may stay, for nothing of ours reads them.
 */
import { DatabaseSync } from 'node:sqlite';
import { allowance, BadInput, refusal, refusedValue } from '../../../domain/refusal/refusal.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

export interface OwnSchema {
  /** Statements that make what each file has, and what it may have. */
  readonly always: string;
  readonly later: string;
  /** Definitions of columns that earlier versions did not write, or wrote in place of another. */
  readonly laterColumns?: readonly string[];
  /** Tables and indexes whose names are not known here: how the names begin, and all that may be said of them. */
  readonly families?: readonly { readonly name: RegExp; readonly sql: RegExp }[];
}

interface OwnObject {
  readonly type: string;
  readonly sql: string;
}

const known = new Map<
  OwnSchema,
  { readonly always: readonly string[]; readonly all: ReadonlyMap<string, OwnObject> }
>();

/** Throws `BadInput` where the file `path`, open as `schema`, holds other objects with our names, or lacks a table. */
export function demandOwnObjects(db: SqliteDatabase, path: string, own: OwnSchema, schema = 'main'): void {
  const { always, all } = objectsOf(own);
  const there = new Set<string>();
  for (const row of db.all(`SELECT type, name, tbl_name, sql FROM ${schema}.sqlite_schema`)) {
    const [type, name] = [String(row['type']), String(row['name'])];
    const found = { type, sql: row['sql'] === null ? '' : comparable(String(row['sql'])) };
    there.add(name.toLowerCase());
    if (isForeign(found, name.toLowerCase(), String(row['tbl_name']).toLowerCase(), own, all))
      throw new BadInput([refusedValue('', name, allowance('foreign-object', { file: path, type }))]);
  }
  const missing = always.find(name => !there.has(name));
  if (missing !== undefined)
    throw new BadInput([refusal('crawl-file-damaged', { file: path, why: `it has no table ${missing}` })]);
}

function isForeign(
  found: OwnObject,
  name: string,
  table: string,
  own: OwnSchema,
  all: ReadonlyMap<string, OwnObject>,
): boolean {
  const ours = all.get(name);
  if (ours !== undefined) return found.type !== ours.type || !isSame(found, ours, own.laterColumns ?? []);
  const family = own.families?.find(each => each.name.test(name));
  // An index without a statement is SQLite's own, of a key.
  const isPlainIndex = found.type === 'index' && found.sql === '';
  if (family !== undefined) return !isPlainIndex && !family.sql.test(found.sql);
  if (found.type === 'trigger') return true;
  return all.has(table) && !isPlainIndex;
}

function isSame({ sql }: OwnObject, ours: OwnObject, later: readonly string[]): boolean {
  // A view of files that lack these columns.
  const earlier = later.reduce((text, column) => text.replaceAll(`,${column.split(' ')[0]}`, ''), ours.sql);
  if (sql === ours.sql || (ours.type === 'view' && sql === earlier)) return true;
  const [one, other] = [tableOf(sql), tableOf(ours.sql)];
  if (one === undefined || other === undefined || one.frame !== other.frame) return false;
  const isKnown = (column: string): boolean =>
    other.columns.includes(column) || later.includes(column) || plainColumn.test(column);
  const isThere = (column: string): boolean => one.columns.includes(column) || later.includes(column);
  return one.columns.every(isKnown) && other.columns.every(isThere);
}

/** A plain column of a newer version: old code may leave the column out, and no code is in its definition. */
const plainColumn =
  /^(?!(?:constraint|primary|unique|check|foreign)\b)\w+ (?:integer|text|blob|real|any)(?: not null default (?:-?\d+|''))?$/;

/** Columns and keys of a table, which `ALTER TABLE` may have put into another order. */
function tableOf(sql: string): { readonly frame: string; readonly columns: readonly string[] } | undefined {
  const [, name, columns, options] = /^create table (\w+)\((.*)\)([^()]*)$/.exec(sql) ?? [];
  return columns === undefined ? undefined : { frame: `${name} ${options}`, columns: columns.split(/,(?![^(]*\))/) };
}

/** Longer statements are none of ours; comparing them could take for ever. */
const longestSql = 20_000;

function comparable(sql: string): string {
  return sql.length > longestSql ? 'a statement that is too long' : plain(sql);
}

/** White space and quotation marks of names count for nothing. */
function plain(sql: string): string {
  const bare = sql.toLowerCase().replaceAll(/(["'])(\w+)\1/g, '$2');
  return bare
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),;]) ?/g, '$1')
    .trim();
}

/** The objects that SQLite makes of our statements: with the tables behind a virtual table. */
function objectsOf(own: OwnSchema): NonNullable<ReturnType<typeof known.get>> {
  const before = known.get(own);
  if (before !== undefined) return before;
  using database = new DatabaseSync(':memory:');
  const list = (): readonly (readonly [string, OwnObject])[] =>
    database
      .prepare('SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL')
      .all()
      .map(row => [String(row['name']), { type: String(row['type']), sql: plain(String(row['sql'])) }] as const);
  database.exec(own.always);
  const always = list().filter(([, { type }]) => type === 'table');
  database.exec(own.later);
  const objects = { always: always.map(([name]) => name), all: new Map(list()) };
  known.set(own, objects);
  return objects;
}
