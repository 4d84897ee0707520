import type { CrawlRow, SiteRow } from '../../shared/domain/protocol/crawl-state.ts';
import { protocol } from '../../shared/domain/protocol/protocol.ts';
import type { OutcomeCounts, Progress, SiteProgress, SiteWait } from './local-crawl.ts';

/** The rate is that of the last so many ms. */
const rateWindowMs = 10_000;

/** Requests of this run. */
interface Requests {
  readonly inFlight: number;
  readonly answered: number;
}

/** Turns rows into what people watch. */
export class ProgressMeter {
  private readonly directory: string;
  private readonly samples: { readonly at: number; readonly answered: number }[] = [];

  constructor(directory: string) {
    this.directory = directory;
  }

  read(crawl: CrawlRow, sites: readonly SiteRow[], requests: Requests, now: number): Progress {
    const progress = progressOf(this.directory, crawl, sites, now);
    const rate = this.rate(requests.answered, now);
    const { answered, inFlight } = requests;
    return {
      ...progress,
      inFlight,
      requests: answered,
      requestsPerSecond: rate,
      ...timeLeft(crawl, progress.used, rate, now),
    };
  }

  private rate(answered: number, now: number): number {
    this.samples.push({ at: now, answered });
    while (now - this.samples[0]!.at > rateWindowMs) this.samples.shift();
    const first = this.samples[0]!;
    return now > first.at ? ((answered - first.answered) * 1000) / (now - first.at) : 0;
  }
}

/** The state as the rows tell it, without what only the process that crawls knows. */
export function progressOf(directory: string, crawl: CrawlRow, sites: readonly SiteRow[], now: number): Progress {
  const names = new Map(crawl.spec.sites.map(({ number, name }) => [number, name]));
  const rows = sites.map(site => siteProgress(site, names.get(site.site) ?? site.origin));
  const sum = (of: (site: SiteProgress) => number): number => rows.reduce((total, site) => total + of(site), 0);
  const { limit } = crawl.spec;
  return {
    directory,
    state: stateOf(crawl),
    startedAt: crawl.startedAt,
    elapsedMs: (crawl.finishedAt ?? now) - crawl.startedAt,
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
    sites: rows,
  };
}

function stateOf({ state, stop, finishReason }: CrawlRow): Progress['state'] {
  if (state === 'running') return stop === undefined ? 'running' : 'stopping';
  return state === 'finished' && finishReason === 'stopped' ? 'stopped' : state;
}

function siteProgress(site: SiteRow, name: string): SiteProgress {
  const waitingFor = waitOf(site);
  return {
    number: site.site,
    name,
    origin: site.origin,
    status: site.status,
    ...(waitingFor === undefined ? {} : { waitingFor }),
    level: site.phase.level,
    outcomes: outcomesOf(site),
    queued: queuedOf(site),
    used: site.used,
    ...(Number.isFinite(site.grant) ? { limit: site.grant } : {}),
    delayMs: Math.max(site.delayMs, site.robots?.crawlDelayMs ?? 0),
  };
}

/** Of a site that has ended nothing waits any more: it is skipped, unless a resume takes it up. */
function queuedOf(site: SiteRow): number {
  return site.status === 'active' ? openOf(site) : 0;
}

function openOf({ counters }: SiteRow): number {
  return Math.max(0, counters.queued - counters.taken);
}

/** Of a site that turned out to be another one nothing counts, as in the results: its pages are the other one's. */
export function outcomesOf(site: SiteRow): OutcomeCounts {
  if (site.status === 'same-as') return { found: 0, nodes: 0, redirects: 0, duplicates: 0, skipped: 0 };
  const { nodes, redirects, duplicates } = site.counters;
  const skipped = site.counters.skipped + (openOf(site) - queuedOf(site));
  return { found: nodes + redirects + duplicates + skipped + queuedOf(site), nodes, redirects, duplicates, skipped };
}

function waitOf(site: SiteRow): SiteWait | undefined {
  if (site.status !== 'active') return undefined;
  if (site.trouble.probes !== undefined)
    return { kind: 'host-trouble', at: site.due - 2 * protocol.visibilityMs, failures: site.trouble.probes };
  if (site.parked) return { kind: 'budget' };
  if (site.isHeldElsewhere === true) return { kind: 'other-crawl' };
  return site.waiting === '' ? undefined : { kind: 'parsing' };
}

/** From the rate and the page limit, and from the deadline, whichever ends first. */
function timeLeft({ spec, deadline }: CrawlRow, used: number, rate: number, now: number): { timeLeftMs?: number } {
  const byPages = spec.limit !== undefined && rate > 0 ? ((spec.limit - used) * 1000) / rate : Number.POSITIVE_INFINITY;
  const left = Math.min(byPages, deadline === undefined ? Number.POSITIVE_INFINITY : deadline - now);
  return Number.isFinite(left) ? { timeLeftMs: Math.max(0, Math.round(left)) } : {};
}
