import * as State from '../../../domain/protocol/crawl-state.ts';
import type { Refusal } from '../../../domain/refusal/refusal.ts';
import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import { withName, withSites, withSitesOf } from '../../../domain/spec/resolve/added-site.ts';
import { hasPartsOfSpec } from '../../../domain/spec/stored-spec.ts';
import type { CrawlPatch, JoiningSite, JoinState, Reopening, Stop } from '../../../ports/ports.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { crawlOf, jsonOf, limitColumn, type Row } from './sqlite-rows.ts';
import { countDown, forgetHosts, insertSite, type SqliteSites } from './sqlite-sites.ts';
import type { SqliteTokens } from './sqlite-tokens.ts';

/** Rows that seldom change, and the version of the file for this connection when they were read (sqlite.org/pragma.html#pragma_data_version). */
interface Known {
  readonly version: number;
  readonly spec: ResolvedSpec;
  readonly damages: readonly Refusal[];
}

/** NULL where it is not given. */
function millis(ms: number | undefined): number | null {
  return ms === undefined ? null : Math.round(ms);
}

/** Damages that are reported, at most. */
const mostDamages = 20;

/** The one crawl of the file, from its beginning to its end and to its taking up again. */
export class SqliteCrawl {
  private readonly db: SqliteDatabase;
  private readonly tokens: SqliteTokens;
  /** The damages that a reader has found in the files, and may not write down. */
  private readonly found: readonly Refusal[];
  private known: Known | undefined;

  constructor(db: SqliteDatabase, tokens: SqliteTokens, found: readonly Refusal[] = []) {
    this.db = db;
    this.tokens = tokens;
    this.found = found;
  }

  create(crawl: State.CrawlRow, sites: readonly State.SiteRow[]): boolean {
    return this.db.transaction(() => {
      if (this.db.get('SELECT 1 FROM crawl') !== undefined) return false;
      this.db.run(
        'INSERT INTO crawl (id, state, started_at, deadline, active_sites) VALUES (?, ?, ?, ?, ?)',
        ...[crawl.id, crawl.state, crawl.startedAt, crawl.deadline ?? null, crawl.activeSites],
      );
      this.db.run('INSERT INTO specs (crawl, spec) VALUES (?, ?)', crawl.id, JSON.stringify(crawl.spec));
      for (const site of sites) insertSite(this.db, site);
      return true;
    }, 'immediate');
  }

  read(crawl: string): State.CrawlRow | undefined {
    return this.rowOf(this.db.get('SELECT * FROM crawl WHERE id = ?', crawl));
  }

  /** The crawl that this file holds. */
  only(): State.CrawlRow | undefined {
    return this.rowOf(this.db.get('SELECT * FROM crawl'));
  }

  /** Replaces the spec of the crawl. */
  writeSpec(crawl: string, spec: ResolvedSpec): void {
    this.known = undefined;
    this.db.run('UPDATE specs SET spec = ? WHERE crawl = ?', JSON.stringify(spec), crawl);
  }

  name(crawl: string, name: string): boolean {
    return this.db.transaction(() => {
      const row = this.read(crawl);
      if (row === undefined) return false;
      this.writeSpec(crawl, withName(row.spec, name));
      return true;
    }, 'immediate');
  }

  private rowOf(row: Row | undefined): State.CrawlRow | undefined {
    if (row === undefined) return undefined;
    const { spec, damages: noted } = this.seldomChanged();
    const damages = [...noted, ...this.found];
    return damages.length === 0 ? crawlOf(row, spec) : { ...crawlOf(row, spec), damages };
  }

  /** The same damage counts once. */
  noteDamage(damage: Refusal, at: number): void {
    this.known = undefined;
    this.db.run('INSERT OR IGNORE INTO damages (damage, at) VALUES (?, ?)', JSON.stringify(damage), Math.floor(at));
  }

  private damages(): readonly Refusal[] {
    if (!this.db.hasTable('damages')) return [];
    const rows = this.db.all('SELECT damage FROM damages ORDER BY at, damage LIMIT ? + 0', mostDamages);
    return rows.map(({ damage }) => jsonOf<Refusal>(damage));
  }

  /**
   * A spec of 100,000 sites is 20 MB of text, and each turn reads the crawl. So the spec has its own table, and is
   * read again only after another process has changed the file, or this process the spec. The same holds for damages.
   */
  private seldomChanged(): Known {
    const version = Number(this.db.get('PRAGMA main.data_version')!['data_version']);
    if (this.known?.version === version) return this.known;
    const spec = jsonOf<ResolvedSpec>(this.db.get('SELECT spec FROM specs')?.['spec'], hasPartsOfSpec);
    this.known = { version, spec, damages: this.damages() };
    return this.known;
  }

  requestStop(crawl: string, { reason, cause }: Stop): boolean {
    const sql = "UPDATE crawl SET stop = ?, stop_cause = ? WHERE id = ? AND stop IS NULL AND state = 'running'";
    return this.db.run(sql, reason, cause ?? null, crawl) > 0;
  }

  setState(crawl: string, from: State.CrawlRow['state'], to: State.CrawlRow['state'], patch: CrawlPatch): boolean {
    const sql = `UPDATE crawl SET state = ?, finish_reason = coalesce(?, finish_reason), finished_at = coalesce(?, finished_at)
       WHERE id = ? AND state = ? AND active_sites = 0`;
    return this.db.run(sql, to, patch.finishReason ?? null, patch.finishedAt ?? null, crawl, from) > 0;
  }

  readRobots(address: string): State.RobotsFinding | undefined {
    const row = this.db.get('SELECT finding FROM robots WHERE address = ?', address);
    return row === undefined ? undefined : jsonOf<State.RobotsFinding>(row['finding']);
  }

  keepRobots(address: string, finding: State.RobotsFinding): void {
    this.db.run(
      `INSERT INTO robots (address, at, finding) VALUES (?, ?, ?)
       ON CONFLICT (address) DO UPDATE SET at = excluded.at, finding = excluded.finding WHERE excluded.at > at`,
      ...[address, Math.floor(finding.at), JSON.stringify(finding)],
    );
  }

  readSignatures(kinds: readonly string[]): ReadonlyMap<string, string> {
    if (!this.db.hasTable('signatures')) return new Map();
    const rowOf = (kind: string) => this.db.get('SELECT signature FROM signatures WHERE kind = ?', kind);
    return new Map(
      kinds.flatMap(kind => {
        const row = rowOf(kind);
        return row === undefined ? [] : [[kind, String(row['signature'])]];
      }),
    );
  }

  keepSignatures(signatures: ReadonlyMap<string, string>): void {
    const sql = `INSERT INTO signatures (kind, signature) VALUES (?, ?)
       ON CONFLICT (kind) DO UPDATE SET signature = excluded.signature`;
    this.db.transaction(() => {
      for (const [kind, signature] of signatures) this.db.run(sql, kind, signature);
    });
  }

  private startAnew(site: number, { start, origin, phase }: NonNullable<Reopening['sites'][number]['start']>): void {
    this.db.run(
      `UPDATE sites SET start = ?, origin = ?, redirected_from = '[]', level = ?, round = ?, cursor_turn = ?, cursor_offset = ?,
         robots = NULL WHERE site = ?`,
      ...[start, origin, phase.level, phase.round, State.firstCursor.turn, State.firstCursor.offset, site],
    );
  }

  private addCounts(site: number, add: NonNullable<Reopening['sites'][number]['add']>): void {
    const counters = jsonOf<State.Counters>(
      this.db.get('SELECT counters FROM sites WHERE site = ?', site)!['counters'],
    );
    const sum = JSON.stringify(State.addCounters(counters, { ...State.noCounts, ...add }));
    this.db.run('UPDATE sites SET counters = ? WHERE site = ?', sum, site);
  }

  reopen(crawl: string, { spec, run, deadline, sites }: Reopening): void {
    this.db.transaction(() => {
      let opened = 0;
      for (const { site, grant, maxLevel, due, trouble, delayMs, start, add, release, unlinkedFrom } of sites) {
        const status = this.db.get('SELECT status FROM sites WHERE site = ?', site)?.['status'];
        if (status === 'removed') continue;
        if (status !== 'active') opened += 1;
        forgetHosts(this.db, site);
        this.db.run(
          `UPDATE sites SET status = 'active', page_grant = ?, max_level = ?, due = ?, trouble = ?,
             delay_ms = coalesce(?, delay_ms), unlinked_from = coalesce(?, unlinked_from), parked = 0, waiting = '' WHERE site = ?`,
          ...[
            limitColumn(grant),
            limitColumn(maxLevel),
            Math.ceil(due),
            JSON.stringify(trouble),
            delayMs ?? null,
            unlinkedFrom ?? null,
            site,
          ],
        );
        if (start !== undefined) this.startAnew(site, start);
        if (add !== undefined && status === 'not-available') this.addCounts(site, add);
        if (release !== undefined) this.tokens.release(release);
      }
      this.db.run(
        `UPDATE crawl SET state = 'running', stop = NULL, stop_cause = NULL, finish_reason = NULL, finished_at = NULL,
           deadline = ?, active_sites = active_sites + ?, ran_ms = coalesce(?, ran_ms),
           run_started_at = coalesce(?, run_started_at) WHERE id = ?`,
        ...[deadline ?? null, opened, millis(run?.ranMs), millis(run?.runStartedAt), crawl],
      );
      this.writeSpec(crawl, withSitesOf(this.seldomChanged().spec, spec));
    }, 'immediate');
  }
}

interface SiteSetParts {
  readonly db: SqliteDatabase;
  readonly crawl: SqliteCrawl;
  readonly sites: SqliteSites;
  readonly tokens: SqliteTokens;
}

/** The set of sites, changed by any process while another one crawls. */
export class SqliteSiteSet {
  private readonly parts: SiteSetParts;

  constructor(parts: SiteSetParts) {
    this.parts = parts;
  }

  add(id: string, joining: readonly JoiningSite[]): readonly JoinState[] {
    const { db, crawl, sites } = this.parts;
    return db.transaction(() => {
      const found = crawl.read(id);
      if (found === undefined) throw new Error(`crawl ${id} is not in crawl.db`);
      const joins = found.state === 'running' && found.stop === undefined;
      const isNew = joining.map(({ row }) => sites.read(id, row.site) === undefined);
      const fresh = joining.filter((_, index) => isNew[index]);
      if (fresh.length === 0) return joining.map(() => 'exists');
      for (const { row } of fresh) insertSite(db, { ...row, status: joins ? 'active' : 'stopped' });
      const joined = fresh.map(({ site }) => site);
      crawl.writeSpec(id, withSites(found.spec, joined));
      if (joins) db.run('UPDATE crawl SET active_sites = active_sites + ? WHERE id = ?', fresh.length, id);
      return isNew.map(isFresh => (isFresh ? (joins ? 'added' : 'waits') : 'exists'));
    }, 'immediate');
  }

  remove(id: string, site: number): boolean {
    const { db, sites, tokens } = this.parts;
    return db.transaction(() => {
      const row = sites.read(id, site);
      if (row === undefined || row.status === 'removed') return false;
      db.run("UPDATE sites SET status = 'removed', parked = 0 WHERE site = ?", site);
      if (row.status === 'active') countDown(db);
      tokens.forgetWish(row);
      return true;
    }, 'immediate');
  }
}
