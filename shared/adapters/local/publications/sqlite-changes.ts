import type { ChangeKind, ChangeLog, PublicationChange } from '../../../wings/publications/alerts/alert.ts';
import type { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import type { OpenWay } from '../sqlite/sqlite-open.ts';
import type { RowSums } from './row-sums.ts';

/** Changes of publications, for alerts; documented for readers of the file in `docs/formats/watch.md`. */
export const changeTable = `
  CREATE TABLE IF NOT EXISTS changes (
    change INTEGER PRIMARY KEY, kind TEXT NOT NULL, publication INTEGER NOT NULL, version INTEGER NOT NULL, at INTEGER NOT NULL
  ) STRICT;
`;

/** The changes of the publications of a watch, each written in the transaction that makes it. */
export class SqliteChanges implements ChangeLog {
  private readonly db: SqliteDatabase;
  private readonly sums: RowSums;

  /** A file of an earlier version gets the changes that its versions show. */
  constructor(db: SqliteDatabase, way: OpenWay, sums: RowSums) {
    this.db = db;
    this.sums = sums;
    if (way === 'write' && !this.#isThere)
      db.transaction(() => {
        db.exec(changeTable);
        if (sums.areKept) sums.keepOf('changes');
        db.exec(`INSERT INTO changes (kind, publication, version, at)
          SELECT iif(version = 1, 'new', 'changed'), publication, version, seen_at FROM versions
          ORDER BY seen_at, publication, version`);
      }, 'immediate');
  }

  get #isThere(): boolean {
    return this.db.hasTable('changes');
  }

  add(kind: ChangeKind, publication: number, version: number, at: number): void {
    const sql = 'INSERT INTO changes (kind, publication, version, at) VALUES (?, ?, ?, ?)';
    this.db.run(sql, kind, publication, version, at);
  }

  async changes(after: number, most: number): Promise<readonly PublicationChange[]> {
    if (!this.#isThere) return [];
    const rows = this.db.all('SELECT * FROM changes WHERE change > ? ORDER BY change LIMIT ?', after, most);
    this.sums.demand(
      'changes',
      rows.map(row => Number(row['change'])),
    );
    return rows.map(row => ({
      ...{ change: Number(row['change']), kind: row['kind'] as ChangeKind, publication: Number(row['publication']) },
      ...{ version: Number(row['version']), at: Number(row['at']) },
    }));
  }

  async lastChange(): Promise<number> {
    return this.#isThere ? Number(this.db.get('SELECT max(change) AS last FROM changes')?.['last'] ?? 0) : 0;
  }
}
