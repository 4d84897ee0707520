import { hostOf } from '../url/scope.ts';
import type { Lease, SiteRow } from './crawl-state.ts';

/** The stored row of a host's token, the permission to fetch from it. */
export interface TokenRow {
  readonly lease?: Omit<Lease, 'host'> & { readonly until: number; readonly message: string };
  readonly nextAllowedAt: number;
  readonly lastDelayMs: number;
  readonly wanted?: { readonly crawl: string; readonly site: number; readonly until: number };
}

/** The same as columns of a table; missing values are `null` or `undefined`. */
export interface TokenColumns {
  readonly crawl?: unknown;
  readonly site?: unknown;
  readonly turn?: unknown;
  readonly attempt?: unknown;
  readonly until?: unknown;
  readonly message?: unknown;
  readonly nextAllowedAt?: unknown;
  readonly lastDelayMs?: unknown;
  readonly wantedCrawl?: unknown;
  readonly wantedSite?: unknown;
  readonly wantedUntil?: unknown;
}

export function tokenRowOf(columns: TokenColumns): TokenRow {
  const { crawl, site, turn, attempt, until, message, wantedCrawl, wantedSite, wantedUntil } = columns;
  const lease = {
    crawl: String(crawl),
    site: Number(site),
    turn: Number(turn),
    attempt: String(attempt),
    until: Number(until),
    message: String(message),
  };
  const wanted = { crawl: String(wantedCrawl), site: Number(wantedSite), until: Number(wantedUntil) };
  return {
    ...(isThere(attempt) && { lease }),
    nextAllowedAt: Number(columns.nextAllowedAt ?? 0),
    lastDelayMs: Number(columns.lastDelayMs ?? 0),
    ...(isThere(wantedUntil) && { wanted }),
  };
}

function isThere(column: unknown): boolean {
  return column !== null && column !== undefined;
}

/** The host of the site's next request: its own, or the next one in a chain of robots.txt redirects. */
export function hostOfTurn({ origin, trouble }: Pick<SiteRow, 'origin' | 'trouble'>): string {
  return hostOf(new URL(trouble.robotsAt?.address ?? origin));
}
