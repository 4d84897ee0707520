import type {
  ChunkEntry,
  CrawlRow,
  Cursor,
  Lease,
  Message,
  Phase,
  SiteRow,
} from '../../domain/protocol/crawl-state.ts';
import type { TurnBodies } from '../../domain/protocol/fetch-memory.ts';
import { protocol, softDeadlineMs } from '../../domain/protocol/protocol.ts';
import type { CompiledRobots } from '../../domain/robots/match-robots.ts';
import { type ResolvedSpec, specDefaults } from '../../domain/spec/crawl-spec.ts';
import type { FetchRules } from '../../domain/turn/crawl-rules.ts';
import { hostOf } from '../../domain/url/scope.ts';
import type {
  ClaimedUrls,
  CrawlRows,
  Frontier,
  LeaveDemand,
  Losses,
  Ports,
  RobotsFindings,
  SiteHosts,
  SitePatch,
  SiteRows,
  TokenEnd,
  Tokens,
  TurnExits,
  WatchedAddresses,
} from '../../ports.ts';
import type { Budgeted } from '../page-budget.ts';
import type { EarlierAnswers } from './earlier-answers.ts';
import type { TurnRendering } from './fetch-politely.ts';

/** The state that a fetch turn reads and changes: it claims nothing. */
export type FetchStore = Pick<CrawlRows, 'readCrawl'> &
  Pick<SiteRows, 'readSite' | 'moveDue'> &
  Tokens &
  TurnExits &
  RobotsFindings &
  Pick<ClaimedUrls, 'readLevels'> &
  Pick<Frontier, 'readChunks'> &
  Pick<Losses, 'readTaken'>;

export interface FetchPorts extends Pick<Ports, 'clock' | 'fetcher' | 'objects' | 'queue' | 'ids' | 'log'>, Budgeted {
  readonly store: FetchStore;
  /** Absent if each site is one host. */
  readonly hosts?: SiteHosts;
  /** Absent if nothing is watched. */
  readonly watched?: Pick<WatchedAddresses, 'dueAddresses'> & Pick<Frontier, 'putChunk'>;
}

/** Bytes of bodies at which a turn of this process ends early. */
export function mostBytesOf({ bytesPerTurn = protocol.maxTurnBytes }: Pick<FetchWorker, 'bytesPerTurn'>): number {
  return bytesPerTurn;
}

/** A process that fetches: what all its turns have in common. */
export interface FetchWorker {
  readonly ports: FetchPorts;
  /** URLs of one turn, at most. */
  readonly urlsPerTurn: number;
  /** Bytes of bodies at which a turn ends early. Absent: `protocol.maxTurnBytes`. */
  readonly bytesPerTurn?: number;
  /** How far its clock may be from another worker's; 0 if all workers share one. */
  readonly clockSkewMs: number;
  /**
   * Requests that a turn of so many entries has open at once, at most, beside the limit of its site. A connection costs about
   * as much as a page. Absent: as many as its site allows.
   */
  readonly mostInFlight?: (entries: number) => number;
  /** Longest wait before a host that another site holds is tried again. */
  readonly retryHeldMs: number;
  /** A turn that would have to wait longer for a next start ends, and its message comes again. Absent: it waits. */
  readonly longestWaitMs?: number;
  /**
   * A visit of a watch is mostly one turn a level, so its next turn has nothing to do before the parse: so long its message waits.
   * Absent: it comes at once.
   */
  readonly parsesFirstMs?: number;
  /** Of this turn, where the turns of a process share its memory. */
  readonly bodies?: TurnBodies;
  /** Ends open requests at once. */
  readonly signal: AbortSignal;
  /** A stop is requested, and the crawl's row has it: what is no page is not awaited. Absent: the turn looks. */
  readonly stopping?: AbortSignal;
  /** The spec of a crawl, made ready once. */
  rules(crawl: CrawlRow): FetchRules;
  /** Compiled robots.txt files by hash and crawl. */
  readonly robots: Map<string, CompiledRobots>;
  /** Absent if no page can be rendered. */
  readonly rendering?: RenderTurn;
  /** What an earlier crawl has; absent if pages are requested without regard to any. */
  readonly earlier?: EarlierAnswers;
  /** Hands the message of a turn on whose looks click, where another worker of the place has a browser. */
  readonly toBrowser?: (message: Message) => Promise<void>;
}

/** How the pages that a turn takes are rendered, with the rules of their site's robots.txt. */
export type RenderTurn = (
  view: TurnView,
  pages: TakenPages,
  robots: CompiledRobots,
) => TurnRendering | Promise<TurnRendering>;

/** Pages of one phase that a turn takes. */
export interface TakenPages {
  readonly phase: Phase;
  readonly taken: readonly TakenEntry[];
}

export interface TakenEntry {
  readonly cursor: Cursor;
  readonly entry: ChunkEntry;
}

/** One taking of one host's token. */
export interface Turn {
  readonly worker: FetchWorker;
  readonly message: Message;
  readonly lease: Lease;
  /** What the token said before it was taken. */
  readonly found: { readonly nextAllowedAt: number; readonly lastDelayMs: number };
  /** Monotonic instant of the taking. */
  readonly takenAt: number;
  /** Monotonic instant of the last request of this taking. */
  lastStart?: number;
  /** Delay between two starts that counts for this taking. */
  delayMs: number;
  /** The token was taken without a look at when the host may be asked, for nothing was to be asked of it. */
  readonly isIdle: boolean;
  /** So long from the end of the turn on nothing can be asked that it has not asked. */
  laterMs?: number;
}

/** A turn with the strongly read rows that decide it. */
export interface TurnView {
  readonly turn: Turn;
  /** The site at the host that the turn asks; `home` except for sites of several hosts. */
  readonly row: SiteRow;
  /** As it is stored. */
  readonly home: SiteRow;
  /** The host is not available, so its pages are skipped. */
  readonly isDown: boolean;
  readonly crawl: CrawlRow;
  readonly rules: FetchRules;
}

/** The turn only goes after a robots.txt that was redirected to this host: it is not the site's own. */
export function isAway({ host }: Pick<Lease, 'host'>, { origin }: Pick<SiteRow, 'origin'>): boolean {
  return host !== hostOf(new URL(origin));
}

/**
 * The way out of a turn: patch and end of the lease together. If nothing was requested, the token is as it was found.
 * `notBefore` (wall clock) keeps the host alone for longer. False: a condition failed and nothing was written.
 */
export async function leaveTurn(turn: Turn, patch: SitePatch, demand: LeaveDemand, notBefore = 0): Promise<boolean> {
  return await turn.worker.ports.store.leaveTurn(turn.lease, { patch, demand, token: tokenAfter(turn, notBefore) });
}

export function tokenAfter(turn: Turn, notBefore = 0): TokenEnd {
  const { clock } = turn.worker.ports;
  const now = clock.now();
  if (turn.lastStart === undefined)
    return { nextAllowedAt: Math.max(turn.found.nextAllowedAt, notBefore), lastDelayMs: turn.found.lastDelayMs, now };
  const next = now - (clock.monotonic() - turn.lastStart) + turn.delayMs;
  return { nextAllowedAt: Math.max(Math.ceil(next), notBefore), lastDelayMs: turn.delayMs, now };
}

/** Monotonic instant after which the turn begins no request. */
export function softEndOf({ takenAt }: Turn, { timeoutSeconds }: Pick<ResolvedSpec, 'timeoutSeconds'>): number {
  return takenAt + softDeadlineMs((timeoutSeconds ?? specDefaults.timeoutSeconds) * 1_000);
}

/** Whether the turn may wait for `waitMs`; where it may not, its message comes again after that time. */
export function mayWait(turn: Turn, waitMs: number): boolean {
  if (waitMs <= (turn.worker.longestWaitMs ?? Number.POSITIVE_INFINITY)) return true;
  turn.laterMs = waitMs;
  return false;
}

/**
 * Monotonic instant of the first request: never before `nextAllowedAt` by the worker's own clock, and until the clocks'
 * skew is over or a whole delay has passed since the taking, whichever is sooner. `furtherMs`: how much longer the host
 * must be left alone than `nextAllowedAt` says.
 */
export function firstStart(turn: Turn, furtherMs = 0): number {
  const { clock } = turn.worker.ports;
  const passed = clock.monotonic() - turn.takenAt;
  const early = turn.found.nextAllowedAt - (clock.now() - passed);
  const delay = Math.max(turn.delayMs, turn.found.lastDelayMs);
  const wait = Math.max(early, Math.min(early + furtherMs + turn.worker.clockSkewMs, delay));
  return turn.takenAt + Math.max(0, wait);
}
