import type { CrawlRow } from './crawl-state.ts';
import { expectedBy } from './protocol.ts';

type Ran = Pick<CrawlRow, 'startedAt' | 'ranMs' | 'runStartedAt' | 'finishedAt'>;

/**
 * Time in which the crawl ran, up to `end` (wall clock, ms); pauses before a resume do not count. Time that a clock was
 * set back is ignored.
 */
export function runningTime({ startedAt, ranMs = 0, runStartedAt = startedAt }: Ran, end: number): number {
  return ranMs + Math.max(0, end - runStartedAt);
}

/** When an unfinished crawl last ran, by its rows: the instant of the last expected answer. */
export function lastExpected(sites: readonly { readonly due: number }[], now: number): number {
  return Math.min(
    now,
    sites.reduce((last, { due }) => Math.max(last, expectedBy(due)), 0),
  );
}
