import type { LiveWork, TimeLeft } from '../../../shared/report/live-work.ts';
import type { Progress } from '../../../shared/report/progress.ts';
import { TimeEstimate } from '../../../shared/report/time-left.ts';
import type { CountingFetcher } from './counting-fetcher.ts';

interface Known {
  readonly progress: Progress;
  /** Wall clock, ms. */
  readonly deadline?: number;
}

/** Adds what only the process that crawls knows to what the rows say. */
export class ProgressMeter {
  private readonly fetcher: CountingFetcher;
  private readonly estimate = new TimeEstimate();
  private timeLeft: TimeLeft | undefined;

  constructor(fetcher: CountingFetcher) {
    this.fetcher = fetcher;
  }

  /** `known`: what the rows say. */
  read({ progress, deadline }: Known, now: number): Progress {
    const { requests, inFlight, fetching, refused, startsPerSecond } = this.work(now);
    this.timeLeft = this.estimate.take(progress, startsPerSecond, deadline, now);
    const live = { inFlight, requests, requestsPerSecond: startsPerSecond, fetching, refused };
    return { ...progress, ...live, ...(this.timeLeft !== undefined && { timeLeft: this.timeLeft }) };
  }

  /** As `read` has estimated it last. */
  work(now: number): LiveWork {
    return { ...this.fetcher.work(now), ...(this.timeLeft !== undefined && { timeLeft: this.timeLeft }) };
  }
}
