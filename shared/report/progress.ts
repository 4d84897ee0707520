import { defined } from '../domain/defined.ts';
import type { CrawlRow, FinishReason, SiteFinish, SiteRow } from '../domain/protocol/crawl-state.ts';
import { expectedBy, protocol } from '../domain/protocol/protocol.ts';
import { runningTime } from '../domain/protocol/running-time.ts';
import { leftOf, levelOf, type OutcomeCounts, outcomesOf, queuedOf } from '../domain/protocol/site-outcomes.ts';
import { noSums, type SiteSums, withSites } from '../domain/protocol/site-sums.ts';
import type { Refusal } from '../domain/refusal/refusal.ts';
import { siteNumbered } from '../domain/spec/sites/site-numbered.ts';
import type { ChecksDone, LiveWork, RefusedRequest, TimeLeft } from './live-work.ts';
import { type StartFault, startFaultOf } from './start-fault.ts';

/** The reason why an active site fetches nothing. */
export type SiteWait =
  /** Another crawl of this machine has the host's token. */
  | { readonly kind: 'other-crawl' }
  /** Five failures in a row and the failed probes since; the next probe goes out at `at` (wall clock, ms). */
  | { readonly kind: 'host-trouble'; readonly at: number; readonly failures: number }
  /** The host rests until `at` (wall clock, ms): its server requested so, or another crawl met failures there. */
  | { readonly kind: 'rest'; readonly at: number }
  /** Its sitemaps are being read; then it begins. */
  | { readonly kind: 'sitemaps' }
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
  /** Level that is being fetched; -1: pages that only sitemaps name. Of a site that has ended the last level that clicks led to. */
  readonly level: number;
  readonly outcomes: OutcomeCounts;
  /** URLs found and not yet requested. */
  readonly queued: number;
  /** Of a site that has ended early: URLs found and not requested, which a resume continues; `outcomes` counts them as skipped. */
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
  /** Requests that go out per second. This, and what is said without a row: known where the crawl runs now. */
  readonly requestsPerSecond?: number;
  /** Requests answered in this run: pages count only when their turn (up to 50 s of fetching) is committed. */
  readonly requests?: number;
  /** Bytes of bodies so far, Content-Encoding undone. */
  readonly bytes: number;
  /** Requests open now. */
  readonly inFlight?: number;
  readonly used: number;
  readonly limit?: number;
  /** Levels of sites are numbers of picks. */
  readonly order?: 'links';
  /** As of `LiveWork`. */
  readonly fetching?: readonly string[];
  readonly refused?: readonly RefusedRequest[];
  readonly timeLeft?: TimeLeft;
  readonly checks?: ChecksDone;
  readonly finishReason?: FinishReason;
  /** The damages of the files of the state; absent: nothing. */
  readonly damages?: readonly Refusal[];
  /** In site order. */
  readonly sites: readonly SiteProgress[];
}

/** The state with what the process that crawls speaks of this moment. */
export function withLive(progress: Progress, live: LiveWork | undefined): Progress {
  if (live === undefined) return progress;
  const { at: _, startsPerSecond, sitemapsOf, ...work } = live;
  return { ...progress, ...work, requestsPerSecond: startsPerSecond, sites: sitesNow(progress.sites, live) };
}

/** Sites whose sitemaps are read now wait for these. */
export function sitesNow(
  sites: readonly SiteProgress[],
  live: Pick<LiveWork, 'sitemapsOf'> | undefined,
): readonly SiteProgress[] {
  if (live?.sitemapsOf === undefined) return sites;
  const reading = new Set(live.sitemapsOf);
  const isReading = ({ number, status }: SiteProgress): boolean => status === 'active' && reading.has(number);
  return sites.map(site => (isReading(site) ? { ...site, waitingFor: { kind: 'sitemaps' } } : site));
}

/** The state as the rows say it, without what only the process that crawls knows. */
export function progressOf(directory: string, crawl: CrawlRow, sites: readonly SiteRow[], now: number): Progress {
  return progressBySums(directory, crawl, withSites(noSums, sites), { rows: sites, now });
}

/** The same of a crawl with many sites: `sums` are over all of them, `rows` are those that are shown. */
export function progressBySums(
  directory: string,
  crawl: CrawlRow,
  sums: SiteSums,
  { rows, now }: { readonly rows: readonly SiteRow[]; readonly now: number },
): Progress {
  const { limit, order } = crawl.spec;
  return {
    directory,
    state: progressStateOf(crawl),
    startedAt: crawl.startedAt,
    elapsedMs: runningTime(crawl, crawl.finishedAt ?? now),
    outcomes: sums.outcomes,
    queued: sums.queued,
    bytes: sums.bytes,
    used: sums.used,
    ...defined({ limit, order, finishReason: crawl.finishReason, damages: crawl.damages }),
    sites: siteProgresses(crawl, rows, now),
  };
}

/** In the order of `rows`, at `now` (wall clock, ms). */
export function siteProgresses({ spec }: CrawlRow, rows: readonly SiteRow[], now: number): readonly SiteProgress[] {
  return rows.map(row => siteProgress(row, siteNumbered(spec.sites, row.site)?.name ?? row.origin, now));
}

/** Shorter rests are not worth a word. */
const notedRestMs = 5_000;

/** Whether a site that counts has no page, for its start page gave none. */
export function hasStartFault({ status, startFault }: Pick<SiteProgress, 'status' | 'startFault'>): boolean {
  return startFault !== undefined && status !== 'removed' && status !== 'same-as';
}

function progressStateOf({ state, stop, finishReason }: CrawlRow): Progress['state'] {
  if (state === 'running') return stop === undefined ? 'running' : 'stopping';
  return state === 'finished' && finishReason === 'stopped' ? 'stopped' : state;
}

function siteProgress(site: SiteRow, name: string, now: number): SiteProgress {
  const delayMs = Math.max(site.delayMs, site.robots?.crawlDelayMs ?? 0);
  const waitingFor = waitOf(site, now + delayMs);
  const startFault = startFaultOf(site);
  return {
    number: site.site,
    name,
    origin: site.origin,
    status: site.status,
    ...defined({ waitingFor, startFault }),
    level: levelOf(site),
    outcomes: outcomesOf(site),
    queued: queuedOf(site),
    left: leftOf(site),
    used: site.used,
    ...(Number.isFinite(site.grant) && { limit: site.grant }),
    delayMs,
  };
}

/** `next`: when the next request is expected (wall clock, ms), by the delay alone. */
function waitOf(site: SiteRow, next: number): SiteWait | undefined {
  if (site.status !== 'active') return undefined;
  if (site.trouble.probes !== undefined)
    return { kind: 'host-trouble', at: expectedBy(site.due), failures: protocol.circuitFailures + site.trouble.probes };
  if (site.parked) return { kind: 'budget' };
  if (site.isHeldElsewhere === true) return { kind: 'other-crawl' };
  if (site.waiting !== '') return { kind: 'parsing' };
  const at = expectedBy(site.due);
  return at > next + notedRestMs ? { kind: 'rest', at } : undefined;
}
