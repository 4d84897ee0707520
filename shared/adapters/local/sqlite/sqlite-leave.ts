import type { Lease, SiteRow } from '../../../domain/protocol/crawl-state.ts';
import type { LeaveDemand, TurnExit } from '../../../ports.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { keepHost } from './sqlite-hosts.ts';
import { keepLost, keepTaken } from './sqlite-losses.ts';
import { jsonOf, siteColumns } from './sqlite-rows.ts';
import type { SqliteTokens } from './sqlite-tokens.ts';
import { rest } from './sqlite-watched.ts';

interface Leaving {
  readonly db: SqliteDatabase;
  readonly crawl: string;
  readonly tokens: SqliteTokens;
}

/** Writes a turn's patch if its demands hold; inside the transaction that checked the lease. */
export function leaveSite(
  { db, tokens }: Pick<Leaving, 'db' | 'tokens'>,
  site: SiteRow,
  lease: Lease,
  { patch, demand }: TurnExit,
): boolean {
  if (site.status !== 'active' || site.turn !== lease.turn - 1 || !demandHolds(db, site, demand)) return false;
  // A parse that had read the bodies before they were lost may have committed the turn.
  if (patch.lost?.what === 'bodies' && !site.pending.has(patch.lost.turn)) return false;
  const { lost: _, hosts = [], ...plain } = patch;
  const columns = siteColumns(plain);
  const names = Object.keys(columns);
  if (names.length > 0) {
    const sql = `UPDATE sites SET ${names.map(name => `${name} = ?`).join(', ')} WHERE site = ?`;
    db.run(sql, ...Object.values(columns), site.site);
  }
  if (patch.addPending !== undefined) {
    const { turn, attempt } = patch.addPending;
    const sql = `INSERT INTO pending (site, turn, attempt) VALUES (?, ?, ?)
      ON CONFLICT (site, turn) DO UPDATE SET attempt = excluded.attempt`;
    db.run(sql, site.site, turn, attempt);
  }
  if (patch.took !== undefined) keepTaken(db, site.site, lease.turn, patch.took);
  if (patch.lost !== undefined) keepLost(db, site.site, patch.lost);
  for (const host of hosts) keepHost(db, site.site, host);
  if (patch.waiting === 'rest') rest(db, site);
  if (patch.status !== undefined) countDown(db);
  if (patch.claimOrigin !== undefined) claimOrigin({ db, crawl: lease.crawl, tokens }, site.site, patch.claimOrigin);
  return true;
}

function demandHolds(db: SqliteDatabase, site: SiteRow, demand: LeaveDemand): boolean {
  if (demand.pending !== undefined && (demand.pending === 'some') !== site.pending.size > 0) return false;
  if (demand.grant !== undefined && demand.grant !== site.grant) return false;
  if (demand.stop === undefined) return true;
  return demand.stop === (db.get('SELECT 1 FROM crawl WHERE stop IS NOT NULL') !== undefined);
}

/**
 * An origin belongs to a single site of a crawl. The lowest site number keeps it, whichever site came first. The other
 * site ends as `same-as`. A site that was removed keeps nothing.
 */
function claimOrigin(leaving: Leaving, site: number, origin: string): void {
  const { db } = leaving;
  const sql = `SELECT site FROM origins JOIN sites USING (site) WHERE origins.origin = ? AND status <> 'removed'`;
  const owner = Number(db.get(sql, origin)?.['site'] ?? site);
  const keeper = Math.min(site, owner);
  db.run(
    'INSERT INTO origins (origin, site) VALUES (?, ?) ON CONFLICT DO UPDATE SET site = excluded.site',
    origin,
    keeper,
  );
  if (owner !== site) endAsSame(leaving, Math.max(site, owner), keeper);
}

function endAsSame({ db, crawl, tokens }: Leaving, site: number, keeper: number): void {
  const row = db.get('SELECT status, origin, trouble FROM sites WHERE site = ?', site)!;
  db.run("UPDATE sites SET status = 'same-as', same_as = ? WHERE site = ?", keeper, site);
  if (row['status'] === 'active') countDown(db);
  const trouble = jsonOf<SiteRow['trouble']>(row['trouble']);
  tokens.forgetWish({ crawl, site, origin: String(row['origin']), trouble });
}

/** A site is active no more; inside the transaction that ended it. */
export function countDown(db: SqliteDatabase): void {
  db.run('UPDATE crawl SET active_sites = active_sites - 1');
}
