import type { TimeLeft } from './live-work.ts';
import type { Progress } from './progress.ts';

/** The counts at an instant of the crawl's running time. */
interface Found {
  readonly ranMs: number;
  /** Addresses with an outcome. */
  readonly done: number;
  readonly found: number;
}

/** Before that nobody knows how many links lead to new pages. */
const leastRanMs = 30_000;
const leastPages = 100;
const mostSamples = 512;
/** With more new addresses for each fetched one nobody knows the end. */
const steepest = 0.95;

/** Estimates from limits, from what waits, and from how many new addresses the last fetched ones have led to. */
export class TimeEstimate {
  private samples: Found[] = [];

  /** `perSecond`: requests that go out. `deadline`: wall clock, ms. */
  take(progress: Progress, perSecond: number, deadline: number | undefined, now: number): TimeLeft | undefined {
    const { elapsedMs, outcomes, queued, limit, used } = progress;
    this.note({ ranMs: elapsedMs, done: outcomes.found - queued, found: outcomes.found });
    const byDeadline = deadline === undefined ? Number.POSITIVE_INFINITY : Math.max(0, deadline - now);
    const isKnown = elapsedMs >= leastRanMs || used >= leastPages;
    const byPages = isKnown && perSecond > 0 ? this.byPages(progress, perSecond) : undefined;
    const byLimit = limit !== undefined && perSecond > 0 ? ((limit - used) * 1_000) / perSecond : undefined;
    return shortest([byPages, byLimit === undefined ? undefined : exactly(byLimit), exactly(byDeadline)]);
  }

  /** Every second sample goes where they are too many. */
  private note(sample: Found): void {
    this.samples.push(sample);
    if (this.samples.length > mostSamples) this.samples = this.samples.filter((_, index) => index % 2 === 0);
  }

  private byPages({ queued, limit, sites }: Progress, perSecond: number): TimeLeft {
    const byRate = (queued * 1_000) / perSecond;
    const byDelay = sites.reduce((most, site) => Math.max(most, site.queued * site.delayMs), 0);
    const leastMs = limit === undefined ? Math.max(byRate, byDelay) : byRate;
    const perPage = this.newPerPage();
    return perPage === undefined || perPage > steepest ? { leastMs } : { leastMs, mostMs: leastMs / (1 - perPage) };
  }

  /** New addresses for each address with an outcome, over the second half of what was done. */
  private newPerPage(): number | undefined {
    const last = this.samples.at(-1)!;
    const half = this.samples.findLast(({ done }) => done <= last.done / 2);
    if (half === undefined || last.done - half.done < 10) return undefined;
    return (last.found - half.found) / (last.done - half.done);
  }
}

function exactly(ms: number): TimeLeft | undefined {
  return Number.isFinite(ms) ? { leastMs: Math.max(0, ms), mostMs: Math.max(0, ms) } : undefined;
}

/** The crawl ends by what comes first. */
function shortest(all: readonly (TimeLeft | undefined)[]): TimeLeft | undefined {
  const known = all.filter(each => each !== undefined);
  if (known.length === 0) return undefined;
  const leastMs = known.reduce((least, each) => Math.min(least, each.leastMs), Number.POSITIVE_INFINITY);
  const mostMs = known.reduce((least, each) => Math.min(least, each.mostMs ?? least), Number.POSITIVE_INFINITY);
  return { leastMs: Math.round(leastMs), ...(Number.isFinite(mostMs) && { mostMs: Math.round(mostMs) }) };
}
