import type { CrawlRow, FinishReason, SiteFinish, SiteRow } from '../domain/protocol/crawl-state.ts';
import { expectedBy } from '../domain/protocol/protocol.ts';
import { runningTime } from '../domain/protocol/running-time.ts';
import type { Refusal } from '../domain/refusal/refusal.ts';
import type { LiveWork, RefusedRequest, TimeLeft } from './live-work.ts';
import { type StartFault, startFaultOf } from './start-fault.ts';

/** What became of the URLs found so far: `found` = the other four + those that still wait. */
export interface OutcomeCounts {
  readonly found: number;
  readonly nodes: number;
  readonly redirects: number;
  readonly duplicates: number;
  readonly skipped: number;
}

/** What an active site is not fetching for. */
export type SiteWait =
  /** The delay between two starts. */
  | { readonly kind: 'delay' }
  /** Another crawl of this machine has the host's token. */
  | { readonly kind: 'other-crawl' }
  /** Five failures in a row; the next probe goes out at `at` (wall clock, ms). */
  | { readonly kind: 'host-trouble'; readonly at: number; readonly failures: number }
  /** Pages fetched, not yet parsed. */
  | { readonly kind: 'parsing' }
  /** It has used what it was granted of the page budget, and waits for more. */
  | { readonly kind: 'budget' };

export interface SiteProgress {
  readonly number: number;
  readonly name: string;
  readonly origin: string;
  readonly status: 'active' | SiteFinish;
  readonly waitingFor?: SiteWait;
  /** The start page gave no page, so the site has none. */
  readonly startFault?: StartFault;
  /** Level that is being fetched. */
  readonly level: number;
  readonly outcomes: OutcomeCounts;
  /** URLs found and not yet asked for. */
  readonly queued: number;
  /** Of a site that has ended early: URLs found and not asked for, which a resume goes on with; `outcomes` counts them as skipped. */
  readonly left: number;
  /** Pages with a final outcome after a request. */
  readonly used: number;
  /** Pages it may use in all, as far as they are granted; absent without a limit. */
  readonly limit?: number;
  /** The delay that counts: the larger of the spec's and robots.txt's. */
  readonly delayMs: number;
}

/** The state of a crawl at one instant, for people. */
export interface Progress {
  readonly directory: string;
  /** `stopped`: ended so that `resume` goes on; `interrupted`: not ended, and no process works on it. */
  readonly state: 'running' | 'stopping' | 'unloading' | 'finished' | 'stopped' | 'interrupted';
  readonly startedAt: number;
  /** Time in which the crawl ran: pauses before a resume do not count. */
  readonly elapsedMs: number;
  readonly outcomes: OutcomeCounts;
  readonly queued: number;
  /** Requests that go out per second. This, and what is told without a row: known where the crawl runs now. */
  readonly requestsPerSecond?: number;
  /** Requests answered in this run: pages count only when their turn (up to 50 s of fetching) is committed. */
  readonly requests?: number;
  /** Bytes of bodies so far, Content-Encoding undone. */
  readonly bytes: number;
  /** Requests open now. */
  readonly inFlight?: number;
  readonly used: number;
  readonly limit?: number;
  /** As of `LiveWork`. */
  readonly fetching?: readonly string[];
  readonly refused?: readonly RefusedRequest[];
  readonly timeLeft?: TimeLeft;
  readonly finishReason?: FinishReason;
  /** What was found wrong with the files of the state; absent: nothing. */
  readonly damages?: readonly Refusal[];
  /** In site order. */
  readonly sites: readonly SiteProgress[];
}

/** The state with what the process that crawls tells of this moment. */
export function withLive(progress: Progress, live: LiveWork | undefined): Progress {
  if (live === undefined) return progress;
  const { at: _, startsPerSecond, ...work } = live;
  return { ...progress, ...work, requestsPerSecond: startsPerSecond };
}

/** The state as the rows tell it, without what only the process that crawls knows. */
export function progressOf(directory: string, crawl: CrawlRow, sites: readonly SiteRow[], now: number): Progress {
  const names = new Map(crawl.spec.sites.map(({ number, name }) => [number, name]));
  const rows = sites.map(site => siteProgress(site, names.get(site.site) ?? site.origin));
  const sum = (of: (site: SiteProgress) => number): number => rows.reduce((total, site) => total + of(site), 0);
  const { limit } = crawl.spec;
  return {
    directory,
    state: progressStateOf(crawl),
    startedAt: crawl.startedAt,
    elapsedMs: runningTime(crawl, crawl.finishedAt ?? now),
    outcomes: {
      found: sum(({ outcomes }) => outcomes.found),
      nodes: sum(({ outcomes }) => outcomes.nodes),
      redirects: sum(({ outcomes }) => outcomes.redirects),
      duplicates: sum(({ outcomes }) => outcomes.duplicates),
      skipped: sum(({ outcomes }) => outcomes.skipped),
    },
    queued: sum(({ queued }) => queued),
    bytes: sites.reduce((total, { counters }) => total + counters.bytes, 0),
    used: sum(({ used }) => used),
    ...(limit === undefined ? {} : { limit }),
    ...(crawl.finishReason === undefined ? {} : { finishReason: crawl.finishReason }),
    ...(crawl.damages === undefined ? {} : { damages: crawl.damages }),
    sites: rows,
  };
}

/** Whether a site that counts has no page, for its start page gave none. */
export function hasStartFault({ status, startFault }: Pick<SiteProgress, 'status' | 'startFault'>): boolean {
  return startFault !== undefined && status !== 'removed' && status !== 'same-as';
}

function progressStateOf({ state, stop, finishReason }: CrawlRow): Progress['state'] {
  if (state === 'running') return stop === undefined ? 'running' : 'stopping';
  return state === 'finished' && finishReason === 'stopped' ? 'stopped' : state;
}

function siteProgress(site: SiteRow, name: string): SiteProgress {
  const waitingFor = waitOf(site);
  const startFault = startFaultOf(site);
  return {
    number: site.site,
    name,
    origin: site.origin,
    status: site.status,
    ...(waitingFor === undefined ? {} : { waitingFor }),
    ...(startFault === undefined ? {} : { startFault }),
    level: site.phase.level,
    outcomes: outcomesOf(site),
    queued: queuedOf(site),
    left: leftOf(site),
    used: site.used,
    ...(Number.isFinite(site.grant) ? { limit: site.grant } : {}),
    delayMs: Math.max(site.delayMs, site.robots?.crawlDelayMs ?? 0),
  };
}

/** Of a site that has ended nothing waits any more: it is skipped, unless a resume takes it up. */
function queuedOf(site: SiteRow): number {
  return site.status === 'active' ? openOf(site) : 0;
}

const goesOn: readonly SiteRow['status'][] = ['stopped', 'time-limit', 'page-budget', 'not-available'];

function leftOf(site: SiteRow): number {
  return goesOn.includes(site.status) ? openOf(site) : 0;
}

function openOf({ counters }: SiteRow): number {
  return Math.max(0, counters.queued - counters.taken);
}

/**
 * A site that is the same as an earlier site counts nothing, as in the results: its pages belong to the earlier site.
 */
export function outcomesOf(site: SiteRow): OutcomeCounts {
  if (site.status === 'same-as') return { found: 0, nodes: 0, redirects: 0, duplicates: 0, skipped: 0 };
  const { nodes, redirects, duplicates } = site.counters;
  const skipped = site.counters.skipped + (openOf(site) - queuedOf(site));
  return { found: nodes + redirects + duplicates + skipped + queuedOf(site), nodes, redirects, duplicates, skipped };
}

function waitOf(site: SiteRow): SiteWait | undefined {
  if (site.status !== 'active') return undefined;
  if (site.trouble.probes !== undefined)
    return { kind: 'host-trouble', at: expectedBy(site.due), failures: site.trouble.probes };
  if (site.parked) return { kind: 'budget' };
  if (site.isHeldElsewhere === true) return { kind: 'other-crawl' };
  return site.waiting === '' ? undefined : { kind: 'parsing' };
}
