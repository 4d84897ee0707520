import type { FetchAnswer, Fetcher, FetchRequest } from '../../shared/ports.ts';
import type { Progress } from '../../shared/report/progress.ts';
import type { CrawlProgress } from './state-thread.ts';

/** The rate is that of the last so many ms. */
const rateWindowMs = 10_000;

/** Requests of this run. */
interface Requests {
  readonly inFlight: number;
  readonly answered: number;
}

/** Adds what only the process that crawls knows to what the rows tell. */
export class ProgressMeter {
  private readonly samples: { readonly at: number; readonly answered: number }[] = [];

  read({ progress, deadline }: CrawlProgress, requests: Requests, now: number): Progress {
    const rate = this.rate(requests.answered, now);
    const { answered, inFlight } = requests;
    return {
      ...progress,
      inFlight,
      requests: answered,
      requestsPerSecond: rate,
      ...timeLeft(progress, deadline, rate, now),
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
function timeLeft(
  { limit, used }: Progress,
  deadline: number | undefined,
  rate: number,
  now: number,
): { timeLeftMs?: number } {
  const byPages = limit !== undefined && rate > 0 ? ((limit - used) * 1000) / rate : Number.POSITIVE_INFINITY;
  const left = Math.min(byPages, deadline === undefined ? Number.POSITIVE_INFINITY : deadline - now);
  return Number.isFinite(left) ? { timeLeftMs: Math.max(0, Math.round(left)) } : {};
}

/** Passes requests on and counts them, for those who watch a crawl. */
export class CountingFetcher implements Fetcher {
  private readonly fetcher: Fetcher;
  inFlight = 0;
  answered = 0;

  constructor(fetcher: Fetcher) {
    this.fetcher = fetcher;
  }

  async fetch(request: FetchRequest): Promise<FetchAnswer> {
    this.inFlight += 1;
    try {
      return await this.fetcher.fetch(request);
    } finally {
      this.inFlight -= 1;
      this.answered += 1;
    }
  }

  async close(): Promise<void> {
    await this.fetcher.close();
  }
}
