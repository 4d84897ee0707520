import type { CrawlRow, SiteRow } from '../../shared/domain/protocol/crawl-state.ts';
import { type Progress, progressOf } from '../../shared/report/progress.ts';

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

/** From the rate and the page limit, and from the deadline, whichever ends first. */
function timeLeft({ spec, deadline }: CrawlRow, used: number, rate: number, now: number): { timeLeftMs?: number } {
  const byPages = spec.limit !== undefined && rate > 0 ? ((spec.limit - used) * 1000) / rate : Number.POSITIVE_INFINITY;
  const left = Math.min(byPages, deadline === undefined ? Number.POSITIVE_INFINITY : deadline - now);
  return Number.isFinite(left) ? { timeLeftMs: Math.max(0, Math.round(left)) } : {};
}
