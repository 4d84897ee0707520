import './quiet-logs.ts';
import { describe, expect, test } from 'vitest';
import { secondsToNext } from '../../functions/aws/tick.ts';

const startedAt = 1_800_000_000_000;
const hourMs = 3_600_000;

describe('the wait for the next tick', () => {
  test.each([
    ['of a crawl that has just begun', 0, 0, 2],
    ['of one that is a minute old', 20, 60_000, 12],
    ['of one that is hours old', 100, hourMs, 120],
    ['of an old crawl that is resumed', 0, 100 * hourMs, 2],
    ['of one that was resumed a minute ago', 10, 100 * hourMs, 12],
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
