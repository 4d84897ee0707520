import type { LiveWork, TimeLeft } from '../../../shared/report/live-work.ts';
import { type Progress, withLive } from '../../../shared/report/progress.ts';
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

  private readonly beside: () => Pick<LiveWork, 'sitemapsOf' | 'checks'>;

  /** `beside`: what is requested beside pages. */
  constructor(fetcher: CountingFetcher, beside: ProgressMeter['beside']) {
    this.fetcher = fetcher;
    this.beside = beside;
  }

  /** `known`: what the rows say. */
  read({ progress, deadline }: Known, now: number): Progress {
    this.timeLeft = this.estimate.take(progress, this.work(now).startsPerSecond, deadline, now);
    return withLive(progress, this.work(now));
  }

  /** As `read` has estimated it last. */
  work(now: number): LiveWork {
    return {
      ...this.fetcher.work(now),
      ...this.beside(),
      ...(this.timeLeft !== undefined && { timeLeft: this.timeLeft }),
    };
  }
}
