import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstStart, type Turn, tokenAfter } from '../../../shared/steps/fetch/turn.ts';

interface Times {
  /** Wall clock and monotonic clock of the worker now. */
  readonly now: number;
  readonly monotonic: number;
  readonly takenAt: number;
  readonly nextAllowedAt: number;
  readonly lastDelayMs: number;
  readonly delayMs: number;
  readonly clockSkewMs: number;
  readonly lastStart?: number;
}

const moment: Times = {
  ...{ now: 1_000_000, monotonic: 5_000, takenAt: 5_000, nextAllowedAt: 0, lastDelayMs: 0 },
  ...{ delayMs: 2_000, clockSkewMs: 10_000 },
};

/** Only what the two functions under test look at. */
function turnAt(change: Partial<Times>): Turn {
  const { now, monotonic, takenAt, nextAllowedAt, lastDelayMs, delayMs, clockSkewMs, lastStart } = {
    ...moment,
    ...change,
  };
  const clock = { now: () => now, monotonic: () => monotonic, sleep: async () => undefined };
  const worker = { ports: { clock }, clockSkewMs } as unknown as Turn['worker'];
  const turn = { worker, takenAt, found: { nextAllowedAt, lastDelayMs }, delayMs };
  return { ...turn, ...(lastStart !== undefined && { lastStart }) } as unknown as Turn;
}

describe('the first request of a turn', () => {
  test.each<[string, Partial<Times>, number]>([
    ['at once where the host was left alone for long', { nextAllowedAt: 900_000 }, 5_000],
    [
      'when the host may be asked, where all workers share a clock',
      { nextAllowedAt: 1_003_000, clockSkewMs: 0 },
      8_000,
    ],
    ['a whole delay after the taking, which is sooner than the skew', { nextAllowedAt: 999_000 }, 7_000],
    ['when the skew is over, which is sooner than a long delay', { nextAllowedAt: 999_000, delayMs: 60_000 }, 14_000],
    ['by the larger delay of the last holder', { nextAllowedAt: 999_000, lastDelayMs: 4_000 }, 9_000],
    ['never before the instant by its own clock', { nextAllowedAt: 1_020_000, delayMs: 100 }, 25_000],
    [
      'counted from the taking, however long ago that was',
      { nextAllowedAt: 999_000, monotonic: 6_500, now: 1_001_500 },
      7_000,
    ],
  ])('goes out %s', (_, change, instant) => {
    expect(firstStart(turnAt(change))).toBe(instant);
  });

  test('adverse 56: it comes no sooner than a delay after the last one, whatever clocks within the skew say', () => {
    const skew = fc.integer({ min: -10_000, max: 10_000 });
    fc.assert(
      fc.property(skew, fc.nat(60_000), fc.nat(30_000), (apart, delayMs, sinceStart) => {
        // The last holder started `sinceStart` before the taking; its clock is `apart` from this worker's.
        const nextAllowedAt = moment.now - sinceStart + delayMs + apart;
        const start = firstStart(turnAt({ nextAllowedAt, delayMs, lastDelayMs: delayMs }));
        expect(start - moment.takenAt + sinceStart).toBeGreaterThanOrEqual(delayMs);
        expect(start).toBeGreaterThanOrEqual(moment.takenAt);
      }),
    );
  });
});

describe('the token after a turn', () => {
  test('is as it was found where nothing was asked for', () => {
    expect(tokenAfter(turnAt({ nextAllowedAt: 123_456, lastDelayMs: 7 }))).toEqual({
      ...{ nextAllowedAt: 123_456, lastDelayMs: 7, now: 1_000_000 },
    });
  });

  test('lets the host be asked a delay after the last start', () => {
    const turn = turnAt({ lastStart: 4_400, nextAllowedAt: 999_000 });
    expect(tokenAfter(turn)).toEqual({ nextAllowedAt: 1_000_000 - 600 + 2_000, lastDelayMs: 2_000, now: 1_000_000 });
  });

  test('leaves the host alone for longer where that was asked for', () => {
    expect(tokenAfter(turnAt({ lastStart: 4_400 }), 2_000_000).nextAllowedAt).toBe(2_000_000);
    expect(tokenAfter(turnAt({}), 2_000_000).nextAllowedAt).toBe(2_000_000);
  });
});
