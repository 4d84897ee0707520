import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Row } from './sqlite-rows.ts';

/** One connection with its prepared statements. Calls are synchronous: a transaction cannot be interleaved. */
export class SqliteDatabase {
  readonly database: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();

  /** `:memory:` for one that lives as long as the process. Throws where the file cannot be opened or is no database. */
  constructor(path: string) {
    this.database = new DatabaseSync(path, { timeout: 10_000 });
    this.database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY;');
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.prepare(sql).run(...values).changes);
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.prepare(sql).get(...values);
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.prepare(sql).all(...values);
  }

  prepare(sql: string): StatementSync {
    const known = this.statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.database.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }

  /**
   * All or nothing. `immediate` takes the write locks of all attached files at once, so that nobody writes between: for
   * all that read before they write, for another process may write too (SQLITE_BUSY_SNAPSHOT, which waiting cannot mend).
   */
  transaction<T>(work: () => T, mode: 'deferred' | 'immediate' = 'deferred'): T {
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

  close(): void {
    this.database.close();
  }
}
