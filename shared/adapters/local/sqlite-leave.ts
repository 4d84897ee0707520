import type { Lease, SiteRow } from '../../domain/crawl-state.ts';
import type { LeaveDemand, TurnExit } from '../../ports.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { siteColumns } from './sqlite-rows.ts';

/** Writes a turn's patch if its demands hold; inside the transaction that checked the lease. */
export function leaveSite(db: SqliteDatabase, site: SiteRow, lease: Lease, { patch, demand }: TurnExit): boolean {
  if (site.status !== 'active' || site.turn !== lease.turn - 1 || !demandHolds(db, site, demand)) return false;
  const columns = siteColumns(patch);
  const names = Object.keys(columns);
  if (names.length > 0) {
    const sql = `UPDATE sites SET ${names.map(name => `${name} = ?`).join(', ')} WHERE site = ?`;
    db.run(sql, ...Object.values(columns), site.site);
  }
  if (patch.addPending !== undefined) {
    const { turn, attempt } = patch.addPending;
    db.run('INSERT INTO pending (site, turn, attempt) VALUES (?, ?, ?)', site.site, turn, attempt);
  }
  if (patch.status !== undefined) countDown(db);
  if (patch.claimOrigin !== undefined) claimOrigin(db, site.site, patch.claimOrigin);
  return true;
}

function demandHolds(db: SqliteDatabase, site: SiteRow, demand: LeaveDemand): boolean {
  if (demand.pending !== undefined && (demand.pending === 'some') !== site.pending.size > 0) return false;
  if (demand.grant !== undefined && demand.grant !== site.grant) return false;
  if (demand.stop === undefined) return true;
  return demand.stop === (db.get('SELECT 1 FROM crawl WHERE stop IS NOT NULL') !== undefined);
}

/** One origin is one site of a crawl: the lowest number keeps it, whoever came first; the other ends as `same-as`. */
function claimOrigin(db: SqliteDatabase, site: number, origin: string): void {
  const owner = Number(db.get('SELECT site FROM origins WHERE origin = ?', origin)?.['site'] ?? site);
  const keeper = Math.min(site, owner);
  db.run(
    'INSERT INTO origins (origin, site) VALUES (?, ?) ON CONFLICT DO UPDATE SET site = excluded.site',
    origin,
    keeper,
  );
  if (owner !== site) endAsSame(db, Math.max(site, owner), keeper);
}

function endAsSame(db: SqliteDatabase, site: number, keeper: number): void {
  const active = db.get("SELECT 1 FROM sites WHERE site = ? AND status = 'active'", site) !== undefined;
  db.run("UPDATE sites SET status = 'same-as', same_as = ? WHERE site = ?", keeper, site);
  if (active) countDown(db);
}

function countDown(db: SqliteDatabase): void {
  db.run('UPDATE crawl SET active_sites = active_sites - 1');
}
