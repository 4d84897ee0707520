import type { SQLInputValue } from 'node:sqlite';
import { commonColumns } from '../../../domain/applications/application-shape.ts';
import type { Columns, ColumnType } from '../../../domain/applications/publication-application.ts';
import { allowance, BadInput, refusedValue } from '../../../domain/refusal/refusal.ts';
import type { RecordRow } from '../../../wings/publications/applications/application-records.ts';
import type { OwnSchema } from '../sqlite/own-objects.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { Row } from '../sqlite/sqlite-rows.ts';
import { jsonIn } from './publication-rows.ts';

/**
 * Tables of the user's applications, documented in `docs/formats/watch.md`. They are made when a watch first has an application.
 * - `application_reads` has the hash of what a page gave last: equal records are not kept again.
 */
export const applicationTables = `
  CREATE TABLE IF NOT EXISTS applications (
    name TEXT PRIMARY KEY, columns TEXT NOT NULL, batch INTEGER NOT NULL, taken INTEGER NOT NULL,
    failures INTEGER NOT NULL, last TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS application_reads (
    application TEXT NOT NULL, key BLOB NOT NULL, records BLOB NOT NULL, seen INTEGER NOT NULL,
    PRIMARY KEY (application, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS application_marks (
    application TEXT NOT NULL, source INTEGER NOT NULL, url TEXT NOT NULL, address TEXT NOT NULL, digest TEXT NOT NULL,
    seen INTEGER NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL, PRIMARY KEY (application, source, url)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS application_values (
    application TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (application, key)
  ) STRICT, WITHOUT ROWID;
`;

/** Tables of records, one for each application, with its columns. */
export const recordTables: NonNullable<OwnSchema['families']>[number] = {
  name: /^app_/,
  sql: /^create (table app_\w+\(record integer primary key,source integer not null,address text not null,publication integer,version integer,application text not null,digest text not null,seen integer not null,batch integer not null(,\w+ (text|real|integer))*\)strict|index app_\w+_by_batch on app_\w+\(batch\))$/,
};

const kinds: Readonly<Record<ColumnType, string>> = {
  ...{ text: 'TEXT', real: 'REAL', integer: 'INTEGER', instant: 'INTEGER', boolean: 'INTEGER' },
};

/** Names hold lower case letters, digits and `_` only; quotation marks part them from words of SQL. */
const tableOf = (name: string): string => `"app_${name}"`;
const indexOf = (name: string): string => `"app_${name}_by_batch"`;

export function makeApplicationTables(db: SqliteDatabase): void {
  db.exec(applicationTables);
}

/**
 * Makes the table of an application, or adds its new columns. Whether anything changed. Throws `BadInput` where a column held
 * something else.
 */
export function declareApplication(db: SqliteDatabase, name: string, columns: Columns): boolean {
  const known = columnsOf(db, name);
  if (known === undefined) {
    const own = Object.entries(columns).map(([column, type]) => `, "${column}" ${kinds[type]}`);
    db.exec(`CREATE TABLE ${tableOf(name)} (
      record INTEGER PRIMARY KEY, source INTEGER NOT NULL, address TEXT NOT NULL, publication INTEGER, version INTEGER,
      application TEXT NOT NULL, digest TEXT NOT NULL, seen INTEGER NOT NULL, batch INTEGER NOT NULL${own.join('')}
    ) STRICT; CREATE INDEX ${indexOf(name)} ON ${tableOf(name)} (batch);`);
    db.run('INSERT INTO applications VALUES (?, ?, 0, 0, 0, NULL)', name, JSON.stringify(columns));
    return true;
  }
  const changed = Object.entries(columns).find(
    ([column, type]) => known[column] !== undefined && known[column] !== type,
  );
  if (changed !== undefined) {
    const [column, type] = changed;
    const held = known[column]!;
    throw new BadInput([refusedValue('applications', name, allowance('application-changed', { column, type, held }))]);
  }
  const added = Object.entries(columns).filter(([column]) => known[column] === undefined);
  if (added.length === 0) return false;
  for (const [column, type] of added) db.exec(`ALTER TABLE ${tableOf(name)} ADD COLUMN "${column}" ${kinds[type]}`);
  const all = { ...known, ...Object.fromEntries(added) };
  db.run('UPDATE applications SET columns = ? WHERE name = ?', JSON.stringify(all), name);
  return true;
}

/** Columns of an application's table, also those of earlier code; undefined without a table. */
export function columnsOf(db: SqliteDatabase, name: string): Columns | undefined {
  if (!db.hasTable('applications')) return undefined;
  const row = db.get('SELECT name, columns FROM applications WHERE name = ?', name);
  return row && (jsonIn(row, 'columns').value as Columns);
}

export function insertRecord(
  db: SqliteDatabase,
  name: string,
  columns: Columns,
  row: Omit<RecordRow, 'record'> & { readonly batch: number },
): void {
  const own = Object.keys(columns).map(column => `, "${column}"`);
  const names = `${commonColumns.slice(1).join(', ')}${own.join('')}`;
  const places = Array.from({ length: commonColumns.length - 1 + own.length }, () => '?').join(', ');
  const values: SQLInputValue[] = [
    ...[row.source, row.address, row.publication ?? null, row.version ?? null, name, row.digest, row.seenAt, row.batch],
    ...row.values,
  ];
  db.run(`INSERT INTO ${tableOf(name)} (${names}) VALUES (${places})`, ...values);
}

interface RecordPart {
  readonly where: string;
  readonly values: readonly (string | number)[];
  readonly most: number;
}

/** Records in their order. */
export function selectRecords(
  db: SqliteDatabase,
  name: string,
  columns: Columns,
  { where, values, most }: RecordPart,
): readonly RecordRow[] {
  const own = Object.keys(columns);
  return db
    .all(`SELECT * FROM ${tableOf(name)} WHERE ${where} ORDER BY record LIMIT ?`, ...values, most)
    .map(row => recordOf(row, own));
}

export function countRecords(db: SqliteDatabase, name: string): number {
  return Number(db.get(`SELECT count(*) AS count FROM ${tableOf(name)}`)?.['count']);
}

function recordOf(row: Row, own: readonly string[]): RecordRow {
  const optional = (value: SQLInputValue | undefined) => (value === null ? undefined : Number(value));
  return {
    ...{ record: Number(row['record']), source: Number(row['source']), address: String(row['address']) },
    ...{ publication: optional(row['publication']), version: optional(row['version']) },
    ...{ digest: String(row['digest']), seenAt: Number(row['seen']) },
    values: own.map(name => row[name] as string | number | null),
  };
}
