import type { Lease, SiteRow } from '../../../domain/protocol/crawl-state.ts';
import { leaseMs, protocol } from '../../../domain/protocol/protocol.ts';
import { believedEnd } from '../../../domain/protocol/set-clock.ts';
import { hostOfTurn, type TokenRow } from '../../../domain/protocol/token-row.ts';
import type { Processes, Reopening, TokenAnswer, TokenEnd, TokenTake } from '../../../ports/ports.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { type Row, tokenOf } from './sqlite-rows.ts';

/** The token table of one user: a row per host, shared by all crawls of this machine. */
export class SqliteTokens {
  private readonly db: SqliteDatabase;
  private readonly processes: Processes;
  private readonly now: () => number;

  constructor(db: SqliteDatabase, processes: Processes, now: () => number) {
    this.db = db;
    this.processes = processes;
    this.now = now;
  }

  take(take: TokenTake): TokenAnswer {
    return this.db.transaction(() => this.takeInside(take), 'immediate');
  }

  private takeInside(take: TokenTake): TokenAnswer {
    const { token, aheadMs, wasHeld } = this.read(take);
    const note = aheadMs > 0 ? { aheadMs } : {};
    const why = refusal(token, take);
    if (why !== undefined) return { kind: 'refused', why, row: token, ...note };
    const { nextAllowedAt, lastDelayMs } = token;
    const until = take.now + leaseMs;
    const ahead = Math.ceil(Math.max(nextAllowedAt, until + take.delayMs));
    this.db.run(
      `INSERT INTO tokens.tokens (host, crawl, site, turn, attempt, until, message, process, next_allowed_at, wait_ms,
         before, last_delay_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (host) DO UPDATE SET crawl = excluded.crawl, site = excluded.site, turn = excluded.turn,
         attempt = excluded.attempt, until = excluded.until, message = excluded.message, process = excluded.process,
         next_allowed_at = excluded.next_allowed_at, wait_ms = excluded.wait_ms, before = excluded.before,
         wanted_crawl = NULL, wanted_site = NULL, wanted_until = NULL, wanted_ms = NULL`,
      ...[take.host, take.crawl, take.site, take.turn, take.attempt, until, take.message, this.processes.self],
      ...[ahead, Math.ceil(ahead - take.now), Math.ceil(nextAllowedAt), lastDelayMs],
    );
    return { kind: 'taken', nextAllowedAt, lastDelayMs, ...(wasHeld && { afterDeath: true }), ...note };
  }

  /**
   * The host's row as far as it is trusted. A row that is not trusted is written anew: else each look would find the same wait
   * once more, and it would never end.
   */
  private read({ host, delayMs, now: asked }: TokenTake): BelievedToken & { readonly wasHeld: boolean } {
    // The caller may have asked long ago, and others have written since.
    const now = Math.max(asked, this.now());
    const row = this.db.get('SELECT * FROM tokens.tokens WHERE host = ?', host);
    if (row === undefined) return { token: { nextAllowedAt: 0, lastDelayMs: 0 }, aheadMs: 0, wasHeld: false };
    const isAlive = row['attempt'] === null || this.processes.isAlive(String(row['process']));
    const believed = believedToken(row, { now, delayMs }, isAlive);
    const { lease, wanted, nextAllowedAt } = believed.token;
    const isFreed = lease === undefined && row['attempt'] !== null;
    if (isFreed) this.giveBack({ host, attempt: String(row['attempt']) }, { ...believed.token, now });
    else if (believed.aheadMs > 0)
      this.db.run(
        'UPDATE tokens.tokens SET until = ?, next_allowed_at = ?, wait_ms = ?, wanted_until = ?, wanted_ms = ? WHERE host = ?',
        ...[lease?.until ?? null, nextAllowedAt, nextAllowedAt - now, wanted?.until ?? null],
        ...[wanted === undefined ? null : wanted.until - now, host],
      );
    return { ...believed, wasHeld: row['attempt'] !== null };
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

  giveBack({ host, attempt }: Pick<Lease, 'host' | 'attempt'>, { nextAllowedAt, lastDelayMs, now }: TokenEnd): boolean {
    const next = Math.ceil(nextAllowedAt);
    const changes = this.db.run(
      `UPDATE tokens.tokens SET crawl = NULL, site = NULL, turn = NULL, attempt = NULL, until = NULL, message = NULL,
         process = NULL, before = NULL, next_allowed_at = ?, wait_ms = ?, last_delay_ms = ?
       WHERE host = ? AND attempt = ?`,
      ...[next, next - Math.floor(now), Math.ceil(lastDelayMs), host, attempt],
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
      `UPDATE tokens.tokens SET wanted_crawl = ?, wanted_site = ?, wanted_until = ?, wanted_ms = ?
       WHERE host = ? AND (wanted_until IS NULL OR wanted_until < ?)`,
      ...[wish.crawl, wish.site, Math.ceil(wish.until), Math.ceil(wish.until - now), host, Math.floor(now)],
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

function refusal(
  { lease, nextAllowedAt, wanted }: TokenRow,
  take: TokenTake,
): 'leased' | 'wanted' | 'early' | undefined {
  if (lease !== undefined && lease.until + protocol.clockSkewMs > take.now) return 'leased';
  const mine = wanted === undefined || (wanted.crawl === take.crawl && wanted.site === take.site);
  if (!mine && wanted.until > take.now) return 'wanted';
  return !take.idle && nextAllowedAt > take.now + (take.nearMs ?? protocol.nearMs) ? 'early' : undefined;
}

/*
 * The row of a token holds, beside each instant, how far ahead the instant was when it was written. If an instant is further
 * ahead now, the clock has been set back since, and the host would be left alone until the clock has caught up.
 */

/** The longest that a host is left alone, for a row that does not say. */
const longestWaitMs = 1.1 * protocol.probeLongestMs;

export interface BelievedToken {
  readonly token: TokenRow;
  /** By how much the clock must have been set back; 0 if it was not. */
  readonly aheadMs: number;
}

/** `isAlive`: whether the holder of the lease lives. `delayMs`: what its successor waits at least. */
function believedToken(
  row: Row,
  { now, delayMs }: { readonly now: number; readonly delayMs: number },
  isAlive: boolean,
): BelievedToken {
  const { lease, wanted, ...written } = tokenOf(row);
  const until = lease === undefined ? 0 : believed(lease.until, leaseMs, now);
  const wish = wanted === undefined ? 0 : believed(wanted.until, row['wanted_ms'], now);
  const next = believed(written.nextAllowedAt, row['wait_ms'], now);
  const kept = wanted === undefined ? {} : { wanted: { ...wanted, until: wish } };
  const aheadMs = Math.max(written.nextAllowedAt - next, (lease?.until ?? 0) - until, (wanted?.until ?? 0) - wish);
  if (lease === undefined || isAlive) {
    const held = lease === undefined ? {} : { lease: { ...lease, until } };
    return { token: { ...written, ...kept, ...held, nextAllowedAt: next }, aheadMs };
  }
  // A dead process requests nothing more, but its last request may have been just now. Its findings stay as they were.
  const takenAt = lease.until - leaseMs;
  const before = Number(row['before'] ?? 0);
  const free = Math.max(now + Math.max(delayMs, written.lastDelayMs), believed(before, before - takenAt, now));
  return { token: { ...written, ...kept, nextAllowedAt: free }, aheadMs };
}

function believed(instant: number, waitMs: Row[string] | undefined, now: number): number {
  return believedEnd(instant, Number(waitMs ?? longestWaitMs), now);
}
