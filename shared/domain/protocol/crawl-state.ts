import type { Jar } from '../http/gates/gate-cookies.ts';
import type { GateWalk } from '../http/gates/gate-walk.ts';
import type { LinkType } from '../link-type.ts';
import type { Refusal } from '../refusal/refusal.ts';
import type { SkipReason } from '../skip-reason.ts';
import type { ResolvedSpec } from '../spec/crawl-spec.ts';
import type { ParseNote } from './parse-note.ts';
import type { EntryLook } from './watched-address.ts';

const ends = ['no-work', 'page-budget', 'time-limit', 'stopped', 'not-available'] as const;
/**
 * Why a crawl ended. `not-available`: no start page of any site gave a page; `start-pages`: some start pages gave none,
 * the other sites are done.
 */
export const finishReasons = [...ends, 'start-pages'] as const;
export type FinishReason = (typeof finishReasons)[number];
/** Active, or why a site ended. */
export const siteStatuses = ['active', ...ends, 'removed', 'same-as'] as const;
export type SiteFinish = Exclude<(typeof siteStatuses)[number], 'active'>;
/** Reasons why running turns end early: a person, the clock, or a finish condition of a plugin (`stopped`). */
export const stopReasons = ['time-limit', 'stopped'] as const satisfies readonly FinishReason[];
export type StopReason = (typeof stopReasons)[number];
export const crawlStates = ['running', 'unloading', 'finished'] as const;
/**
 * The reason why a site waits. `barrier`: the last parses of a phase; `backlog`: too many turns are to be parsed; `rest`: only
 * the next look of a watch is left; `''`: nothing.
 */
export const waits = ['', 'barrier', 'backlog', 'rest'] as const;
export const lostObjects = ['bodies', 'segment'] as const;
export const lossStates = ['open', 'fetched', 'given-up'] as const;

export interface CrawlRow {
  readonly id: string;
  readonly spec: ResolvedSpec;
  readonly state: (typeof crawlStates)[number];
  /** Wall clock, ms. */
  readonly startedAt: number;
  /** Duration of earlier runs, and start of the present or last run (wall clock, ms). Absent: the first run. */
  readonly ranMs?: number;
  readonly runStartedAt?: number;
  readonly deadline?: number;
  readonly stop?: StopReason;
  /** The finish condition that requested the stop, if one did. */
  readonly stopCause?: string;
  readonly activeSites: number;
  /** How often pages were deleted; absent: never. A running turn checks its entries again when this number changes. */
  readonly deletions?: number;
  readonly finishReason?: FinishReason;
  readonly finishedAt?: number;
  /** Faults of the state's files, the first one first; absent: none. */
  readonly damages?: readonly Refusal[];
}

/** A level and a round of it: redirects and retries are fetched at their level, one round later. */
export interface Phase {
  readonly level: number;
  readonly round: number;
}

/** The next entry to take within a phase: the chunk (named by the turn that wrote it) and the offset in it. */
export interface Cursor {
  readonly turn: number;
  readonly offset: number;
}

export const firstCursor: Cursor = { turn: 0, offset: 0 };

/** A URL that waits for its fetch. */
export interface ChunkEntry {
  /** Normalized URL: the identity. */
  readonly identity: string;
  /** The address to request. */
  readonly address: string;
  /** 1 for the first request. */
  readonly attempt: number;
  /** Addresses that led here by redirects, first one first. */
  readonly via: readonly string[];
  /** Identity of the first page, in page order, that linked to it; `''` for the start page. */
  readonly foundOn: string;
  /** Set for an address that is requested again and again. */
  readonly look?: EntryLook;
  /** Set for a page of a pick, and behind its redirects. */
  readonly pick?: PickReason;
}

/** Why a page came when it did, in the order that is learnt. */
export interface PickReason {
  /** New external links that it was expected to give, to six significant digits. */
  readonly expected: number;
  /** The page was known longest. Absent: it was expected to give most. */
  readonly isOldest?: true;
}

/** The result of a URL, also its live status. `retry` is not final. */
export type Outcome =
  | { readonly kind: 'node'; readonly hash: string }
  | { readonly kind: 'redirect'; readonly status: number; readonly target: string }
  | { readonly kind: 'duplicate'; readonly hash: string; readonly owner: string }
  /** `detail`: the service of a `wall`; the price of a 402. */
  | { readonly kind: 'skipped'; readonly reason: SkipReason; readonly status?: number; readonly detail?: string }
  | { readonly kind: 'retry'; readonly reason: SkipReason; readonly status?: number };

/** A host in trouble (circuit breaker). */
export interface Trouble {
  /** Failures in a row, in page order, up to the last committed turn. */
  readonly failures: number;
  /** Failed probes since the circuit opened; absent while it is closed. */
  readonly probes?: number;
  /** Where the circuit opened last: failures at the same place count as failures of the pages, not of the host. */
  readonly openedAt?: string;
  /** How long this site blocks its host, as it wrote it into the host's token. */
  readonly hold?: Hold;
  /** Failed attempts in a row to load robots.txt. */
  readonly robotsFailures?: number;
  /**
   * The next address in a chain of redirects from robots.txt, at another host or after a long delay. The site's next
   * turn takes the token of this address's host.
   */
  readonly robotsAt?: {
    readonly address: string;
    readonly redirects: number;
    readonly since: number;
    /** Whether the chain is back at its first address, which may be a gate. */
    readonly isRound?: true;
    /** The walk through a gate before it. */
    readonly walk?: GateWalk;
  };
  /** The next step of a walk through the gate of an entry. */
  readonly gateAt?: { readonly identity: string; readonly walk: GateWalk };
  /** The host (`name:port`) that gave no answer at all at the last failure, and why. */
  readonly noAnswer?: {
    readonly reason: SkipReason;
    readonly host: string;
    /** Why there was no secure connection, or the error of name servers; in words. */
    readonly detail?: string;
  };
  /** `robots`: robots.txt could not be loaded. In rows of earlier versions: why the start page could not be loaded. */
  readonly startFailed?: SkipReason;
  /** Why the start page is no page of the site: the result of its request, or robots.txt. */
  readonly startSkipped?: { readonly reason: SkipReason; readonly status?: number };
}

/** Instants, ms. A resume cancels waits of the crawl, never waits that the server requested. */
export interface Hold {
  /** When the wait began; absent in rows of earlier versions. */
  readonly since?: number;
  readonly until: number;
  /** End of the wait that the server requested (Retry-After); in the past if it requested none. */
  readonly asked: number;
}

export interface Counters {
  /** Entries written to chunks, waiting or taken. */
  readonly queued: number;
  /** Entries that turns have taken. */
  readonly taken: number;
  /** Entries with a final outcome after a request: the pages of a budget. */
  readonly pages: number;
  readonly nodes: number;
  readonly redirects: number;
  readonly duplicates: number;
  readonly skipped: number;
  readonly retries: number;
  readonly bytes: number;
  readonly links: number;
  readonly externalLinks: number;
  readonly newExternalLinks: number;
  readonly badLinks: number;
}

export const noCounts: Counters = {
  queued: 0,
  taken: 0,
  pages: 0,
  nodes: 0,
  redirects: 0,
  duplicates: 0,
  skipped: 0,
  retries: 0,
  bytes: 0,
  links: 0,
  externalLinks: 0,
  newExternalLinks: 0,
  badLinks: 0,
};

export function addCounters(a: Counters, b: Counters): Counters {
  const names = Object.keys(noCounts) as (keyof Counters)[];
  return Object.fromEntries(names.map(name => [name, a[name] + b[name]])) as Record<keyof Counters, number>;
}

/** The answer of a robots.txt address at `at` (ms). All sites of the crawl share it, so that it is requested once. */
export type RobotsFinding =
  /** `hash` names the stored text. The finding holds for chains of at least `after` redirects; absent: for all. */
  | { readonly kind: 'text'; readonly at: number; readonly hash: string; readonly after?: number }
  | { readonly kind: 'none'; readonly at: number; readonly failure: RobotsFailure };

/** Why robots.txt was not available, so that nothing may be fetched for now. */
export interface RobotsFailure {
  readonly why: string;
  /** The wait that the server requested; 0 if none. */
  readonly retryAfterMs: number;
  readonly noAnswer?: NonNullable<Trouble['noAnswer']>;
}

export interface SiteRobots {
  /** Names the stored text. */
  readonly hash: string;
  readonly fetchedAt: number;
  readonly crawlDelayMs?: number;
  /** Names the stored text of `/.well-known/tdmrep.json`, `''` where there is none; absent: not requested. */
  readonly tdmrep?: string;
}

/** State of a further host of a site of several hosts (not the host of its start address). */
export interface HostState {
  readonly robots?: SiteRobots;
  readonly trouble: Trouble;
  /** The host is not available: its pages are skipped until a resume. */
  readonly isDown?: true;
}

export interface SiteRow {
  readonly crawl: string;
  readonly site: number;
  readonly status: (typeof siteStatuses)[number];
  /** With status `same-as`: the site that keeps the origin. */
  readonly sameAs?: number;
  /** Scheme, host and port of the start address, or of the page to which it redirects. */
  readonly origin: string;
  /** The start address, which is also requested to probe the host. */
  readonly start: string;
  readonly redirectedFrom: readonly string[];
  /** The last committed turn; 0 before the first. */
  readonly turn: number;
  /** Id of the message whose turn committed last: delivered again, this message sends the wake-ups again. */
  readonly doneBy: string;
  /** The same for the last commit of a parsed turn. */
  readonly parsedBy: { readonly turn: number; readonly message: string };
  readonly phase: Phase;
  /** Pages of this level and of later ones are in a sitemap, or found from there; absent: clicks lead to all. */
  readonly unlinkedFrom?: number;
  readonly cursor: Cursor;
  /** Turns that are fetched and not yet parsed, each with the attempt that committed it. */
  readonly pending: ReadonlyMap<number, string>;
  readonly waiting: (typeof waits)[number];
  readonly parked: boolean;
  /** Pages that this site may fetch in all; `Infinity` without a budget. It never falls. */
  readonly grant: number;
  /** Pages with a final outcome after a request. */
  readonly used: number;
  /** Instant (ms) after which the sweeper takes the site's message for lost. */
  readonly due: number;
  readonly counters: Counters;
  readonly delayMs: number;
  readonly maxDownloads: number;
  /** `Infinity` without a limit. */
  readonly maxLevel: number;
  readonly robots?: SiteRobots;
  /** Cookies that gates of the site set, on all its hosts; absent: none. */
  readonly jar?: Jar;
  readonly trouble: Trouble;
  /** Turns whose objects were lost, the lowest first; absent: none. */
  readonly lost?: readonly LostTurn[];
  /** Tries to parse the last parsed turn; some lists of sites leave it out. */
  readonly parseNote?: ParseNote;
  /** Another crawl holds the host's token. Only in lists of sites; never stored. */
  readonly isHeldElsewhere?: true;
}

/** A turn that once lost an object. */
export interface LostTurn {
  readonly turn: number;
  /**
   * The object that was lost first: the `bodies` of a turn before its parse, or the `segment` of a parsed turn, whose bodies may be
   * lost when they were fetched again.
   */
  readonly what: (typeof lostObjects)[number];
  /**
   * `open`: the pages must be fetched again. `fetched`: they were fetched again. `given-up`: its pages are unknown or
   * its site has ended, so it counts as a turn without pages.
   */
  readonly state: (typeof lossStates)[number];
  /** The object and its fault, e.g. "crawls/a/state/segments/1/3 is missing". */
  readonly why: string;
  /** For an open turn: names the turn record with the pages that were fetched again so far. */
  readonly attempt?: string;
}

/** Entries that a turn has taken, for taking them again: from the first up to, without, `next`. */
export interface TakenEntries {
  readonly phase: Phase;
  readonly from: Cursor;
  readonly to: Cursor;
  /** The pages of a budget among them. */
  readonly pages: number;
}

/** A worker's right to change a site: it must equal the contents of the host's token. */
export interface Lease {
  readonly host: string;
  readonly crawl: string;
  readonly site: number;
  readonly turn: number;
  /** Unique for each time the token is taken. */
  readonly attempt: string;
}

/** A wake-up. It may be lost, doubled, late or out of order: the store is the truth. */
export interface Message {
  readonly kind: 'fetch' | 'parse';
  readonly crawl: string;
  readonly site: number;
  readonly turn: number;
  /** Given by the queue; the same in every redelivery. */
  readonly id: string;
  /** Identifies this message. A message with another `due` than the site's row is out of date and ends. */
  readonly due?: number;
  /** The row's `due` before this message, because its sender may have died before writing the new value. */
  readonly dueBefore?: number;
}

/** A consumer's answer to its queue about a message. */
export type Handled = { readonly kind: 'done' } | { readonly kind: 'put-back'; readonly delayMs: number };

export interface UrlClaim extends Pick<ChunkEntry, 'identity' | 'address' | 'foundOn'> {
  /** The address alone decided this: the URL is claimed and never fetched. */
  readonly skip?: SkipReason | undefined;
  /** Absent if the page that holds the link was not loaded in a browser. */
  readonly type?: LinkType;
}

/** A claim as the step reads it that writes the result files. */
export interface ClaimedUrl {
  readonly identity: string;
  readonly level: number;
  readonly foundOn: string;
  readonly skip?: SkipReason;
  /** Requests so far, while the URL still waits. */
  readonly attempts: number;
  /** Status of the last answer, while the URL still waits. */
  readonly status?: number;
  /** A person deleted the URL: it is neither shown nor written. */
  readonly deleted?: true;
}

export interface LinkClaim {
  /** Normalized address of an external link, or the text of a bad one. */
  readonly key: string;
  readonly page: string;
  readonly level: number;
  /** Anchor text of an external link, or the reason of a bad one. */
  readonly detail: string;
  /** As in a `UrlClaim`; bad links have none. */
  readonly type?: LinkType;
}
