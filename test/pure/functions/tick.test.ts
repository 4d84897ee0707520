import { describe, expect, test } from 'vitest';
import type { Ticked } from '../../../functions/aws/life/life-events.ts';
import { secondsToNext, waitsItself } from '../../../functions/aws/life/tick-wait.ts';

const startedAt = 1_800_000_000_000;
const hourMs = 3_600_000;

describe('the wait for the next tick', () => {
  test.each([
    ['of a crawl that has just begun', 0, 0, 2],
    ['of one that is a minute old', 20, 60_000, 15],
    ['of one that is hours old', 100, hourMs, 300],
    ['of an old crawl that is resumed', 0, 100 * hourMs, 2],
    ['of one that was resumed a minute ago', 10, 100 * hourMs, 18],
  ])('%s', (_, ticks, ageMs, seconds) => {
    expect(secondsToNext({ startedAt }, ticks, startedAt + ageMs)).toBe(seconds);
  });

  test('is short where a stop is asked for, and never goes past the deadline', () => {
    const now = startedAt + hourMs;
    expect(secondsToNext({ startedAt, stop: 'stopped' }, 100, now)).toBe(2);
    expect(secondsToNext({ startedAt, deadline: now + 7_500 }, 100, now)).toBe(8);
    expect(secondsToNext({ startedAt, deadline: now - 1 }, 100, now)).toBe(1);
  });
});

describe('the function waits itself', () => {
  const ticked: Ticked = { crawl: 'c', run: 1, ticks: 3, running: true, waitSeconds: 10, renew: false };

  test('for a short wait that leaves it time for the next tick', () => {
    expect(waitsItself(ticked, 40_000)).toBe(true);
    expect(waitsItself(ticked, 39_999)).toBe(false);
    expect(waitsItself({ ...ticked, waitSeconds: 15 }, 120_000)).toBe(true);
    expect(waitsItself({ ...ticked, waitSeconds: 16 }, 120_000)).toBe(false);
  });

  test.each<[string, Partial<Ticked>]>([
    ['has ended', { running: false }],
    ['has failed', { error: { Error: 'E' } }],
    ['is run anew by another execution', { isSuperseded: true }],
    ['is a watch', { isWatched: true }],
    ['has a history that is nearly full', { renew: true }],
  ])('for nothing where the crawl %s', (_, change) => {
    expect(waitsItself({ ...ticked, ...change }, 120_000)).toBe(false);
  });
});
