import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { Durability } from '../../../domain/spec/crawl-spec.ts';
import { type OpenWay, openSqlite, withSystemReason } from './sqlite-open.ts';
import type { Row } from './sqlite-rows.ts';

/** How long a lock of another process is awaited. */
const patienceMs = 10_000;
/** Pages in memory by default: 2 MB. */
const largeCacheKb = 8_000;
/** 16 MB; by default 4 MB. */
const largeJournalPages = 4_000;

/**
 * One connection with its prepared statements. Calls are synchronous: a transaction cannot be interleaved. A statement that
 * ends in `LIMIT ?` is planned anew at each call, which takes 20 times as long as the call; `LIMIT ? + 0` is planned once.
 */
export class SqliteDatabase {
  private readonly path: string;
  private readonly database: DatabaseSync;
  private isFast = false;
  private isTogether = false;
  private gathers = false;
  /** Gathered transactions that are not committed yet. */
  private isGathered = false;
  /** Gathered transactions could not be committed. */
  private lost: { readonly error: unknown } | undefined;
  private readonly statements = new Map<string, StatementSync>();
  /** Tables that are there: none is ever removed. */
  private readonly tables = new Set<string>();

  /**
   * `:memory:` for one that lives as long as the process. Throws if the file cannot be opened or is no database.
   * `pageBytes`: of a file that is new.
   */
  constructor(path: string, way: OpenWay = 'write', pageBytes?: number) {
    this.path = path;
    this.database = openSqlite(path, way, patienceMs);
    // A file may come from an untrusted source: its views and triggers call no function that does anything outside of it.
    this.exec('PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF;');
    if (way === 'write' && pageBytes !== undefined) this.exec(`PRAGMA page_size = ${pageBytes}`);
    if (way === 'write') this.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  }

  /**
   * `safe`: the journal is forced to the disk before the file is written from it, so a failure of the power loses the
   * last commits at most. `fast`: nothing is forced, and such a failure may leave a damaged file.
   */
  setDurability(durability: Durability): void {
    this.isFast = durability === 'fast';
    this.exec(`PRAGMA main.synchronous = ${this.isFast ? 'OFF' : 'NORMAL'}`);
  }

  /**
   * For many small transactions all over the file: more of its pages stay in memory, and a page that they change again and again is copied
   * from the journal into the file less often.
   */
  keepMore(): void {
    this.exec(`PRAGMA main.cache_size = -${largeCacheKb}; PRAGMA wal_autocheckpoint = ${largeJournalPages};`);
  }

  /** With `safe`: all that was committed so far outlasts a failure of the power. */
  settle(): void {
    this.commitGathered();
    if (!this.isFast) this.exec('PRAGMA main.wal_checkpoint(PASSIVE)');
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return withSystemReason(this.path, () => Number(this.prepare(sql).run(...values).changes));
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return withSystemReason(this.path, () => this.prepare(sql).get(...values));
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return withSystemReason(this.path, () => this.prepare(sql).all(...values));
  }

  exec(sql: string): void {
    withSystemReason(this.path, () => this.database.exec(sql));
  }

  /** A pure function for statements of this connection. */
  define(name: string, work: (...values: SQLOutputValue[]) => SQLInputValue): void {
    this.database.function(name, { deterministic: true, directOnly: true, varargs: true }, work);
  }

  /** Whether the main file has a table; one that is only read may be older than the table. */
  hasTable(name: string): boolean {
    if (this.tables.has(name)) return true;
    if (this.get('SELECT 1 FROM main.sqlite_schema WHERE name = ?', name) === undefined) return false;
    this.tables.add(name);
    return true;
  }

  prepare(sql: string): StatementSync {
    const known = this.statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.database.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }

  /**
   * All or nothing. `immediate` takes the write locks of all attached files at once, so that no process writes in
   * between. Needed by every transaction that reads before it writes (SQLITE_BUSY_SNAPSHOT, which waiting cannot mend).
   */
  transaction<T>(work: () => T, mode: 'deferred' | 'immediate' = 'deferred'): T {
    if (this.isTogether) return work();
    if (this.gathers) return this.gathered(work);
    this.run(mode === 'immediate' ? 'BEGIN IMMEDIATE' : 'BEGIN');
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      if (this.database.isTransaction) this.run('ROLLBACK');
      throw error;
    }
  }

  /**
   * All transactions within `work` as a single one: a commit costs more than a small transaction does. Nobody else may use the
   * connection meanwhile. Where `work` throws, or the process dies, none of them was.
   */
  async together<T>(work: () => Promise<T>): Promise<T> {
    this.run('BEGIN');
    this.isTogether = true;
    try {
      const result = await work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      if (this.database.isTransaction) this.run('ROLLBACK');
      throw error;
    } finally {
      this.isTogether = false;
    }
  }

  /**
   * From now on transactions are gathered: each happens whole or not at all, and some are committed with a single
   * commit, which costs more than most of them. For a connection that reports no change before `commitGathered`.
   */
  gather(): void {
    this.gathers = true;
  }

  /**
   * Called before anybody hears of a change. Throws if it fails, and so do all later transactions: what this process
   * knows of the gathered ones is no longer true.
   */
  commitGathered(): void {
    if (this.lost !== undefined) throw this.lost.error;
    if (!this.isGathered) return;
    this.isGathered = false;
    try {
      this.run('COMMIT');
    } catch (error) {
      this.lost = { error };
      if (this.database.isTransaction) this.run('ROLLBACK');
      throw error;
    }
  }

  private gathered<T>(work: () => T): T {
    this.beginGathered();
    this.run('SAVEPOINT gathered');
    try {
      const result = work();
      this.run('RELEASE gathered');
      return result;
    } catch (error) {
      // SQLite gives up the whole transaction where the disk is full or fails.
      if (this.database.isTransaction) this.exec('ROLLBACK TO gathered; RELEASE gathered');
      else this.lost = { error };
      throw error;
    }
  }

  private beginGathered(): void {
    if (this.lost !== undefined) throw this.lost.error;
    if (this.isGathered) return;
    this.run('BEGIN IMMEDIATE');
    this.isGathered = true;
    // Other processes can write while this one waits for the disk or the network.
    setImmediate(() => this.commitLater());
  }

  /** The next call throws the error of a failure here. */
  private commitLater(): void {
    try {
      this.commitGathered();
    } catch (error) {
      this.lost ??= { error };
    }
  }

  close(): void {
    if (this.lost === undefined) this.commitGathered();
    this.database.close();
  }
}

/** Rows of one kind in the database of a crawl. */
export class OfDatabase {
  protected readonly db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.db = db;
  }
}
