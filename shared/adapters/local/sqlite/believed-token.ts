/**
 * The row of a token holds, beside each instant, how far ahead the instant was when it was written. If an instant is further
 * ahead now, the clock has been set back since, and the host would be left alone until the clock has caught up.
 */
import { leaseMs, protocol } from '../../../domain/protocol/protocol.ts';
import { believedEnd } from '../../../domain/protocol/set-clock.ts';
import type { TokenRow } from '../../../domain/protocol/token-row.ts';
import { type Row, tokenOf } from './sqlite-rows.ts';

/** The longest that a host is left alone, for a row that does not tell. */
const longestWaitMs = 1.1 * protocol.probeLongestMs;

export interface BelievedToken {
  readonly token: TokenRow;
  /** By how much the clock must have been set back; 0 where it was not. */
  readonly aheadMs: number;
}

/** `isAlive`: whether the holder of the lease lives. `delayMs`: what its successor waits at least. */
export function believedToken(
  row: Row,
  { now, delayMs }: { readonly now: number; readonly delayMs: number },
  isAlive: boolean,
): BelievedToken {
  const { lease, wanted, ...written } = tokenOf(row);
  const until = lease === undefined ? 0 : believed(lease.until, leaseMs, now);
  const wish = wanted === undefined ? 0 : believed(wanted.until, row['wanted_ms'], now);
  const next = believed(written.nextAllowedAt, row['wait_ms'], now);
  const kept = wanted === undefined ? {} : { wanted: { ...wanted, until: wish } };
  const aheadMs = Math.max(written.nextAllowedAt - next, (lease?.until ?? 0) - until, (wanted?.until ?? 0) - wish);
  if (lease === undefined || isAlive) {
    const held = lease === undefined ? {} : { lease: { ...lease, until } };
    return { token: { ...written, ...kept, ...held, nextAllowedAt: next }, aheadMs };
  }
  // A dead process asks for nothing more, but its last request may have been just now. What it had found stays as it was.
  const takenAt = lease.until - leaseMs;
  const before = Number(row['before'] ?? 0);
  const free = Math.max(now + Math.max(delayMs, written.lastDelayMs), believed(before, before - takenAt, now));
  return { token: { ...written, ...kept, nextAllowedAt: free }, aheadMs };
}

function believed(instant: number, waitMs: Row[string] | undefined, now: number): number {
  return believedEnd(instant, Number(waitMs ?? longestWaitMs), now);
}
