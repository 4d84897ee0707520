import { describe, expect, test } from 'vitest';
import type { Ticked } from '../../../functions/aws/life/life-events.ts';
import { secondsToNext, waitsItself } from '../../../functions/aws/life/tick-wait.ts';
import { ttlOf } from '../../../shared/adapters/aws/dynamo/calls/dynamo-base.ts';
import { outlived } from '../../../shared/domain/protocol/longest-crawl.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';

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

test('a crawl is stopped when claims of its first pages would expire before its results do; a watch never is', () => {
  const dayMs = 24 * hourMs;
  expect(outlived({ startedAt, spec: {} as ResolvedSpec }, startedAt + 60 * dayMs - 1)).toBeUndefined();
  expect(outlived({ startedAt, spec: {} as ResolvedSpec }, startedAt + 60 * dayMs)).toMatch(/60 days/);
  const watching = { watch: { looks: 24 } } as unknown as ResolvedSpec;
  expect(outlived({ startedAt, spec: watching }, startedAt + 600 * dayMs)).toBeUndefined();
  const retentionMs = 90 * dayMs;
  // Items of the first page live as long as those of the last one.
  expect(ttlOf({ now: () => startedAt }, retentionMs)() * 1_000).toBeGreaterThanOrEqual(
    startedAt + 60 * dayMs + retentionMs,
  );
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
