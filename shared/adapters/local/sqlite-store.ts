/**
 * The state of one crawl in one SQLite file, with the user's token table attached. Each method is one transaction (or a
 * single statement), so it happens or it does not, whenever the process dies. Only a turn's end spans both files: a
 * crash between them leaves a lease behind, which the next process finds dead.
 */
import type {
  ChunkEntry,
  ClaimedUrl,
  CrawlRow,
  Cursor,
  Lease,
  LinkClaim,
  Outcome,
  Phase,
  SiteRow,
  UrlClaim,
} from '../../domain/crawl-state.ts';
import { addCounters } from '../../domain/crawl-state.ts';
import { protocol } from '../../domain/protocol.ts';
import type { SkipReason } from '../../domain/skip-reason.ts';
import type {
  CrawlPatch,
  CrawlStore,
  ParseAnswer,
  ParseCommit,
  Reopening,
  Stop,
  TokenAnswer,
  TokenTake,
  TurnExit,
} from '../../ports.ts';
import { SqliteDatabase } from './sqlite-database.ts';
import { leaveSite } from './sqlite-leave.ts';
import { crawlOf, entryOf, limitColumn, siteColumns, siteOf } from './sqlite-rows.ts';
import { prepareTables } from './sqlite-schema.ts';
import { type Processes, SqliteTokens } from './sqlite-tokens.ts';

export interface SqlitePaths {
  readonly crawl: string;
  /** The user's token table. */
  readonly tokens: string;
}

export class SqliteStore implements CrawlStore {
  private readonly db: SqliteDatabase;
  private readonly tokens: SqliteTokens;

  constructor(paths: SqlitePaths, processes: Processes) {
    this.db = new SqliteDatabase(paths.crawl);
    this.db.run('ATTACH DATABASE ? AS tokens', paths.tokens);
    prepareTables(this.db, paths.crawl);
    this.tokens = new SqliteTokens(this.db, processes);
  }

  close(): void {
    this.db.close();
  }

  /** Closes with turns under way: their leases are free for others at once, as after a crash. */
  abandon(): void {
    this.tokens.disown();
    this.close();
  }

  async createCrawl(crawl: CrawlRow, sites: readonly SiteRow[]): Promise<boolean> {
    return this.db.transaction(() => {
      if (this.db.get('SELECT 1 FROM crawl') !== undefined) return false;
      this.db.run(
        'INSERT INTO crawl (id, spec, state, started_at, deadline, active_sites) VALUES (?, ?, ?, ?, ?, ?)',
        ...[crawl.id, JSON.stringify(crawl.spec), crawl.state, crawl.startedAt, crawl.deadline ?? null],
        crawl.activeSites,
      );
      for (const site of sites) this.insertSite(site);
      return true;
    });
  }

  private insertSite(site: SiteRow): void {
    const columns = siteColumns(site);
    const names = Object.keys(columns);
    const sql = `INSERT INTO sites (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
    this.db.run(sql, ...Object.values(columns));
  }

  async readCrawl(crawl: string): Promise<CrawlRow | undefined> {
    const row = this.db.get('SELECT * FROM crawl WHERE id = ?', crawl);
    return row === undefined ? undefined : crawlOf(row);
  }

  /** Throws where the file contradicts itself: a disk or a copy that broke it. Reads it all. */
  async verify(): Promise<void> {
    const found = this.db.get('PRAGMA main.quick_check(1)')?.['quick_check'];
    if (found !== 'ok') throw new Error(`crawl.db is damaged (${String(found)}); crawl anew with --overwrite`);
  }

  /** The crawl that this file holds. */
  async onlyCrawl(): Promise<CrawlRow | undefined> {
    const row = this.db.get('SELECT * FROM crawl');
    return row === undefined ? undefined : crawlOf(row);
  }

  async readSites(crawl: string): Promise<SiteRow[]> {
    return this.db.all('SELECT site FROM sites ORDER BY site').map(row => this.siteNow(crawl, Number(row['site']))!);
  }

  async readSite(crawl: string, site: number): Promise<SiteRow | undefined> {
    return this.siteNow(crawl, site);
  }

  private siteNow(crawl: string, site: number): SiteRow | undefined {
    const row = this.db.get('SELECT * FROM sites WHERE site = ?', site);
    if (row === undefined) return undefined;
    const pending = this.db.all('SELECT turn, attempt FROM pending WHERE site = ? ORDER BY turn', site);
    return siteOf(crawl, row, new Map(pending.map(each => [Number(each['turn']), String(each['attempt'])])));
  }

  async takeToken(take: TokenTake): Promise<TokenAnswer> {
    return this.tokens.take(take);
  }

  async returnToken(lease: Lease, nextAllowedAt: number): Promise<boolean> {
    return this.db.transaction(
      () => this.tokens.isHeld(lease) && this.tokens.giveBack(lease, nextAllowedAt),
      'immediate',
    );
  }

  async wantToken(host: string, wish: { crawl: string; site: number; until: number }, now: number): Promise<void> {
    this.tokens.want(host, wish, now);
  }

  async leaveTurn(lease: Lease, exit: TurnExit): Promise<boolean> {
    return this.db.transaction(() => {
      if (!this.tokens.isHeld(lease)) return false;
      const site = this.siteNow(lease.crawl, lease.site);
      if (site === undefined || !leaveSite(this.db, site, lease, exit)) return false;
      return this.tokens.giveBack(lease, exit.token.nextAllowedAt, exit.token.lastDelayMs);
    }, 'immediate');
  }

  async moveDue(_crawl: string, site: number, from: number, to: number): Promise<boolean> {
    return this.db.run('UPDATE sites SET due = ? WHERE site = ? AND due = ?', Math.ceil(to), site, from) > 0;
  }

  async claimContents(
    _crawl: string,
    site: number,
    claims: readonly { hash: string; owner: string }[],
  ): Promise<string[]> {
    const insert = this.db.prepare('INSERT INTO contents (site, hash, url) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
    const select = this.db.prepare('SELECT url FROM contents WHERE site = ? AND hash = ?');
    return this.db.transaction(() =>
      claims.map(({ hash, owner }) =>
        Number(insert.run(site, hash, owner).changes) > 0 ? owner : String(select.get(site, hash)?.['url']),
      ),
    );
  }

  async claimUrls(
    _crawl: string,
    site: number,
    by: { readonly turn: number; readonly level: number; readonly kind: 'link' | 'redirect' },
    claims: readonly UrlClaim[],
  ): Promise<boolean[]> {
    // `again` is won by the turn that won it before; only a redirect lowers a level.
    const again = 'pages.turn = excluded.turn AND pages.level = excluded.level';
    const won = by.kind === 'link' ? again : `pages.level > excluded.level OR (${again})`;
    const claim = this.db.prepare(
      `INSERT INTO pages (site, url, level, turn, found_on, status, reason, attempts) VALUES (?, ?, ?, ?, ?, ?, ?, 0)
       ON CONFLICT (site, url) DO UPDATE SET level = excluded.level, turn = excluded.turn, found_on = excluded.found_on
       WHERE ${won}`,
    );
    return this.db.transaction(() =>
      claims.map(({ url, foundOn, skip }) => {
        const status = skip === undefined ? 'waiting' : 'skipped';
        return Number(claim.run(site, url, by.level, by.turn, foundOn, status, skip ?? null).changes) > 0;
      }),
    );
  }

  async readLevels(_crawl: string, site: number, urls: readonly string[]): Promise<(number | undefined)[]> {
    const select = this.db.prepare('SELECT level FROM pages WHERE site = ? AND url = ?');
    return urls.map(url => {
      const row = select.get(site, url);
      return row === undefined ? undefined : Number(row['level']);
    });
  }

  async claimLinks(
    _crawl: string,
    site: number,
    kind: 'external' | 'bad',
    turn: number,
    claims: readonly LinkClaim[],
  ): Promise<boolean[]> {
    const [table, key, detail] =
      kind === 'external' ? ['external_links', 'url', 'anchor'] : ['bad_links', 'text', 'reason'];
    const claim = this.db.prepare(
      `INSERT INTO ${table} (site, ${key}, turn, page, level, ${detail}) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (site, ${key}) DO UPDATE SET turn = turn WHERE ${table}.turn = excluded.turn`,
    );
    return this.db.transaction(() =>
      claims.map(
        ({ key: text, page, level, detail: about }) =>
          Number(claim.run(site, text, turn, page, level, about).changes) > 0,
      ),
    );
  }

  async countPatterns(
    _crawl: string,
    site: number,
    turn: number,
    wishes: readonly { pattern: string; count: number }[],
  ): Promise<number[]> {
    const count = this.db.prepare(
      `INSERT INTO patterns (site, pattern, before, turn, added) VALUES (?, ?, 0, ?, ?)
       ON CONFLICT (site, pattern) DO UPDATE SET before = before + added, turn = excluded.turn, added = excluded.added
       WHERE patterns.turn < excluded.turn`,
    );
    const select = this.db.prepare('SELECT before FROM patterns WHERE site = ? AND pattern = ?');
    return this.db.transaction(() =>
      wishes.map(wish => {
        count.run(site, wish.pattern, turn, wish.count);
        return Number(select.get(site, wish.pattern)?.['before']);
      }),
    );
  }

  async recordOutcomes(
    _crawl: string,
    site: number,
    _turn: number,
    outcomes: readonly { url: string; outcome: Outcome; attempts: number }[],
  ): Promise<void> {
    const update = this.db.prepare(
      'UPDATE pages SET status = ?, reason = ?, http_status = ?, target = ?, attempts = ? WHERE site = ? AND url = ?',
    );
    this.db.transaction(() => {
      for (const { url, outcome, attempts } of outcomes) {
        const { status, reason, httpStatus, target } = outcomeColumns(outcome);
        update.run(status, reason, httpStatus, target, attempts, site, url);
      }
    });
  }

  async putChunk(
    _crawl: string,
    site: number,
    phase: Phase,
    turn: number,
    entries: readonly ChunkEntry[],
  ): Promise<void> {
    const insert = this.db.prepare(
      'INSERT INTO frontier (site, level, round, turn, seq, url, address, attempt, via, found_on) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    );
    const first = this.db.prepare(
      'SELECT 1 FROM frontier WHERE site = ? AND level = ? AND round = ? AND turn = ? AND seq = 0',
    );
    this.db.transaction(() => {
      // A whole chunk or none: a repeat that knows more by now adds nothing.
      if (first.get(site, phase.level, phase.round, turn) !== undefined) return;
      for (const [seq, entry] of entries.entries()) {
        const via = entry.via.length === 0 ? null : JSON.stringify(entry.via);
        insert.run(
          site,
          phase.level,
          phase.round,
          turn,
          seq,
          entry.url,
          entry.address,
          entry.attempt,
          via,
          entry.foundOn,
        );
      }
    });
  }

  async readChunks(
    _crawl: string,
    site: number,
    phase: Phase,
    cursor: Cursor,
    most: number,
  ): Promise<{ place: Cursor; entry: ChunkEntry }[]> {
    const rows = this.db.all(
      `SELECT * FROM frontier WHERE site = ? AND level = ? AND round = ? AND (turn, seq) >= (?, ?)
       ORDER BY turn, seq LIMIT ?`,
      ...[site, phase.level, phase.round, cursor.turn, cursor.offset, most],
    );
    return rows.map(row => ({ place: { turn: Number(row['turn']), offset: Number(row['seq']) }, entry: entryOf(row) }));
  }

  /**
   * What it commits is taken into the database file at once: the caller removes the turn's bodies on the strength of it,
   * so it must outlive a journal whose tail is lost.
   */
  async commitParse(crawl: string, site: number, commit: ParseCommit): Promise<ParseAnswer> {
    const answer = this.commitParsed(crawl, site, commit);
    this.db.database.exec('PRAGMA main.wal_checkpoint(PASSIVE)');
    return answer;
  }

  private commitParsed(crawl: string, site: number, commit: ParseCommit): ParseAnswer {
    return this.db.transaction((): ParseAnswer => {
      if (this.db.run('DELETE FROM pending WHERE site = ? AND turn = ?', site, commit.turn) === 0)
        return { kind: 'not-pending' };
      const before = this.siteNow(crawl, site)!;
      const wakeBelow = before.waiting === 'backlog' ? protocol.wakeBelow : 1;
      const woken = before.waiting !== '' && before.pending.size < wakeBelow;
      this.db.run(
        'UPDATE sites SET counters = ?, parsed_turn = ?, parsed_by = ?, due = ?, waiting = ? WHERE site = ?',
        ...[
          JSON.stringify(addCounters(before.counters, commit.add)),
          commit.turn,
          commit.message,
          // A site that does not wait has a living fetch message, which ends when it finds `due` moved by another.
          before.waiting === '' ? before.due : Math.max(before.due, Math.ceil(commit.due)),
          woken ? '' : before.waiting,
          site,
        ],
      );
      return { kind: 'committed', site: this.siteNow(crawl, site)!, woken };
    }, 'immediate');
  }

  async requestStop(crawl: string, { reason, cause }: Stop): Promise<boolean> {
    const sql = "UPDATE crawl SET stop = ?, stop_cause = ? WHERE id = ? AND stop IS NULL AND state = 'running'";
    return this.db.run(sql, reason, cause ?? null, crawl) > 0;
  }

  async raiseGrant(_crawl: string, site: number, from: number, to: number): Promise<boolean> {
    const sql = `UPDATE sites SET page_grant = ?, parked = 0 WHERE site = ? AND page_grant IS ? AND status = 'active'`;
    return to > from && this.db.run(sql, limitColumn(to), site, limitColumn(from)) > 0;
  }

  async endParked(_crawl: string, site: number): Promise<boolean> {
    return this.db.transaction(() => {
      const ended = this.db.run(
        `UPDATE sites SET status = 'page-budget', parked = 0 WHERE site = ? AND status = 'active' AND parked = 1
         AND used >= page_grant AND NOT EXISTS (SELECT 1 FROM pending WHERE pending.site = sites.site)`,
        site,
      );
      if (ended > 0) this.db.run('UPDATE crawl SET active_sites = active_sites - 1');
      return ended > 0;
    });
  }

  async unpark(_crawl: string, site: number): Promise<boolean> {
    return this.db.run('UPDATE sites SET parked = 0 WHERE site = ? AND parked = 1', site) > 0;
  }

  async setState(crawl: string, from: CrawlRow['state'], to: CrawlRow['state'], patch: CrawlPatch): Promise<boolean> {
    const sql = `UPDATE crawl SET state = ?, finish_reason = coalesce(?, finish_reason), finished_at = coalesce(?, finished_at)
       WHERE id = ? AND state = ? AND active_sites = 0`;
    return this.db.run(sql, to, patch.finishReason ?? null, patch.finishedAt ?? null, crawl, from) > 0;
  }

  async reopen(crawl: string, { spec, deadline, sites }: Reopening): Promise<void> {
    this.db.transaction(() => {
      let opened = 0;
      for (const { site, grant, maxLevel, due, trouble, release } of sites) {
        const active = this.db.get("SELECT 1 FROM sites WHERE site = ? AND status = 'active'", site) !== undefined;
        if (!active) opened += 1;
        this.db.run(
          `UPDATE sites SET status = 'active', page_grant = ?, max_level = ?, due = ?, trouble = ?, parked = 0, waiting = ''
           WHERE site = ?`,
          ...[limitColumn(grant), limitColumn(maxLevel), Math.ceil(due), JSON.stringify(trouble), site],
        );
        if (release !== undefined) this.tokens.release(release);
      }
      this.db.run(
        `UPDATE crawl SET state = 'running', stop = NULL, stop_cause = NULL, finish_reason = NULL, finished_at = NULL,
           spec = ?, deadline = ?, active_sites = active_sites + ? WHERE id = ?`,
        ...[JSON.stringify(spec), deadline ?? null, opened, crawl],
      );
    });
  }

  async claimsAfter(_crawl: string, site: number, after: string, most: number): Promise<ClaimedUrl[]> {
    const rows = this.db.all(
      'SELECT url, level, found_on, status, reason, attempts FROM pages WHERE site = ? AND url > ? ORDER BY url LIMIT ?',
      ...[site, after, most],
    );
    return rows.map(row => ({
      url: String(row['url']),
      level: Number(row['level']),
      foundOn: String(row['found_on']),
      ...(row['status'] === 'skipped' ? { skip: row['reason'] as SkipReason } : {}),
      attempts: Number(row['attempts']),
    }));
  }
}

function outcomeColumns(outcome: Outcome): {
  status: string;
  reason: string | null;
  httpStatus: number | null;
  target: string | null;
} {
  switch (outcome.kind) {
    case 'node':
      return { status: 'node', reason: null, httpStatus: 200, target: null };
    case 'redirect':
      return { status: 'redirect', reason: null, httpStatus: outcome.status, target: outcome.target };
    case 'duplicate':
      return { status: 'duplicate', reason: null, httpStatus: 200, target: outcome.owner };
    case 'skipped':
      return { status: 'skipped', reason: outcome.reason, httpStatus: outcome.status ?? null, target: null };
    case 'retry':
      return { status: 'waiting', reason: outcome.reason, httpStatus: outcome.status ?? null, target: null };
  }
}
