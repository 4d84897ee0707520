/**
 * A clock that was ahead leaves instants in the future after it is corrected. So a stored wait is cut to its intended
 * length. Differences below the skew of two workers' clocks are ignored.
 */
import { protocol } from './protocol.ts';

/** Whether a past instant lies in the future by this clock. */
export function isFromAhead(instant: number, now: number): boolean {
  return instant > now + protocol.clockSkewMs;
}

/** The end of a wait of `waitMs` that began before now. */
export function believedEnd(instant: number, waitMs: number, now: number): number {
  return isFromAhead(instant, now + waitMs) ? now + waitMs : instant;
}
