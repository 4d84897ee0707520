import type * as State from '../../domain/protocol/crawl-state.ts';
import type { TurnBodies } from '../../domain/protocol/fetch-memory.ts';
import { protocol, softDeadlineMs, type TurnBounds } from '../../domain/protocol/protocol.ts';
import type { CompiledRobots } from '../../domain/robots/match-robots.ts';
import { type RenderMode, type ResolvedSpec, specDefaults } from '../../domain/spec/crawl-spec.ts';
import type { FetchRules } from '../../domain/turn/crawl-rules.ts';
import { hostOf } from '../../domain/url/scope.ts';
import type * as Ports from '../../ports/ports.ts';
import type { Budgeted } from '../page-budget.ts';
import type { EarlierAnswers } from './earlier-answers.ts';
import type { TurnRendering } from './fetch-politely.ts';
import type { PagePicks } from './page-picks.ts';

/** The stores that a fetch turn reads and changes. It claims nothing. */
export type FetchStore = Pick<Ports.CrawlRows, 'readCrawl'> &
  Pick<Ports.SiteRows, 'readSite' | 'moveDue'> &
  Ports.Tokens &
  Ports.TurnExits &
  Ports.RobotsFindings &
  Pick<Ports.ClaimedUrls, 'readLevels'> &
  Pick<Ports.Frontier, 'readChunks'> &
  Pick<Ports.Losses, 'readTaken'>;

export interface FetchPorts
  extends Pick<Ports.Ports, 'clock' | 'fetcher' | 'objects' | 'queue' | 'ids' | 'log'>,
    Budgeted {
  readonly store: FetchStore;
  /** Absent if each site is one host. */
  readonly hosts?: Ports.SiteHosts;
  /** Absent if no order of pages is learnt. */
  readonly picks?: PagePicks;
  /** Absent if nothing is watched. */
  readonly watched?: Pick<Ports.WatchedAddresses, 'dueAddresses'> &
    Pick<Ports.Frontier, 'putChunk'> &
    Pick<Ports.SourceSettingsRows, 'readSettings'>;
}

/** Bytes of bodies after which a turn of this process ends early. */
export function mostBytesOf({ bytesPerTurn = protocol.maxTurnBytes }: Pick<FetchWorker, 'bytesPerTurn'>): number {
  return bytesPerTurn;
}

/** A process that fetches: values that all its turns share. */
export interface FetchWorker extends TurnBounds {
  readonly ports: FetchPorts;
  /** Bytes of bodies at which a turn ends early. Absent: `protocol.maxTurnBytes`. */
  readonly bytesPerTurn?: number;
  /** Greatest difference from another worker's clock; 0 if all workers share one. */
  readonly clockSkewMs: number;
  /**
   * Most open requests of a turn with so many entries, besides the limit of its site. A connection costs about as much
   * as a page. Absent: as many as its site allows.
   */
  readonly mostInFlight?: (entries: number) => number;
  /** Longest wait before a host that another site holds is tried again. */
  readonly retryHeldMs: number;
  /**
   * Longest wait of a turn for its next start; after that it ends, and its message comes again. Absent: it always
   * waits.
   */
  readonly longestWaitMs?: number;
  /**
   * Delay of the message for a watch's next turn, which mostly has nothing to do before the parse. Absent: no delay.
   */
  readonly parsesFirstMs?: number;
  /** Bodies of this turn, if the turns of a process share its memory. */
  readonly bodies?: TurnBodies;
  /** Ends open requests at once. */
  readonly signal: AbortSignal;
  /**
   * Fires after a stop that the crawl's row already has: the turn stops waiting, except for pages. Absent: the turn
   * checks the row.
   */
  readonly stopping?: AbortSignal;
  /** The prepared rules of a crawl's spec. */
  rules(crawl: State.CrawlRow): FetchRules;
  /** Compiled robots.txt files by hash and crawl. */
  readonly robots: Map<string, CompiledRobots>;
  /** Absent if no page can be rendered. */
  readonly rendering?: RenderTurn;
  /** Pages of an earlier crawl; absent if no earlier crawl is used. */
  readonly earlier?: EarlierAnswers;
  /** Hands a turn over to another worker of the place, which has a browser. */
  readonly toBrowser?: (message: State.Message) => Promise<void>;
}

/** Renders the pages of a turn, with the rules of their site's robots.txt. */
export type RenderTurn = (
  view: TurnView,
  pages: TakenPages & { readonly render: RenderMode },
  robots: CompiledRobots,
) => TurnRendering | Promise<TurnRendering>;

/** Entries of one phase that a turn takes. */
export interface TakenPages {
  readonly phase: State.Phase;
  readonly taken: readonly TakenEntry[];
}

export interface TakenEntry {
  readonly cursor: State.Cursor;
  readonly entry: State.ChunkEntry;
}

/** A turn: one period of holding one host's token. */
export interface Turn {
  readonly worker: FetchWorker;
  readonly message: State.Message;
  readonly lease: State.Lease;
  /** The token's values before it was taken. */
  readonly found: { readonly nextAllowedAt: number; readonly lastDelayMs: number };
  /** Monotonic instant at which the token was taken. */
  readonly takenAt: number;
  /** Monotonic instant of the turn's last request. */
  lastStart?: number;
  /** Delay between two starts in this turn. */
  delayMs: number;
  /** The token was taken before the host's next start, because the turn has nothing to request. */
  readonly isIdle: boolean;
  /** Least time from the end of the turn to the next possible request. */
  laterMs?: number;
}

/** A turn with the consistently read rows that decide it. */
export interface TurnView {
  readonly turn: Turn;
  /** The site's row at the turn's host; the same as `home` for a site with one host. */
  readonly row: State.SiteRow;
  /** The site's stored row. */
  readonly home: State.SiteRow;
  /** The host is not available, so its pages are skipped. */
  readonly isDown: boolean;
  readonly crawl: State.CrawlRow;
  readonly rules: FetchRules;
}

/** Whether the turn only follows a robots.txt that was redirected to this host, which is not the site's own. */
export function isAway({ host }: Pick<State.Lease, 'host'>, { origin }: Pick<State.SiteRow, 'origin'>): boolean {
  return host !== hostOf(new URL(origin));
}

/**
 * Ends a turn: writes the patch and ends the lease together. Without a request the token's values stay. `notBefore`
 * (wall clock) makes the host wait longer. False: a condition failed and nothing was written.
 */
export async function leaveTurn(
  turn: Turn,
  patch: Ports.SitePatch,
  demand: Ports.LeaveDemand,
  notBefore = 0,
): Promise<boolean> {
  return await turn.worker.ports.store.leaveTurn(turn.lease, { patch, demand, token: tokenAfter(turn, notBefore) });
}

export function tokenAfter(turn: Turn, notBefore = 0): Ports.TokenEnd {
  const { clock } = turn.worker.ports;
  const now = clock.now();
  if (turn.lastStart === undefined)
    return { nextAllowedAt: Math.max(turn.found.nextAllowedAt, notBefore), lastDelayMs: turn.found.lastDelayMs, now };
  const next = now - (clock.monotonic() - turn.lastStart) + turn.delayMs;
  return { nextAllowedAt: Math.max(Math.ceil(next), notBefore), lastDelayMs: turn.delayMs, now };
}

/** Monotonic instant after which the turn starts no request. */
export function softEndOf({ takenAt, worker }: Turn, { timeoutSeconds }: Pick<ResolvedSpec, 'timeoutSeconds'>): number {
  return takenAt + softDeadlineMs((timeoutSeconds ?? specDefaults.timeoutSeconds) * 1_000, worker.softDeadlineMs);
}

/** Whether the turn may wait for `waitMs`; if not, its message comes again after that time. */
export function mayWait(turn: Turn, waitMs: number): boolean {
  if (waitMs <= (turn.worker.longestWaitMs ?? Number.POSITIVE_INFINITY)) return true;
  turn.laterMs = waitMs;
  return false;
}

/**
 * Monotonic instant of the first request: never before `nextAllowedAt` by the worker's own clock, and after the clocks'
 * skew or a whole delay since the token was taken, whichever is sooner. `furtherMs`: a further wait of the host after
 * `nextAllowedAt`.
 */
export function firstStart(turn: Turn, furtherMs = 0): number {
  const { clock } = turn.worker.ports;
  const passed = clock.monotonic() - turn.takenAt;
  const early = turn.found.nextAllowedAt - (clock.now() - passed);
  const delay = Math.max(turn.delayMs, turn.found.lastDelayMs);
  const wait = Math.max(early, Math.min(early + furtherMs + turn.worker.clockSkewMs, delay));
  return turn.takenAt + Math.max(0, wait);
}
