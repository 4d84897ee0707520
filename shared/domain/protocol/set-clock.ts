/**
 * A clock that was ahead writes instants that lie hours ahead, once it is set right. How long a wait was meant to be bounds
 * what is trusted of it. Less than the skew of two workers' clocks says nothing.
 */
import { protocol } from './protocol.ts';

/** Whether what happened at `instant` has not happened yet by this clock. */
export function isFromAhead(instant: number, now: number): boolean {
  return instant > now + protocol.clockSkewMs;
}

/** The end of a wait of `waitMs` that began before now. */
export function believedEnd(instant: number, waitMs: number, now: number): number {
  return isFromAhead(instant, now + waitMs) ? now + waitMs : instant;
}
