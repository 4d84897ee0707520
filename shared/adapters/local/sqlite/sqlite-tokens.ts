import type { Lease, SiteRow } from '../../../domain/protocol/crawl-state.ts';
import { leaseMs, protocol } from '../../../domain/protocol/protocol.ts';
import { hostOfTurn } from '../../../domain/protocol/token-row.ts';
import type { Processes, Reopening, TokenAnswer, TokenRow, TokenTake } from '../../../ports.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { type Row, tokenOf } from './sqlite-rows.ts';

/**
 * Nothing is put off for longer: the longest wait for a host with its jitter, the longest delay, and a lease. A later
 * instant was written under a clock that has been set back since.
 */
const longestWaitMs = 3 * protocol.probeLongestMs + leaseMs;

/** The token table of one user: a row per host, shared by all crawls of this machine. */
export class SqliteTokens {
  private readonly db: SqliteDatabase;
  private readonly processes: Processes;

  constructor(db: SqliteDatabase, processes: Processes) {
    this.db = db;
    this.processes = processes;
  }

  take(take: TokenTake): TokenAnswer {
    return this.db.transaction(() => this.takeInside(take), 'immediate');
  }

  private takeInside(take: TokenTake): TokenAnswer {
    const row = this.db.get('SELECT * FROM tokens.tokens WHERE host = ?', take.host);
    const found = row === undefined ? { nextAllowedAt: 0, lastDelayMs: 0 } : this.withoutDeadLease(row, take);
    const why = refusal(found, take);
    if (why !== undefined) return { kind: 'refused', why, row: found };
    const until = take.now + leaseMs;
    this.db.run(
      `INSERT INTO tokens.tokens (host, crawl, site, turn, attempt, until, message, process, next_allowed_at, last_delay_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (host) DO UPDATE SET crawl = excluded.crawl, site = excluded.site, turn = excluded.turn,
         attempt = excluded.attempt, until = excluded.until, message = excluded.message, process = excluded.process,
         next_allowed_at = excluded.next_allowed_at, wanted_crawl = NULL, wanted_site = NULL, wanted_until = NULL`,
      ...[take.host, take.crawl, take.site, take.turn, take.attempt, until, take.message, this.processes.self],
      ...[Math.ceil(Math.max(found.nextAllowedAt, until + take.delayMs)), found.lastDelayMs],
    );
    return { kind: 'taken', nextAllowedAt: found.nextAllowedAt, lastDelayMs: found.lastDelayMs };
  }

  /** A dead process asks for nothing more: its lease is free at once, but its last request may have been just now. */
  private withoutDeadLease(row: Row, { now, delayMs }: TokenTake): TokenRow {
    const token = underThisClock(tokenOf(row), now, delayMs);
    if (token.lease === undefined || this.processes.isAlive(String(row['process']))) return token;
    const { lease: _, ...free } = token;
    return { ...free, nextAllowedAt: now + Math.max(delayMs, token.lastDelayMs) };
  }

  /** From now on the leases of this holder are those of a dead process. */
  disown(): void {
    this.db.run(`UPDATE tokens.tokens SET process = '' WHERE process = ?`, this.processes.self);
  }

  /** Hosts whose lease a living process has for another crawl. */
  hostsOfOthers(crawl: string): ReadonlySet<string> {
    const rows = this.db.all('SELECT host, process FROM tokens.tokens WHERE crawl <> ?', crawl);
    const living = new Set(
      [...new Set(rows.map(row => String(row['process'])))].filter(process => this.processes.isAlive(process)),
    );
    return new Set(rows.filter(row => living.has(String(row['process']))).map(row => String(row['host'])));
  }

  /** Inside a transaction of the caller's. */
  isHeld({ host, crawl, site, turn, attempt }: Lease): boolean {
    const sql = 'SELECT 1 FROM tokens.tokens WHERE host = ? AND crawl = ? AND site = ? AND turn = ? AND attempt = ?';
    return this.db.get(sql, host, crawl, site, turn, attempt) !== undefined;
  }

  giveBack({ host, attempt }: Lease, nextAllowedAt: number, lastDelayMs?: number): boolean {
    const changes = this.db.run(
      `UPDATE tokens.tokens SET crawl = NULL, site = NULL, turn = NULL, attempt = NULL, until = NULL, message = NULL,
         process = NULL, next_allowed_at = ?, last_delay_ms = coalesce(?, last_delay_ms) WHERE host = ? AND attempt = ?`,
      ...[Math.ceil(nextAllowedAt), lastDelayMs === undefined ? null : Math.ceil(lastDelayMs), host, attempt],
    );
    return changes > 0;
  }

  /** Inside a transaction of the caller's. */
  release({ host, from, to }: NonNullable<Reopening['sites'][number]['release']>): void {
    const sql = 'UPDATE tokens.tokens SET next_allowed_at = ? WHERE host = ? AND next_allowed_at = ?';
    this.db.run(sql, Math.ceil(to), host, from);
  }

  want(host: string, wish: { crawl: string; site: number; until: number }, now: number): void {
    this.db.run(
      `UPDATE tokens.tokens SET wanted_crawl = ?, wanted_site = ?, wanted_until = ?
       WHERE host = ? AND (wanted_until IS NULL OR wanted_until < ?)`,
      ...[wish.crawl, wish.site, Math.ceil(wish.until), host, Math.floor(now)],
    );
  }

  /** A site that ended comes no more, so nobody need wait for it. Inside a transaction of the caller's. */
  forgetWish(row: Pick<SiteRow, 'crawl' | 'site' | 'origin' | 'trouble'>): void {
    this.db.run(
      `UPDATE tokens.tokens SET wanted_crawl = NULL, wanted_site = NULL, wanted_until = NULL
       WHERE host = ? AND wanted_crawl = ? AND wanted_site = ?`,
      ...[hostOfTurn(row), row.crawl, row.site],
    );
  }
}

function underThisClock(token: TokenRow, now: number, delayMs: number): TokenRow {
  if (token.nextAllowedAt <= now + longestWaitMs) return token;
  return { ...token, nextAllowedAt: now + Math.max(delayMs, token.lastDelayMs) };
}

function refusal(
  { lease, nextAllowedAt, wanted }: TokenRow,
  take: TokenTake,
): 'leased' | 'wanted' | 'early' | undefined {
  if (lease !== undefined && lease.until + protocol.clockSkewMs > take.now) return 'leased';
  const mine = wanted === undefined || (wanted.crawl === take.crawl && wanted.site === take.site);
  if (!mine && wanted.until > take.now) return 'wanted';
  return !take.idle && nextAllowedAt > take.now + protocol.nearMs ? 'early' : undefined;
}
