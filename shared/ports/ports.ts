import type { FetchAnswer } from '../domain/http/fetch-answer.ts';
import type { Jar } from '../domain/http/gates/gate-cookies.ts';
import type * as Links from '../domain/link-rows.ts';
import type { CrawlRecord } from '../domain/protocol/crawl-record.ts';
import type * as State from '../domain/protocol/crawl-state.ts';
import type { ParseNote } from '../domain/protocol/parse-note.ts';
import type { SumLap } from '../domain/protocol/site-sums.ts';
import type { TokenRow } from '../domain/protocol/token-row.ts';
import type { WatchChanges, WatchedAddress } from '../domain/protocol/watched-address.ts';
import type { ResolvedSite, ResolvedSpec } from '../domain/spec/crawl-spec.ts';
import type { Fetcher } from './request-ports.ts';

/** Time. `now` is wall clock in ms since the epoch, `monotonic` never jumps (ms, arbitrary zero). */
export interface Clock {
  now(): number;
  monotonic(): number;
  /** Resolves after `ms`, at once if it is past (negative), or as soon as `signal` aborts; of more than 24 days, after 24 days. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Small immutable objects by name: bodies of turns, segments, robots.txt texts. */
export interface ObjectStore {
  /**
   * Writes the object, whole or not at all. Names are unique for their content, so a repeat changes nothing. When it
   * answers the object outlasts a failure of the power (unless the place was set to be fast), so that a row that names
   * the object is never older than it.
   */
  put(name: string, parts: readonly Uint8Array[]): Promise<void>;
  /**
   * Throws `LostObject` where the object is missing or damaged. With `scratch`, the answer may lie in the bytes of `scratch`
   * (replaced by larger bytes if need be), until `scratch` is used again. So large objects that are read in sequence share
   * their memory.
   */
  get(name: string, scratch?: Scratch): Promise<Uint8Array>;
  /** Objects that are worth requesting at once, where an answer takes longer than the work on it; absent: one. */
  readonly getsAtOnce?: number;
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>;
  /** Names that start with `prefix`, in order of bytes. */
  list(prefix: string): Promise<string[]>;
}

/** Memory that a reader lends, again and again. */
export interface Scratch {
  bytes: Uint8Array;
}

/** A message that a step asks the queue to deliver. */
export interface Wake extends Omit<State.Message, 'id'> {
  /** At most `protocol.maxMessageDelayMs`. */
  readonly delayMs?: number;
}

/** Wake-ups: delivered at least once, in any order, or (rarely) never. */
export interface Queue {
  send(wakes: readonly Wake[]): Promise<void>;
}

/** The stop that a person, the clock or a finish condition requested. */
export interface Stop {
  readonly reason: State.StopReason;
  readonly cause?: string;
}

export interface TokenTake extends State.Lease {
  readonly message: string;
  readonly now: number;
  /** Largest delay known for the host by this crawl: `nextAllowedAt` is written ahead as lease end + delay. */
  readonly delayMs: number;
  /** Nothing will be requested of the host, so it does not matter how early it is. */
  readonly idle: boolean;
  /** Takes the place of `protocol.nearMs`; below 0, the host must have been free for so long. */
  readonly nearMs?: number;
}

export type TokenAnswer = (
  | /** The caller holds the lease; `nextAllowedAt` and `lastDelayMs` are the values from before. */
  {
      readonly kind: 'taken';
      readonly nextAllowedAt: number;
      readonly lastDelayMs: number;
      /** The holder before never gave its lease back: its process was ended. */
      readonly afterDeath?: true;
    }
  | { readonly kind: 'refused'; readonly why: 'leased' | 'wanted' | 'early'; readonly row: TokenRow }
) & {
  /** By so much the place's clock was set back since the token was written; what that put off was not trusted. */
  readonly aheadMs?: number;
};

/** The values that the end of a lease writes. */
export interface TokenEnd {
  readonly nextAllowedAt: number;
  readonly lastDelayMs: number;
  /** The holder's clock. */
  readonly now: number;
}

export interface KnownHost extends State.HostState {
  readonly origin: string;
}

/** The values that leaving a turn writes to the site row; what is absent stays. */
export interface SitePatch {
  readonly turn?: number;
  readonly doneBy?: string;
  readonly phase?: State.Phase;
  readonly cursor?: State.Cursor;
  /** Where the turn is pending already, its attempt is another from now on. */
  readonly addPending?: { readonly turn: number; readonly attempt: string };
  /** Together with `turn`: what it has taken, kept for the case that its objects are lost. */
  readonly took?: State.TakenEntries;
  /** The facts about a lost turn, from now on. */
  readonly lost?: State.LostTurn;
  /** With `rest` the store writes `due`: the earliest instant at which an address of the site is due. */
  readonly waiting?: State.SiteRow['waiting'];
  readonly parked?: boolean;
  readonly used?: number;
  readonly due?: number;
  readonly origin?: string;
  readonly start?: string;
  readonly redirectedFrom?: readonly string[];
  /** The state that gates gave. */
  readonly jar?: Jar;
  /** `null` forgets it: the site moved to another host. */
  readonly robots?: State.SiteRobots | null;
  readonly trouble?: State.Trouble;
  /** The state of the site's hosts beside the origin's, from now on. */
  readonly hosts?: readonly KnownHost[];
  /** The site ends: the crawl's count of active sites falls in the same transaction. */
  readonly status?: State.SiteFinish;
  /** The start address answered: this site claims its origin (key) in the crawl; the lowest number keeps it. */
  readonly claimOrigin?: string;
}

/** Named conditions, beside those every leaving has: the lease is mine, `turn` = lease's - 1, status active. */
export interface LeaveDemand {
  readonly pending?: 'some' | 'none';
  /** The grant is still this one. */
  readonly grant?: number;
  /** Whether a stop is requested. */
  readonly stop?: boolean;
}

export interface TurnExit {
  readonly patch: SitePatch;
  readonly demand: LeaveDemand;
  readonly token: TokenEnd;
}

export interface ParseCommit {
  readonly turn: number;
  readonly message: string;
  readonly add: State.Counters;
  /**
   * The instant of the sweeper. It is never moved back, and only for a waiting site: an active site still has a message
   * under way.
   */
  readonly due: number;
  /**
   * New external links of each page of the turn that counts in a budget, in page order, and the number of such pages in
   * earlier turns; absent without a budget. A repeat writes them once.
   */
  readonly rewards?: { readonly first: number; readonly pages: readonly number[] };
  /** Occurrences of external links in the turn: added to the live table where the place counts them as it goes. */
  readonly occurrences?: readonly LinkOccurrences[];
  readonly watch?: WatchChanges;
}

export interface LinkOccurrences {
  readonly identity: string;
  readonly count: number;
}

export type ParseAnswer =
  /** `pending` as it is after the commit; `woken`: the site waited and its `waiting` was cleared by this commit. */
  | { readonly kind: 'committed'; readonly site: State.SiteRow; readonly woken: boolean }
  /** The turn is not pending (any more): nothing was written. */
  | { readonly kind: 'not-pending' };

/** Rows of crawls. */
export interface CrawlRows {
  /** Writes the crawl and its sites; `false` where the crawl exists. */
  createCrawl(crawl: State.CrawlRow, sites: readonly State.SiteRow[]): Promise<boolean>;
  readCrawl(crawl: string): Promise<State.CrawlRow | undefined>;
  /** Requests a stop, if none is requested and the crawl runs. */
  requestStop(crawl: string, stop: Stop): Promise<boolean>;
  /** The crawl ends if no site is active: `running` → `unloading` → `finished`. */
  setState(
    crawl: string,
    from: State.CrawlRow['state'],
    to: State.CrawlRow['state'],
    patch: CrawlPatch,
  ): Promise<boolean>;
  /**
   * Takes a finished crawl up again: clears the stop, writes spec and deadline, makes `sites` active. Changes that came
   * after the caller had read stay: a site that has joined is in the spec, a removed site is not active.
   */
  reopen(crawl: string, patch: Reopening): Promise<void>;
}

/** Hosts of sites of several hosts, beside those of their start addresses. Ends of turns write them; a resume forgets them. */
export interface SiteHosts {
  readHost(crawl: string, site: number, origin: string): Promise<State.HostState | undefined>;
}

/** Rows of sites, as they are changed outside of a turn. */
export interface SiteRows {
  /** Of a crawl with many sites, this is much: `readSitesAfter` reads them some at a time. */
  readSites(crawl: string): Promise<State.SiteRow[]>;
  /** At most `most` sites with numbers above `after`, by number. */
  readSitesAfter(crawl: string, after: number, most: number): Promise<State.SiteRow[]>;
  readSite(crawl: string, site: number): Promise<State.SiteRow | undefined>;
  /** Moves the sweeper's instant if it is still `from`. */
  moveDue(crawl: string, site: number, from: number, to: number): Promise<boolean>;
  /** Raises the grant to `to`, unparking the site; `false` where grant and parking are not those of `from` any more. */
  raiseGrant(crawl: string, site: number, from: Pick<State.SiteRow, 'grant' | 'parked'>, to: number): Promise<boolean>;
  /** Unparks sites, so that they can see a stop. */
  unpark(crawl: string, site: number): Promise<boolean>;
  /** Ends a parked active site whose grant is used up (`page-budget`). */
  endParked(crawl: string, site: number): Promise<boolean>;
}

/** How far the sums over a crawl's sites have come (`SumLap`). Only ticks write them; of two at once, the last counts. */
export interface SumLaps {
  readLap(crawl: string): Promise<SumLap | undefined>;
  writeLap(crawl: string, lap: SumLap): Promise<void>;
}

/** The tokens of hosts. */
export interface Tokens {
  /**
   * Takes the host's token if no lease is alive, `nextAllowedAt` ≤ now + near, and `wanted` is absent, the caller's, or
   * past. A lease that ran out is free after until + skew; the lease of a dead process is free at once, and then
   * `nextAllowedAt` is now + its delay. Writes ahead `nextAllowedAt` = lease end + delay, and clears `wanted`. If all
   * workers share a clock, no instant counts as further ahead than when it was written.
   */
  takeToken(take: TokenTake): Promise<TokenAnswer>;
  /** Gives the token back with the site unchanged; only the lease's holder can. */
  returnToken(lease: State.Lease, token: TokenEnd): Promise<boolean>;
  /** Puts this site next in line for a host, if there is no live wish. */
  wantToken(host: string, wish: { crawl: string; site: number; until: number }, now: number): Promise<void>;
}

/** The way out of a turn, which changes site and token together. */
export interface TurnExits {
  /** The only way out of a turn that changes the site: patch and end of the lease in a single transaction. */
  leaveTurn(lease: State.Lease, exit: TurnExit): Promise<boolean>;
}

/** The answers of robots.txt addresses of a crawl: sites that are sent to the same address request it once. */
export interface RobotsFindings {
  /** The last answer of the address, as far as it was kept. */
  readRobots(crawl: string, address: string): Promise<State.RobotsFinding | undefined>;
  /** Keeps what the address answered, unless something newer is kept. */
  keepRobots(crawl: string, address: string, finding: State.RobotsFinding): Promise<void>;
}

/** Claims, each of which exactly one of many callers wins. */
export interface Claims {
  /** Claims contents (hex SHA-256) for page identities; answers the owner of each, in order. */
  claimContents(crawl: string, site: number, claims: readonly { hash: string; owner: string }[]): Promise<string[]>;
  /**
   * Claims URLs at `level` by `turn`; answers which were won, in order. `link`: won if new, or by this turn at this
   * level. `redirect`: also if its level is greater (the level falls, and found-on is written anew) and it is not deleted.
   */
  claimUrls(
    crawl: string,
    site: number,
    by: { readonly turn: number; readonly level: number; readonly kind: 'link' | 'redirect' },
    claims: readonly State.UrlClaim[],
  ): Promise<boolean[]>;
  /**
   * Claims external or bad links by `turn`; answers which are new on this site (or by this turn), in order. `isForYears`: the
   * site is looked at again and again, each time with few links, and always so claimed.
   */
  claimLinks(
    crawl: string,
    site: number,
    kind: 'external' | 'bad',
    turn: number,
    claims: readonly State.LinkClaim[],
    isForYears?: boolean,
  ): Promise<boolean[]>;
  /**
   * Adds this turn's wishes to the counts of patterns; answers the count of each before this turn. A repeat by the
   * same turn answers the same and adds nothing.
   */
  countPatterns(
    crawl: string,
    site: number,
    turn: number,
    wishes: readonly { pattern: string; count: number }[],
  ): Promise<number[]>;
}

/** The stored facts about claimed URLs. */
export interface ClaimedUrls {
  /**
   * Undefined if nobody claimed the URL. With `claimedAt` the caller knows that all were claimed at this level, all turns of earlier
   * levels are parsed, and no page of the crawl was deleted. The answer may then be undefined for URLs whose level is still this one.
   */
  readLevels(
    crawl: string,
    site: number,
    identities: readonly string[],
    claimedAt?: number,
  ): Promise<(UrlStanding | undefined)[]>;
  /** Live status of URLs (a view for people and, for `skip`, for the unloader); a repeat changes nothing. */
  recordOutcomes(
    crawl: string,
    site: number,
    turn: number,
    outcomes: readonly { identity: string; outcome: State.Outcome; attempts: number }[],
  ): Promise<void>;
  /** Claimed URLs of a site in order of bytes, after `after`, at most `most`. */
  claimsAfter(crawl: string, site: number, after: string, most: number): Promise<State.ClaimedUrl[]>;
}

/** The URLs of a site that wait to be fetched. */
export interface Frontier {
  /** Writes the chunk of `turn` for `phase`, if it does not exist. */
  putChunk(
    crawl: string,
    site: number,
    phase: State.Phase,
    turn: number,
    entries: readonly State.ChunkEntry[],
  ): Promise<void>;
  /** At most `most` entries of `phase` from `cursor` on, in chunk and entry order, each with its own place. */
  readChunks(
    crawl: string,
    site: number,
    phase: State.Phase,
    cursor: State.Cursor,
    most: number,
  ): Promise<{ cursor: State.Cursor; entry: State.ChunkEntry }[]>;
}

export interface Loss {
  /** `open` or `given-up`. */
  readonly lost: State.LostTurn;
  /** Of lost bodies: the attempt that named them; the turn is still pending under it. */
  readonly attempt?: string;
  /** As in `ParseCommit`; a site that waited or was parked does so no more. */
  readonly due: number;
}

/** Turns whose objects are lost. */
export interface Losses {
  /** The entries that a turn had taken; undefined for turns of earlier versions. */
  readTaken(crawl: string, site: number, turn: number): Promise<State.TakenEntries | undefined>;
  /**
   * Notes that a turn's object is lost, and answers the row as it is then. Undefined, and nothing is written: the turn is
   * not pending under that attempt (any more); or its segment is lost, and it is pending; or `mostLostTurns` are known. A turn
   * that is known to be open stays as it is, unless it is given up.
   */
  loseTurn(crawl: string, site: number, loss: Loss): Promise<State.SiteRow | undefined>;
}

/** The beginning and the end of a parse. */
export interface Parses {
  /**
   * Writes down a try to parse a turn, as `parseNote` of the site. It outlasts the death of the process, not a failure of
   * the power. The last note of a site counts.
   */
  noteParse(crawl: string, site: number, note: ParseNote): Promise<void>;
  /** Removes `turn` from pending if it is there, adds the counters, clears `waiting` where it may go on. */
  commitParse(crawl: string, site: number, commit: ParseCommit): Promise<ParseAnswer>;
}

/** Addresses that a watch looks at again and again. */
export interface WatchedAddresses {
  /** Adds those that the site does not have. A site that rests wakes when the first of them is due. */
  watch(crawl: string, site: number, addresses: readonly WatchedAddress[]): Promise<void>;
  /** Sets when an address is due; `false` where the site does not have it. A site that rests wakes then. */
  setDue(crawl: string, site: number, identity: string, due: number): Promise<boolean>;
  /** Removes an entry; what it has found stays. `false` where the site does not have it. */
  unwatch(crawl: string, site: number, identity: string): Promise<boolean>;
  /** Addresses that are due at `now`, in the order of their instants, at most `most`. */
  dueAddresses(crawl: string, site: number, now: number, most: number): Promise<WatchedAddress[]>;
  readWatched(crawl: string, site: number, identities: readonly string[]): Promise<(WatchedAddress | undefined)[]>;
  /** Entries of the site (all but publications), in order of bytes. */
  readEntries(crawl: string, site: number): Promise<WatchedAddress[]>;
  /** The memory of the watch for the site. */
  readMemory(crawl: string, site: number): Promise<string | undefined>;
}

/** A source of any watch, and the instant from which on it is to be woken. */
export type DueSource = Pick<State.SiteRow, 'crawl' | 'site' | 'due'>;

/**
 * The sources of all watches by the instants at which they are to be woken, for places where one clock wakes all sources. A
 * source that rests has its `due` here, written by the transaction of the rest. Any other active source has an instant at which
 * the clock looks whether the source makes progress.
 */
export interface DueSources {
  /** Sources of a shard that are due at `now`, the longest overdue first, at most `most`. */
  dueSources(shard: number, now: number, most: number): Promise<readonly DueSource[]>;
  /** Moves the instant, if it is still the one that was seen; beyond all clocks: the source is in the index no more. */
  setWake(seen: DueSource, due: number): Promise<boolean>;
  /** A source begins. */
  addWake(crawl: string, site: number, due: number): Promise<void>;
}

/** A person's settings for a source of a watch, also while it runs: JSON of which the engine reads `render`, a `RenderMode`, alone. */
export interface SourceSettingsRows {
  readSettings(crawl: string, site: number): Promise<string | undefined>;
  /** Writes `after` where the settings are still `before`; answers whether they were. */
  changeSettings(crawl: string, site: number, before: string | undefined, after: string): Promise<boolean>;
}

/** Links that a person has deleted. */
export interface DeletedLinks {
  /** External or bad links of a site that were deleted, in the order of their keys, after `after`, at most `most`. */
  deletedLinksAfter(
    crawl: string,
    site: number,
    kind: Exclude<Links.LinkKind, 'internal'>,
    after: string | undefined,
    most: number,
  ): Promise<string[]>;
}

/**
 * The state of crawls, by what it consists of; a step takes the parts that it uses. Every write is conditional or changes
 * nothing when repeated; a failed condition is an answer (`false`), not an error. Reads of rows are strongly consistent.
 */
export interface CrawlStore
  extends CrawlRows,
    SiteRows,
    SumLaps,
    Tokens,
    TurnExits,
    RobotsFindings,
    Claims,
    ClaimedUrls,
    Frontier,
    Parses,
    Losses,
    DeletedLinks {}

export interface JoiningSite {
  readonly site: ResolvedSite;
  readonly row: State.SiteRow;
}

export type JoinState = 'added' | 'waits' | 'exists';

/** The names that people give to crawls. */
export interface CrawlNames {
  /** Renames the crawl, running or not; a resume keeps the name. False: there is no such crawl. */
  nameCrawl(crawl: string, name: string): Promise<boolean>;
}

/** The set of sites, changed while a crawl runs. */
export interface SiteSet {
  /**
   * Adds sites of different numbers to the crawl and its spec, some at a time, and answers in their order. The start pages
   * must be written before. `added`: the site is active, and the count of active sites rose in the same transaction.
   * `waits`: the crawl does not run (or stops), so the site joins at the next resume. `exists`: the crawl has a site of this
   * number, and nothing was written. If the call is cut short, the first sites may be added.
   */
  addSites(crawl: string, joining: readonly JoiningSite[]): Promise<readonly JoinState[]>;
  /**
   * The site becomes `removed` and, if it was active, the count of active sites falls in the same transaction. A turn of
   * its that runs cannot commit any more; pending turns are still parsed. False: there is no such site, or it is removed.
   */
  removeSite(crawl: string, site: number): Promise<boolean>;
}

/** The tables of links as a person reads and weeds them, also while the crawl runs. */
export interface LinkTables {
  /** Rows in the order of their keys (site, then address or text), a page of them at a time; deleted ones are left out, or are all there is. */
  listLinks(crawl: string, kind: Links.LinkKind, query: Links.LinkQuery): Promise<Links.LinkPage>;
  /**
   * Leaves tombstones: these links are not shown, written to files, or claimed again; a page that waits is passed over.
   * Answers how many were there and not deleted before.
   */
  deleteLinks(crawl: string, kind: Links.LinkKind, links: readonly Links.LinkKey[]): Promise<number>;
  /**
   * Takes tombstones away, and answers how many were there. Changes that the crawl made meanwhile stay: a page that was passed
   * over is not requested again.
   */
  restoreLinks(crawl: string, kind: Links.LinkKind, links: readonly Links.LinkKey[]): Promise<number>;
}

/** The same tables sorted and summed, also while the crawl runs: rows that come meanwhile move the others. */
export interface LinkOrders {
  sortedLinks(crawl: string, kind: Links.LinkKind, query: Links.SortedLinkQuery): Promise<readonly Links.LinkRow[]>;
  /** Undefined if the filter leaves more than `most` rows. */
  linkTotals(
    crawl: string,
    kind: Links.LinkKind,
    filter: Links.LinkFilter,
    most: number,
  ): Promise<Links.LinkTotals | undefined>;
}

/** A claimed URL as the fetch step looks at it. */
export interface UrlStanding {
  readonly level: number;
  /** The turn that claimed it at this level. */
  readonly turn: number;
  /** A person deleted it. */
  readonly deleted?: true;
}

export interface CrawlPatch {
  readonly finishReason?: State.FinishReason;
  readonly finishedAt?: number;
}

export interface Reopening {
  readonly spec: ResolvedSpec;
  /** A new run begins: time of the runs before it, and its instant. Absent: the run goes on. */
  readonly run?: Required<Pick<State.CrawlRow, 'ranMs' | 'runStartedAt'>>;
  readonly deadline?: number;
  readonly sites: readonly {
    readonly site: number;
    readonly grant: number;
    readonly maxLevel: number;
    readonly due: number;
    /** The host's circuit starts closed again. */
    readonly trouble: State.Trouble;
    /** Another delay of the spec. */
    readonly delayMs?: number;
    /** As of the row; places that read no sitemaps never get it. */
    readonly unlinkedFrom?: number;
    /** Another start page, of a site that has no page: it waits in a chunk of `phase`. robots.txt of before is forgotten. */
    readonly start?: Pick<State.SiteRow, 'start' | 'origin' | 'phase'>;
    /** Changes of the counters for a start page that waits once more; only of a site that is still not available. */
    readonly add?: Pick<State.Counters, 'queued' | 'taken' | 'skipped'>;
    /** The host may be asked from `to` on, if its `nextAllowedAt` is still `from`: nobody else has asked it since. */
    readonly release?: { readonly host: string; readonly from: number; readonly to: number };
  }[];
}

/** Chance. */
export interface Ids {
  /** A name no other call ever gives. */
  next(): string;
  /** A number from 0 up to 1, for jitter. */
  fraction(): number;
}

/** Lines of the crawl's logs; never awaited by the protocol. */
/** The terms under which a request was allowed. */
export interface RequestTerms {
  /** Least distance from the start before it at the same host, ms. */
  readonly delayMs: number;
  /** SHA-256 of the robots.txt; absent: of none. */
  readonly rules?: string;
  /** Product token that it was read for; absent: that of the crawl. */
  readonly agent?: string;
}

export interface LoggedRequest extends RequestTerms, Pick<FetchAnswer, 'sentAt'> {
  readonly time: number;
  readonly address: string;
  readonly status: number;
  readonly bytes: number;
  readonly ms: number;
}

export interface CrawlLog {
  fetched(line: LoggedRequest & { readonly level: number }): void;
  /** A request that a rendered page made; `page` is empty for a robots.txt. */
  part(line: LoggedRequest & { readonly page: string; readonly kind: string }): void;
  failed(line: {
    readonly time: number;
    readonly address: string;
    readonly reason: string;
    readonly detail: string;
  }): void;
  /** Site 0: of the whole crawl. */
  note(line: { readonly time: number; readonly site: number; readonly text: string }): void;
}

/** Processes that hold leases on this machine. */
export interface Processes {
  /**
   * Names a holder of leases in this process. The name is never used again: not in this process, and not by a later
   * process with an equal number.
   */
  readonly self: string;
  isAlive(name: string): boolean;
}

/** Records of crawls: whose they are, and which run of them is the last. */
export interface CrawlRegistry {
  /**
   * Writes a new record. With `once`, exactly one of many callers with equal owner and key writes the crawl. The other
   * callers get that crawl and learn whether their request equals it.
   */
  create(
    record: CrawlRecord,
    once?: { readonly key: string; readonly request: string },
  ): Promise<
    { readonly kind: 'created' } | { readonly kind: 'exists'; readonly id: string; readonly sameRequest: boolean }
  >;
  read(id: string): Promise<CrawlRecord | undefined>;
  /** Ids of an owner's crawls, newest first, after `cursor`, the `next` of an earlier answer. */
  list(
    owner: string,
    most: number,
    cursor?: string,
  ): Promise<{ readonly ids: readonly string[]; readonly next?: string }>;
  /**
   * Makes `run` the current run of the crawl. `run` must be later than the current run. False if a different caller
   * has begun a run.
   */
  startRun(record: CrawlRecord, run: number): Promise<boolean>;
  remove(record: CrawlRecord): Promise<void>;
}

/** Everything the steps may ask of the outside; a step takes the `Pick` it needs. */
export interface Ports {
  readonly clock: Clock;
  readonly fetcher: Fetcher;
  readonly store: CrawlStore;
  readonly objects: ObjectStore;
  readonly queue: Queue;
  readonly ids: Ids;
  readonly log: CrawlLog;
}
