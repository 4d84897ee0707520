import type { SQLOutputValue } from 'node:sqlite';
import type { ChunkEntry, Phase, SiteRow } from '../../../domain/protocol/crawl-state.ts';
import type { WatchChanges, WatchedAddress } from '../../../domain/protocol/watched-address.ts';
import { OfDatabase, type SqliteDatabase } from './sqlite-database.ts';
import { jsonOf, type Row } from './sqlite-rows.ts';

/** Nothing is due: an instant that no clock shows. */
const never = 8_640_000_000_000_000;

/** Addresses that a watch looks at again and again. `watch_due` has those that are switched on, by their instants. */
export class SqliteWatched extends OfDatabase {
  add(site: number, addresses: readonly WatchedAddress[]): void {
    this.db.transaction(() => {
      for (const each of addresses) putNew(this.db, site, each);
      wakeIfDue(this.db, site);
    }, 'immediate');
  }

  setDue(site: number, identity: string, due: number): boolean {
    return this.db.transaction(() => {
      const row = this.db.get('SELECT * FROM watched WHERE site = ? AND url = ?', site, identity);
      if (row === undefined) return false;
      put(this.db, site, { ...watchedOf(row), due });
      wakeIfDue(this.db, site);
      return true;
    }, 'immediate');
  }

  remove(site: number, identity: string): boolean {
    return this.db.transaction(() => drop(this.db, site, identity), 'immediate');
  }

  due(site: number, now: number, most: number): WatchedAddress[] {
    const sql = `SELECT watched.* FROM watch_due JOIN watched USING (site, url)
      WHERE watch_due.site = ? AND watch_due.due <= ? ORDER BY watch_due.due, url LIMIT ? + 0`;
    return this.db.all(sql, site, Math.floor(now), most).map(watchedOf);
  }

  read(site: number, identities: readonly string[]): (WatchedAddress | undefined)[] {
    return identities.map(identity => {
      const row = this.db.get('SELECT * FROM watched WHERE site = ? AND url = ?', site, identity);
      return row && watchedOf(row);
    });
  }

  entries(site: number): WatchedAddress[] {
    // A file that is only read may be older than the table.
    if (!this.db.hasTable('watched')) return [];
    const sql = "SELECT * FROM watched WHERE site = ? AND kind <> 'publication' ORDER BY url";
    return this.db.all(sql, site).map(watchedOf);
  }

  memory(site: number): string | undefined {
    if (!this.db.hasTable('watch_memory')) return undefined;
    const row = this.db.get('SELECT memory FROM watch_memory WHERE site = ?', site);
    return row && jsonText(row['memory']);
  }

  settings(site: number): string | undefined {
    if (!this.db.hasTable('watch_settings')) return undefined;
    const row = this.db.get('SELECT settings FROM watch_settings WHERE site = ?', site);
    return row && jsonText(row['settings']);
  }

  changeSettings(site: number, before: string | undefined, after: string): boolean {
    return this.db.transaction(() => {
      if (this.settings(site) !== before) return false;
      this.db.run(
        'INSERT INTO watch_settings (site, settings) VALUES (?, ?) ON CONFLICT DO UPDATE SET settings = excluded.settings',
        site,
        after,
      );
      return true;
    }, 'immediate');
  }
}

/** Inside the transaction that commits a parse. */
export function applyWatch(db: SqliteDatabase, site: number, { watched, added, ended, memory }: WatchChanges): void {
  for (const each of watched) put(db, site, each);
  for (const each of added) putNew(db, site, each);
  for (const identity of ended) drop(db, site, identity);
  if (memory === undefined) return;
  db.run(
    'INSERT INTO watch_memory (site, memory) VALUES (?, ?) ON CONFLICT DO UPDATE SET memory = excluded.memory',
    site,
    memory,
  );
}

/**
 * Inside the transaction that leaves a turn: the site sleeps until something is due, and forgets the ways of its visits.
 * Nothing of it is pending, so no turn of these levels is ever fetched again.
 */
export function rest(db: SqliteDatabase, { site, phase, turn }: SiteRow): void {
  db.run('UPDATE sites SET due = ? WHERE site = ?', firstDue(db, site), site);
  db.run('DELETE FROM frontier WHERE site = ? AND level <= ?', site, phase.level);
  db.run('DELETE FROM looks WHERE site = ? AND level <= ?', site, phase.level);
  db.run('DELETE FROM turns WHERE site = ? AND turn <= ?', site, turn);
}

/** Inside the transaction that writes a chunk. */
export function putLooks(
  db: SqliteDatabase,
  site: number,
  { level }: Pick<Phase, 'level'>,
  entries: readonly ChunkEntry[],
): void {
  for (const { identity, look } of entries)
    if (look !== undefined)
      db.run(
        'INSERT INTO looks (site, level, url, look) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET look = excluded.look',
        ...[site, level, identity, JSON.stringify(look)],
      );
}

/** A site that rests wakes when the first address is due; who works on it looks for itself. */
function wakeIfDue(db: SqliteDatabase, site: number): void {
  db.run("UPDATE sites SET due = ? WHERE site = ? AND waiting = 'rest'", firstDue(db, site), site);
}

function firstDue(db: SqliteDatabase, site: number): number {
  return Number(db.get('SELECT min(due) AS due FROM watch_due WHERE site = ?', site)?.['due'] ?? never);
}

function put(db: SqliteDatabase, site: number, { identity, address, kind, due, fields, state }: WatchedAddress): void {
  const at = Number.isFinite(due) ? Math.ceil(due) : null;
  removeDue(db, site, identity);
  db.run(
    `INSERT INTO watched (site, url, address, kind, due, fields, state) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET address = excluded.address, kind = excluded.kind, due = excluded.due,
       fields = excluded.fields, state = excluded.state`,
    ...[site, identity, address === identity ? null : address, kind, at, JSON.stringify(fields), state],
  );
  if (at !== null) db.run('INSERT OR IGNORE INTO watch_due (site, due, url) VALUES (?, ?, ?)', site, at, identity);
}

function putNew(db: SqliteDatabase, site: number, address: WatchedAddress): void {
  if (db.get('SELECT 1 FROM watched WHERE site = ? AND url = ?', site, address.identity) === undefined)
    put(db, site, address);
}

function drop(db: SqliteDatabase, site: number, identity: string): boolean {
  removeDue(db, site, identity);
  return db.run('DELETE FROM watched WHERE site = ? AND url = ?', site, identity) > 0;
}

function removeDue(db: SqliteDatabase, site: number, identity: string): void {
  const due = db.get('SELECT due FROM watched WHERE site = ? AND url = ?', site, identity)?.['due'];
  if (typeof due === 'number')
    db.run('DELETE FROM watch_due WHERE site = ? AND due = ? AND url = ?', site, due, identity);
}

function watchedOf(row: Row): WatchedAddress {
  const identity = String(row['url']);
  return {
    identity,
    address: typeof row['address'] === 'string' ? row['address'] : identity,
    kind: row['kind'] as WatchedAddress['kind'],
    due: row['due'] === null ? Number.POSITIVE_INFINITY : Number(row['due']),
    fields: jsonOf<Record<string, string>>(row['fields']),
    state: jsonText(row['state']),
  };
}

/** Throws if the file is damaged: who reads the text believes that it is JSON. */
function jsonText(column: SQLOutputValue | undefined): string {
  jsonOf(column);
  return String(column);
}
