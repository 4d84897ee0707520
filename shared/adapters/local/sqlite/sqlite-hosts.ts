import type { HostState } from '../../../domain/protocol/crawl-state.ts';
import type { KnownHost } from '../../../ports.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { jsonOf } from './sqlite-rows.ts';

/** The stored state of a host of a site of several hosts. */
export function readHost(db: SqliteDatabase, site: number, origin: string): HostState | undefined {
  const row = db.get('SELECT state FROM site_hosts WHERE site = ? AND origin = ?', site, origin);
  return row && jsonOf<HostState>(row['state']);
}

/** Inside a transaction of the caller's. */
export function keepHost(db: SqliteDatabase, site: number, { origin, ...state }: KnownHost): void {
  const sql = `INSERT INTO site_hosts (site, origin, state) VALUES (?, ?, ?)
    ON CONFLICT (site, origin) DO UPDATE SET state = excluded.state`;
  db.run(sql, site, origin, JSON.stringify(state));
}

/** A resume tries each host again. Inside a transaction of the caller's. */
export function forgetHosts(db: SqliteDatabase, site: number): void {
  db.run('DELETE FROM site_hosts WHERE site = ?', site);
}
