import { afterLook, firstLook, type IntervalBounds, newHistory, nextLook } from '../looks/look-history.ts';

/**
 * Seconds between the first and the second look at an entry, as a watch would set them if it looked at `nowMs`. `times`: of what
 * the entry names, epoch ms. The findings of a look set the looks after it.
 */
export function firstInterval(times: readonly number[], nowMs: number, bounds: IntervalBounds): number {
  const history = afterLook(newHistory, firstLook(nowMs, times));
  return Math.round((nextLook(history, nowMs, bounds) - nowMs) / 1000);
}
