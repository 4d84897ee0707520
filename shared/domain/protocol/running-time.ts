import type { CrawlRow } from './crawl-state.ts';
import { expectedBy } from './protocol.ts';

type Ran = Pick<CrawlRow, 'startedAt' | 'ranMs' | 'runStartedAt' | 'finishedAt'>;

/** Time in which the crawl ran, up to `end` (wall clock, ms); pauses before a resume do not count. A clock that was set back counts for nothing. */
export function runningTime({ startedAt, ranMs = 0, runStartedAt = startedAt }: Ran, end: number): number {
  return ranMs + Math.max(0, end - runStartedAt);
}

/** When a crawl that is not finished ran last, as far as its rows say: when the last answer was expected. */
export function lastExpected(sites: readonly { readonly due: number }[], now: number): number {
  return Math.min(
    now,
    sites.reduce((last, { due }) => Math.max(last, expectedBy(due)), 0),
  );
}
