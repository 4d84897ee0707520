import { addCounters, type HostState, type Lease, type SiteRow } from '../../../domain/protocol/crawl-state.ts';
import type { ParseNote } from '../../../domain/protocol/parse-note.ts';
import { protocol } from '../../../domain/protocol/protocol.ts';
import type { SumLap } from '../../../domain/protocol/site-sums.ts';
import { isMapping } from '../../../domain/spec/fields/is-mapping.ts';
import type { KnownHost, LeaveDemand, ParseAnswer, ParseCommit, TurnExit } from '../../../ports/ports.ts';
import { addOccurrences } from './sqlite-claims.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { keepLost, keepTaken, readAllLost, readLost } from './sqlite-losses.ts';
import { jsonOf, limitColumn, siteColumns, siteOf } from './sqlite-rows.ts';
import type { SqliteSchedule } from './sqlite-schedule.ts';
import type { SqliteTokens } from './sqlite-tokens.ts';
import { applyWatch, rest } from './sqlite-watched.ts';

/** Inside a transaction of the caller's. */
export function insertSite(db: SqliteDatabase, site: SiteRow): void {
  const columns = siteColumns(site);
  const names = Object.keys(columns);
  const sql = `INSERT INTO sites (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  db.run(sql, ...Object.values(columns));
}

/** Rows of sites, with the turns that are fetched and not yet parsed. */
export class SqliteSites {
  private readonly db: SqliteDatabase;
  private readonly schedule: SqliteSchedule;

  constructor(db: SqliteDatabase, schedule: SqliteSchedule) {
    this.db = db;
    this.schedule = schedule;
  }

  readAll(crawl: string): SiteRow[] {
    return this.readAfter(crawl, 0, Number.MAX_SAFE_INTEGER);
  }

  readAfter(crawl: string, after: number, most: number): SiteRow[] {
    const rows = this.db.all('SELECT * FROM sites WHERE site > ? ORDER BY site LIMIT ? + 0', after, most);
    const last = Number(rows.at(-1)?.['site'] ?? after);
    const pending = new Map<number, Map<number, string>>();
    const sql = 'SELECT * FROM pending WHERE site > ? AND site <= ? ORDER BY site, turn';
    for (const { site, turn, attempt } of this.db.all(sql, after, last)) {
      const turns = pending.get(Number(site)) ?? new Map<number, string>();
      pending.set(Number(site), turns.set(Number(turn), String(attempt)));
    }
    const lost = readAllLost(this.db);
    return rows.map(row => {
      const site = Number(row['site']);
      return siteOf(crawl, row, pending.get(site) ?? new Map(), lost.get(site));
    });
  }

  readLap(): SumLap | undefined {
    if (!this.db.hasTable('sum_laps')) return undefined;
    const row = this.db.get('SELECT lap FROM sum_laps');
    return row === undefined ? undefined : jsonOf<SumLap>(row['lap'], isMapping);
  }

  writeLap(lap: SumLap): void {
    const sql = 'INSERT INTO sum_laps (id, lap) VALUES (1, ?) ON CONFLICT DO UPDATE SET lap = excluded.lap';
    this.db.run(sql, JSON.stringify(lap));
  }

  read(crawl: string, site: number): SiteRow | undefined {
    const row = this.db.get('SELECT * FROM sites WHERE site = ?', site);
    if (row === undefined) return undefined;
    const pending = this.db.all('SELECT turn, attempt FROM pending WHERE site = ? ORDER BY turn', site);
    const turns = new Map(pending.map(each => [Number(each['turn']), String(each['attempt'])] as const));
    return siteOf(crawl, row, turns, readLost(this.db, site));
  }

  /** With its note, which lists of sites lack. */
  readNoted(crawl: string, site: number): SiteRow | undefined {
    const row = this.read(crawl, site);
    const noted = this.db.get('SELECT note FROM parse_notes WHERE site = ?', site);
    if (row === undefined || noted === undefined) return row;
    return { ...row, parseNote: jsonOf<ParseNote>(noted['note']) };
  }

  noteParse(site: number, note: ParseNote): void {
    const sql = `INSERT INTO parse_notes (site, note) VALUES (?, ?) ON CONFLICT DO UPDATE SET note = excluded.note`;
    this.db.transaction(() => this.db.run(sql, site, JSON.stringify(note)));
    // A worker that reads the pages now may die of them.
    if (!note.isRead) this.db.commitGathered();
  }

  moveDue(site: number, from: number, to: number): boolean {
    return this.db.run('UPDATE sites SET due = ? WHERE site = ? AND due = ?', Math.ceil(to), site, from) > 0;
  }

  commitParse(crawl: string, site: number, commit: ParseCommit): ParseAnswer {
    return this.db.transaction((): ParseAnswer => {
      if (this.db.run('DELETE FROM pending WHERE site = ? AND turn = ?', site, commit.turn) === 0)
        return { kind: 'not-pending' };
      this.schedule.addRewards(site, commit);
      addOccurrences(this.db, site, commit.occurrences ?? []);
      if (commit.watch !== undefined) applyWatch(this.db, site, commit.watch);
      const before = this.read(crawl, site)!;
      const wakeBelow = before.waiting === 'backlog' ? protocol.wakeBelow : 1;
      const woken = before.waiting !== '' && before.pending.size < wakeBelow;
      const after: SiteRow = {
        ...before,
        counters: addCounters(before.counters, commit.add),
        parsedBy: { turn: commit.turn, message: commit.message },
        // A site that does not wait has a living fetch message, which ends when it finds `due` moved by another.
        due: before.waiting === '' ? before.due : Math.max(before.due, Math.ceil(commit.due)),
        waiting: woken ? '' : before.waiting,
      };
      this.db.run(
        'UPDATE sites SET counters = ?, parsed_turn = ?, parsed_by = ?, due = ?, waiting = ? WHERE site = ?',
        ...[JSON.stringify(after.counters), commit.turn, commit.message, after.due, after.waiting, site],
      );
      return { kind: 'committed', site: after, woken };
    }, 'immediate');
  }

  raiseGrant(site: number, { grant: from, parked }: Pick<SiteRow, 'grant' | 'parked'>, to: number): boolean {
    const sql = `UPDATE sites SET page_grant = ?, parked = 0
       WHERE site = ? AND page_grant IS ? AND parked = ? AND status = 'active'`;
    return to > from && this.db.run(sql, limitColumn(to), site, limitColumn(from), Number(parked)) > 0;
  }

  endParked(site: number): boolean {
    return this.db.transaction(() => {
      const ended = this.db.run(
        `UPDATE sites SET status = 'page-budget', parked = 0 WHERE site = ? AND status = 'active' AND parked = 1
         AND used >= page_grant AND NOT EXISTS (SELECT 1 FROM pending WHERE pending.site = sites.site)`,
        site,
      );
      if (ended > 0) countDown(this.db);
      return ended > 0;
    });
  }

  unpark(site: number): boolean {
    return this.db.run('UPDATE sites SET parked = 0 WHERE site = ? AND parked = 1', site) > 0;
  }
}

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

/** The stored state of a host of a site of several hosts. */
export function readHost(db: SqliteDatabase, site: number, origin: string): HostState | undefined {
  const row = db.get('SELECT state FROM site_hosts WHERE site = ? AND origin = ?', site, origin);
  return row && jsonOf<HostState>(row['state']);
}

/** Inside a transaction of the caller's. */
function keepHost(db: SqliteDatabase, site: number, { origin, ...state }: KnownHost): void {
  const sql = `INSERT INTO site_hosts (site, origin, state) VALUES (?, ?, ?)
    ON CONFLICT (site, origin) DO UPDATE SET state = excluded.state`;
  db.run(sql, site, origin, JSON.stringify(state));
}

/** A resume tries each host again. Inside a transaction of the caller's. */
export function forgetHosts(db: SqliteDatabase, site: number): void {
  db.run('DELETE FROM site_hosts WHERE site = ?', site);
}
