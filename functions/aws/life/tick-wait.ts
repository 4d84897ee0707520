/** When a crawl of an account is looked at again, and who waits for it. */
import type { CrawlRow } from '../../../shared/domain/protocol/crawl-state.ts';
import type { Ticked } from './life-events.ts';

/** The longest wait between two ticks. */
const longestWaitSeconds = 300;
/** With 384 MB, waiting in the function costs $5 per million seconds, a tick of the machine three transitions: $75 per million. */
const longestOwnWaitSeconds = 15;
/** Time that a call needs after a wait: for the tick itself, and for its answer. */
const leastLeftMs = 30_000;

/**
 * Often in a short run, seldom in a long one: the end is seen at most a quarter of the run's time late, and never more than
 * five minutes; a deadline at once. Each wait is a quarter longer than the one before, also when an old crawl is resumed.
 */
export function secondsToNext(
  { startedAt, deadline, stop }: Pick<CrawlRow, 'startedAt' | 'deadline' | 'stop'>,
  ticks: number,
  now: number,
): number {
  if (stop !== undefined) return 2;
  const byAge = Math.floor((now - startedAt) / 4_000);
  const byRun = Math.floor(2 * 1.25 ** ticks);
  const usual = Math.max(2, Math.min(longestWaitSeconds, byAge, byRun));
  const byDeadline = deadline === undefined ? usual : Math.max(1, Math.ceil((deadline - now) / 1000));
  return Math.min(usual, byDeadline);
}

/** Whether the function itself waits for the next tick, as it does for short waits. `leftMs`: before the call is cut off. */
export function waitsItself(ticked: Ticked, leftMs: number): boolean {
  const { running, renew, error, isSuperseded, isWatched, waitSeconds } = ticked;
  if (!running || renew || (error ?? isSuperseded ?? isWatched) !== undefined) return false;
  return waitSeconds <= longestOwnWaitSeconds && leftMs - waitSeconds * 1_000 >= leastLeftMs;
}
