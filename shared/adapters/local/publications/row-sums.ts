import { statSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { BadInput, refusal } from '../../../domain/refusal/refusal.ts';
import { systemFaultOf } from '../../../domain/refusal/system-fault.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { OpenWay } from '../sqlite/sqlite-open.ts';

/**
 * Checksums of rows: SQLite notices a broken page, and no letter, digit or date that changed in a row. For each table and each
 * group of rows `row_sums` has their number and the sum of their checksums, so that a row that is missing is noticed too. Triggers of the
 * writing connection keep them in the transaction of the change; the file has no trigger. Readers check the groups that they read.
 */
export const sumTable = `
  CREATE TABLE row_sums (
    name TEXT NOT NULL, part INTEGER NOT NULL, rows INTEGER NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (name, part)
  ) STRICT, WITHOUT ROWID;
`;

/** A group has 16 publications, mentions or records: a page of a list reads few rows beside its own. */
const groupBits = 4;

interface Grouping {
  /** Rows are grouped by this column. */
  readonly column: string;
  readonly bits: number;
}

const byPublication: Grouping = { column: 'publication', bits: groupBits };
/** One group: tables that are read whole. */
const whole: Grouping = { column: '0', bits: 0 };

const groupings: Readonly<Record<string, Grouping>> = {
  ...Object.fromEntries(
    ['publications', 'versions', 'texts', 'further', 'forms', 'labels', 'searches'].map(name => [name, byPublication]),
  ),
  ...{
    mentions: byPublication,
    mentioned: byPublication,
    publication_tones: byPublication,
    second_tones: byPublication,
  },
  ...{ mention_tones: { column: 'mention', bits: groupBits }, models: { column: 'model', bits: 0 } },
  changes: { column: 'change', bits: groupBits },
  ...{ organization_lists: whole, organizations: whole, tone_models: whole, dismissed_suggestions: whole },
  ...{ addresses: whole, text_keys: whole },
  ...{ applications: whole, application_values: whole, application_marks: { column: 'source', bits: 0 } },
};

/** The index of words by segments of FTS5. SQLite admits no triggers there: a connection that changed the index writes its sums when it closes the file. */
const sealed: Readonly<Record<string, Grouping>> = {
  ...{ words_data: { column: 'id', bits: 37 }, words_idx: { column: 'segid', bits: 0 } },
};

const ofRecords: Grouping = { column: 'record', bits: groupBits };
const groupingOf = (table: string): Grouping => groupings[table] ?? sealed[table] ?? ofRecords;

/** Groups that were found to be whole, at most, of a connection that stays open. */
const mostKnown = 10_000;
/** Indexes that this process has checked, with the stamps of their files. */
const soundIndexes = new Map<string, string>();

/** Each value counts at its place. NULL counts nothing: a column that comes later changes no sum. One call for all texts is the fastest. */
function sumOf(values: readonly unknown[]): number {
  let [text, at] = ['', 0];
  for (const value of values) {
    at += 1;
    if (value !== null) text += `${at} ${value instanceof Uint8Array ? crc32(value) : value}\0`;
  }
  return crc32(text);
}

export class RowSums {
  private readonly db: SqliteDatabase;
  private readonly path: string;
  private readonly way: OpenWay;
  private readonly known = new Map<string, Set<number>>();
  private wordsAreOpen = false;

  constructor(db: SqliteDatabase, path: string, way: OpenWay) {
    this.db = db;
    this.path = path;
    this.way = way;
    db.define('row_sum', (...values) => sumOf(values));
  }

  /** Files of earlier versions have no sums until they are written again. */
  get areKept(): boolean {
    return this.db.hasTable('row_sums');
  }

  /** Sums of all rows that an earlier version has written; within a transaction. */
  makeAnew(): void {
    this.db.exec(sumTable);
    for (const table of [...this.#tables(), ...Object.keys(sealed)]) this.#sum(table);
  }

  #sum(table: string): void {
    this.db.run(
      `INSERT INTO row_sums SELECT ?, ${partOf(table)} AS part, count(*), CAST(total(${this.#sumOf(table)}) AS INTEGER)
       FROM "${table}" GROUP BY part`,
      table,
    );
  }

  /** Within the transaction that changes the index of words. */
  openWords(): void {
    if (this.wordsAreOpen) return;
    for (const table of Object.keys(sealed)) this.db.run('DELETE FROM row_sums WHERE name = ?', table);
    this.wordsAreOpen = true;
  }

  /** Before the file is closed. After a kill the index of words has no sums. */
  close(): void {
    if (!this.wordsAreOpen) return;
    this.db.transaction(() => {
      for (const table of Object.keys(sealed)) this.db.run('DELETE FROM row_sums WHERE name = ?', table);
      for (const table of Object.keys(sealed)) this.#sum(table);
    }, 'immediate');
    this.wordsAreOpen = false;
  }

  /** From now on this connection keeps the sums of all tables that are there. */
  keep(): void {
    // Without it a row that is replaced is not removed before the triggers.
    this.db.exec('PRAGMA recursive_triggers = ON');
    for (const table of this.#tables()) this.keepOf(table);
  }

  /** Begins to keep the sums of a table that another process may have made. */
  keepNew(table: string): void {
    if (!this.areKept) return;
    if (this.db.get('SELECT 1 FROM temp.sqlite_schema WHERE name = ?', `${table}_INSERT`) === undefined) this.keep();
  }

  /** The same of a table that came, or has other columns. */
  keepOf(table: string): void {
    const [added, removed] = [this.#change(table, 'NEW', '+'), this.#change(table, 'OLD', '-')];
    for (const [event, work] of Object.entries({ INSERT: added, DELETE: removed, UPDATE: `${removed} ${added}` }))
      this.db.exec(`DROP TRIGGER IF EXISTS temp."${table}_${event}";
        CREATE TEMP TRIGGER "${table}_${event}" AFTER ${event} ON main."${table}" BEGIN ${work} END;`);
  }

  /** The group is there first: a conflict would be resolved as the statement wants that changed the row. */
  #change(table: string, row: 'NEW' | 'OLD', sign: '+' | '-'): string {
    const group = `name = '${table}' AND part = ${partOf(table, `${row}.`)}`;
    return `INSERT INTO row_sums SELECT '${table}', ${partOf(table, `${row}.`)}, 0, 0
        WHERE NOT EXISTS (SELECT 1 FROM row_sums WHERE ${group});
      UPDATE row_sums SET rows = rows ${sign} 1, sum = sum ${sign} ${this.#sumOf(table, `${row}.`)} WHERE ${group};`;
  }

  /** Throws `BadInput` where a group with one of these numbers is not what was written. */
  demand(table: string, numbers: readonly number[]): void {
    const known = this.#knownOf(table);
    const parts = new Set(numbers.map(each => Math.floor(each / 2 ** groupingOf(table).bits)));
    const unknown = [...parts].filter(part => !known.has(part));
    if (unknown.length === 0 || !this.areKept) return;
    this.#demandSound(table, this.#oddAmong(table, unknown));
    for (const part of unknown) known.add(part);
  }

  /** The same check for all rows between two numbers. */
  demandSpan(table: string, from: number, to = Number.MAX_SAFE_INTEGER): void {
    const scale = 2 ** groupingOf(table).bits;
    this.#demandParts(table, Math.floor(from / scale), Math.floor(to / scale));
  }

  /** The same of a table that is read whole, once. */
  demandWhole(table: string): void {
    const known = this.#knownOf(table);
    if (!known.has(-1)) this.#demandParts(table, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    known.add(-1);
  }

  /** The indexes of a table lead to each of its rows. Once in a process: who writes the file has made them itself. */
  demandIndexes(table: string): void {
    if (this.way !== 'write') this.#once(table, () => this.#demandIntegrity(table));
  }

  /** Writers look for addresses and texts by their keys: a key that changed would double a publication. Once in a process. */
  demandKeys(): void {
    for (const table of ['addresses', 'text_keys'])
      this.#once(table, () => {
        if (this.db.get('SELECT 1 FROM row_sums WHERE name = ?', table) !== undefined) this.demandWhole(table);
        // A file of an earlier version has no sums of it.
        else this.db.transaction(() => this.#sum(table), 'immediate');
      });
  }

  #once(what: string, check: () => void): void {
    const [name, stamp] = [`${this.path} ${what}`, this.#stamp()];
    if (!this.areKept || soundIndexes.get(name) === stamp) return;
    check();
    soundIndexes.set(name, stamp);
  }

  /** A file that is being written changes all the time: it is checked once. */
  #stamp(): string {
    const found = statSync(this.path, { bigint: true, throwIfNoEntry: false });
    return `${found?.ino} ${found?.birthtimeNs} ${this.way === 'frozen' ? found?.mtimeNs : ''}`;
  }

  #demandIntegrity(table: string): void {
    const rows = this.db.all(`PRAGMA integrity_check("${table}")`);
    const [first, ...others] = rows.flatMap(row => String(row['integrity_check']).split('\n'));
    if (first !== 'ok')
      throw this.#damage(`table ${table}: ${first}${others.length > 0 ? `, and ${others.length} more` : ''}`);
  }

  /** The same of the index of words, which holds no row of another table. */
  demandWords(): void {
    if (this.way === 'write') return;
    this.#once('words', () => {
      const isSealed = this.db.get("SELECT 1 FROM row_sums WHERE name = 'words_data' LIMIT 1") !== undefined;
      for (const table of [...(isSealed ? Object.keys(sealed) : []), 'forms']) this.demandWhole(table);
    });
  }

  /** Throws `BadInput` where a table has more or fewer rows than were written. */
  demandCount(table: string, count: number): void {
    if (!this.areKept) return;
    const row = this.db.get('SELECT sum(rows) AS count FROM row_sums WHERE name = ?', table);
    const written = Number(row?.['count'] ?? 0);
    if (written !== count) throw this.#damage(`table ${table} has ${count} rows, and ${written} were written`);
  }

  #demandParts(table: string, from: number, to: number): void {
    if (this.areKept) this.#demandSound(table, this.#oddPart(table, [from, to]));
  }

  #demandSound(table: string, part: number | undefined): void {
    if (part === undefined) return;
    const { bits } = groupingOf(table);
    const numbers = bits === groupBits ? `, ${groupingOf(table).column} ${part * 16} to ${part * 16 + 15}` : '';
    throw this.#damage(`table ${table}${numbers}: its rows are not those that were written`);
  }

  /** The first group between two that is not what was written. */
  #oddPart(table: string, [from, to]: readonly [number, number]): number | undefined {
    const scale = 2 ** groupingOf(table).bits;
    const bound = (value: number): bigint => BigInt(Math.max(-(2 ** 62), Math.min(2 ** 62, value)));
    const rows = { from: `"${table}" WHERE ${groupingOf(table).column} BETWEEN ? AND ?`, sums: 'part BETWEEN ? AND ?' };
    return this.#odd(table, rows, [bound(from * scale), bound(to * scale + scale - 1), table, bound(from), bound(to)]);
  }

  /** The same among some groups. */
  #oddAmong(table: string, parts: readonly number[]): number | undefined {
    const scale = 2 ** groupingOf(table).bits;
    const span = `wanted * ${scale} AND wanted * ${scale} + ${scale - 1}`;
    const wanted = '(SELECT value AS wanted FROM json_each(?))';
    const from = `${wanted} CROSS JOIN "${table}" ON ${groupingOf(table).column} BETWEEN ${span}`;
    const rows = { from, sums: `part IN ${wanted}` };
    return this.#odd(table, rows, [JSON.stringify(parts), table, JSON.stringify(parts)]);
  }

  /** One statement reads rows and sums at one time. */
  #odd(
    table: string,
    { from, sums }: { readonly from: string; readonly sums: string },
    values: readonly (string | bigint)[],
  ): number | undefined {
    if (!this.db.hasTable(table)) return undefined;
    const row = this.#orDamaged(table, () =>
      this.db.get(
        `SELECT part FROM (
           SELECT ${partOf(table)} AS part, 1 AS rows, CAST(${this.#sumOf(table)} AS INTEGER) AS sum FROM ${from}
           UNION ALL SELECT part, -rows, -sum FROM row_sums WHERE name = ? AND ${sums}
         ) GROUP BY part HAVING sum(rows) <> 0 OR sum(sum) <> 0 LIMIT 1`,
        ...values,
      ),
    );
    return row === undefined ? undefined : Number(row['part']);
  }

  /** A number that is too large for any of ours is damage as well. */
  #orDamaged<T>(table: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (systemFaultOf(error)?.kind !== 'damaged') throw error;
      throw this.#damage(`table ${table}: ${(error as Error).message}`);
    }
  }

  #damage(why: string): BadInput {
    return new BadInput([refusal('crawl-file-damaged', { file: this.path, why })]);
  }

  #knownOf(table: string): Set<number> {
    const known = this.known.get(table) ?? new Set();
    this.known.set(table, known);
    if (known.size > mostKnown) known.clear();
    return known;
  }

  #tables(): readonly string[] {
    const rows = this.db.all("SELECT name FROM main.sqlite_schema WHERE type = 'table'");
    return rows.map(row => String(row['name'])).filter(name => name in groupings || name.startsWith('app_'));
  }

  #sumOf(table: string, row = ''): string {
    const columns = this.db.all('SELECT name FROM pragma_table_info(?)', table).map(each => String(each['name']));
    // Ids of FTS5 are larger than numbers of JavaScript.
    return `row_sum(${columns.map(name => (name === 'id' ? `CAST(${row}id AS TEXT)` : `${row}"${name}"`)).join(', ')})`;
  }
}

const partOf = (table: string, row = ''): string => {
  const { column, bits } = groupingOf(table);
  return column === '0' ? '0' : `${row}${column} >> ${bits}`;
};
