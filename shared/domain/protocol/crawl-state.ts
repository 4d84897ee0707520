import type { Jar } from '../http/gates/gate-cookies.ts';
import type { GateWalk } from '../http/gates/gate-walk.ts';
import { nameUrl } from '../json-head.ts';
import type { LinkType } from '../link-type.ts';
import type { Refusal } from '../refusal/refusal.ts';
import type { SkipReason } from '../skip-reason.ts';
import type { ResolvedSpec } from '../spec/crawl-spec.ts';
import type { ParseNote } from './parse-note.ts';
import type { EntryLook } from './watched-address.ts';

const ends = ['no-work', 'page-budget', 'time-limit', 'stopped', 'not-available'] as const;
/** Why a crawl ended. `not-available`: no start page of any site gave a page; `start-pages`: some gave none, the rest is done. */
export const finishReasons = [...ends, 'start-pages'] as const;
export type FinishReason = (typeof finishReasons)[number];
/** Active, or why a site ended. */
export const siteStatuses = ['active', ...ends, 'removed', 'same-as'] as const;
export type SiteFinish = Exclude<(typeof siteStatuses)[number], 'active'>;
/** What makes running turns end early: a person, the clock, or a finish condition of a plugin (`stopped`). */
export const stopReasons = ['time-limit', 'stopped'] as const satisfies readonly FinishReason[];
export type StopReason = (typeof stopReasons)[number];
export const crawlStates = ['running', 'unloading', 'finished'] as const;
/**
 * What a site waits for: parses of a phase that ends (`barrier`), or because too many are pending (`backlog`); the next look of a
 * watch (`rest`), where nothing else is left to do; `''`: nothing.
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
  /** Time of earlier runs, and when the present or last run began (wall clock, ms). Absent: the first run. */
  readonly ranMs?: number;
  readonly runStartedAt?: number;
  /** Absent without a time limit. */
  readonly deadline?: number;
  readonly stop?: StopReason;
  /** What requested the stop, where it was a finish condition. */
  readonly stopCause?: string;
  readonly activeSites: number;
  /** How often pages were deleted: where it changes, a running turn looks at its entries again. Absent: never. */
  readonly deletions?: number;
  readonly finishReason?: FinishReason;
  readonly finishedAt?: number;
  /** What was found wrong with the files of the state, the first one first; absent: nothing. */
  readonly damages?: readonly Refusal[];
}

/** (level, round): redirects and retries of a level are fetched at that level, one round later. */
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

/** A URL that waits to be fetched. */
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
  /** Of an address that is looked at again. */
  readonly look?: EntryLook;
}

/** What a URL became; also its live status. `retry` is not an end. */
export type Outcome =
  | { readonly kind: 'node'; readonly hash: string }
  | { readonly kind: 'redirect'; readonly status: number; readonly target: string }
  | { readonly kind: 'duplicate'; readonly hash: string; readonly owner: string }
  | { readonly kind: 'skipped'; readonly reason: SkipReason; readonly status?: number }
  | { readonly kind: 'retry'; readonly reason: SkipReason; readonly status?: number };

/** A host in trouble (circuit breaker). */
export interface Trouble {
  /** Failures in a row, in page order, up to the last committed turn. */
  readonly failures: number;
  /** Failed probes since the circuit opened; absent while it is closed. */
  readonly probes?: number;
  /** Where the circuit opened last: failures at the same place count as failures of the pages, not of the host. */
  readonly openedAt?: string;
  /** How long this site keeps its host from being asked; what it wrote into the host's token. */
  readonly hold?: Hold;
  /** robots.txt could not be had this many times in a row. */
  readonly robotsFailures?: number;
  /**
   * Where a chain of redirects from robots.txt goes on, and since when: at another host, or after a long delay. The site's
   * next turn takes the token of this address's host.
   */
  readonly robotsAt?: {
    readonly address: string;
    readonly redirects: number;
    readonly since: number;
    /** The chain has come back to its first address: that may be a gate. */
    readonly isRound?: true;
    /** Through a gate before it. */
    readonly walk?: GateWalk;
  };
  /** Where the walk through the gate of an entry goes on. */
  readonly gateAt?: { readonly identity: string; readonly walk: GateWalk };
  /** Which host (`name:port`) gave no answer at all when this one's last failure was seen, and why. */
  readonly noAnswer?: {
    readonly reason: SkipReason;
    readonly host: string;
    /** Why there was no secure connection, or what name servers said in place of an answer; in words. */
    readonly detail?: string;
  };
  /** `robots`: robots.txt could not be loaded. Rows of earlier versions have here why the start page could not. */
  readonly startFailed?: SkipReason;
  /** What became of a start page that was requested, or forbidden by robots.txt, and is no page of the site. */
  readonly startSkipped?: { readonly reason: SkipReason; readonly status?: number };
}

/** As it is stored; rows of earlier versions call the address of `robotsAt` `url`. */
export function troubleOf(stored: Trouble): Trouble {
  if (stored.robotsAt !== undefined) nameUrl(stored.robotsAt, 'address');
  return stored;
}

/** Instants, ms: a resume takes back what the crawl decided itself, never what the server requested. */
export interface Hold {
  /** When the wait began; absent in rows of earlier versions. */
  readonly since?: number;
  readonly until: number;
  /** The part that is the server's wish (Retry-After); in the past where it had none. */
  readonly asked: number;
}

export interface Counters {
  /** Entries written to chunks: less those of finished turns, what waits. */
  readonly queued: number;
  /** Entries that turns have taken. */
  readonly taken: number;
  /** Pages of a budget among them: with a final outcome after a request. */
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

/** What a robots.txt address answered at `at` (ms): for every site of the crawl that needs it, so that it is asked once. */
export type RobotsFinding =
  /** `hash` names the stored text. It is that of chains which are `after` redirects long or longer; absent: of all. */
  | { readonly kind: 'text'; readonly at: number; readonly hash: string; readonly after?: number }
  | { readonly kind: 'none'; readonly at: number; readonly failure: RobotsFailure };

/** Why there was no robots.txt: nothing may be fetched for now. */
export interface RobotsFailure {
  readonly why: string;
  /** What the server requested; 0 if it requested nothing. */
  readonly retryAfterMs: number;
  readonly noAnswer?: NonNullable<Trouble['noAnswer']>;
}

export interface SiteRobots {
  /** Names the stored text. */
  readonly hash: string;
  readonly fetchedAt: number;
  readonly crawlDelayMs?: number;
}

/** What is known of one host of a site of several hosts, beside that of its start address. */
export interface HostState {
  readonly robots?: SiteRobots;
  readonly trouble: Trouble;
  /** It is not available: its pages are skipped until a resume. */
  readonly isDown?: true;
}

export interface SiteRow {
  readonly crawl: string;
  readonly site: number;
  readonly status: (typeof siteStatuses)[number];
  /** With status `same-as`: the site that keeps the origin. */
  readonly sameAs?: number;
  /** Scheme, host and port; the start address decides, a redirect of it moves the site. */
  readonly origin: string;
  /** The start address; the address requested when the host is probed. */
  readonly start: string;
  readonly redirectedFrom: readonly string[];
  /** The last committed turn; 0 before the first. */
  readonly turn: number;
  /** Message whose turn committed last: only its redelivery sends the wake-ups again. */
  readonly doneBy: string;
  /** The same for the last parse commit. */
  readonly parsedBy: { readonly turn: number; readonly message: string };
  readonly phase: Phase;
  readonly cursor: Cursor;
  /** Turns fetched and not yet parsed, with the attempt that committed. */
  readonly pending: ReadonlyMap<number, string>;
  readonly waiting: (typeof waits)[number];
  readonly parked: boolean;
  /** Pages this site may fetch in all; `Infinity` without a budget. Only ever grows. */
  readonly grant: number;
  /** Pages with a final outcome after a request. */
  readonly used: number;
  /** Sweeper instant, ms. */
  readonly due: number;
  readonly counters: Counters;
  readonly delayMs: number;
  readonly maxDownloads: number;
  /** `Infinity` where the depth is not limited. */
  readonly maxLevel: number;
  readonly robots?: SiteRobots;
  /** Cookies that gates of the site gave, of all its hosts; absent: none. */
  readonly jar?: Jar;
  readonly trouble: Trouble;
  /** Turns whose objects were lost, the lowest first; absent: none. */
  readonly lost?: readonly LostTurn[];
  /** Tries to parse the turn that was parsed last; not in lists of sites everywhere. */
  readonly parseNote?: ParseNote;
  /** Another crawl has the host's token, as far as the place knows; only in lists of sites, and never written. */
  readonly isHeldElsewhere?: true;
}

/** A turn whose object was found lost, whatever became of it since. */
export interface LostTurn {
  readonly turn: number;
  /** `bodies` of a turn that is still to be parsed, or the `segment` of a turn that was parsed. */
  readonly what: (typeof lostObjects)[number];
  /**
   * `open`: its pages are to be fetched again; `fetched`: they were, and the turn is pending or parsed; `given-up`: nobody
   * knows its pages any more, or its site is active no more, so it counts as a turn without pages.
   */
  readonly state: (typeof lossStates)[number];
  /** Which object, and what is wrong with it, e.g. "crawls/a/state/segments/1/3 is missing". */
  readonly why: string;
  /** Of an open turn: names the turn record with the pages that were fetched again so far. */
  readonly attempt?: string;
}

/** Entries that a turn has taken, to be taken again: from the first up to the next entry, which it left. */
export interface TakenEntries {
  readonly phase: Phase;
  readonly from: Cursor;
  readonly to: Cursor;
  /** Pages of a budget among them. */
  readonly pages: number;
}

/** What a worker must show to change a site: exactly what is in the host's token. */
export interface Lease {
  readonly host: string;
  readonly crawl: string;
  readonly site: number;
  readonly turn: number;
  /** Unique for every taking. */
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
  /** Names this message on the site's row. A message whose `due` is not the row's is superseded and ends. */
  readonly due?: number;
  /** The row's `due` before this message: its sender may have died before the new value was written. */
  readonly dueBefore?: number;
}

/** What a consumer says its queue about a message. */
export type Handled = { readonly kind: 'done' } | { readonly kind: 'put-back'; readonly delayMs: number };

export interface UrlClaim {
  readonly identity: string;
  readonly address: string;
  readonly foundOn: string;
  /** Decided from the address alone: claimed, never fetched. */
  readonly skip?: SkipReason | undefined;
  /** Absent if the page that holds the link was not loaded in a browser. */
  readonly type?: LinkType;
}

/** A claim as the unloader reads it back. */
export interface ClaimedUrl {
  readonly identity: string;
  readonly level: number;
  readonly foundOn: string;
  readonly skip?: SkipReason;
  /** Requests made for it so far, where it still waits. */
  readonly attempts: number;
  /** Status of the last answer, where it still waits. */
  readonly status?: number;
  /** A person deleted it: nothing of it is shown or written. */
  readonly deleted?: true;
}

export interface LinkClaim {
  /** Normalized address of an external link, or the text of a bad one. */
  readonly key: string;
  readonly page: string;
  readonly level: number;
  /** Anchor text of an external link, reason of a bad one. */
  readonly detail: string;
  /** As of a `UrlClaim`; bad links have none. */
  readonly type?: LinkType;
}
