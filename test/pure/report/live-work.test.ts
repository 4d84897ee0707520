import { expect, test } from 'vitest';
import { lastExpected, runningTime } from '../../../shared/domain/protocol/running-time.ts';
import type { Progress } from '../../../shared/report/progress.ts';
import { StartRate } from '../../../shared/report/start-rate.ts';
import { TimeEstimate } from '../../../shared/report/time-left.ts';

test('the rate of a host is never above what its delay allows, wherever one looks', () => {
  const rate = new StartRate();
  for (let at = 0; at <= 60_000; at += 1_000) {
    rate.note('a.test', at);
    for (const later of [0, 1, 500, 999]) expect(rate.perSecond(at + later)).toBeLessThanOrEqual(1);
  }
  expect(rate.perSecond(60_000)).toBe(1);
  expect(rate.perSecond(69_000)).toBeLessThan(0.2);
  expect(rate.perSecond(300_000)).toBe(0);
});

test('rates of hosts add up, and long delays count by the start before', () => {
  const rate = new StartRate();
  for (let at = 0; at <= 120_000; at += 30_000) rate.note('slow.test', at);
  for (let at = 110_000; at <= 120_000; at += 500) rate.note('quick.test', at);
  expect(rate.perSecond(120_000)).toBeCloseTo(2 + 1 / 30, 5);
});

test('pauses between runs are no running time', () => {
  const friday = { startedAt: 1_000, finishedAt: 27_000 };
  expect(runningTime(friday, friday.finishedAt)).toBe(26_000);
  const monday = { startedAt: 1_000, ranMs: 26_000, runStartedAt: 900_000 };
  expect(runningTime(monday, 910_000)).toBe(36_000);
  expect(runningTime(monday, 800_000)).toBe(26_000);
  expect(lastExpected([{ due: 500_000 }, { due: 400_000 }], 900_000)).toBeLessThan(500_000);
});

const outcomes = { found: 0, nodes: 0, redirects: 0, duplicates: 0, skipped: 0 };
const at = (elapsedMs: number, done: number, found: number, more: Partial<Progress> = {}): Progress => ({
  ...{ directory: '', state: 'running', startedAt: 0, bytes: 0, sites: [] },
  ...{ elapsedMs, used: done, queued: found - done, outcomes: { ...outcomes, found } },
  ...more,
});

test('the time left is not known at first, then at least what waits, and at most what its links lead to', () => {
  const estimate = new TimeEstimate();
  expect(estimate.take(at(5_000, 5, 50), 1, undefined, 0)).toBeUndefined();
  estimate.take(at(50_000, 50, 100), 1, undefined, 0);
  // Half of the last fifty pages led to a new one.
  expect(estimate.take(at(100_000, 100, 125), 1, undefined, 0)).toEqual({ leastMs: 25_000, mostMs: 50_000 });
});

test('with more new pages than fetched ones nobody knows the end; a limit and a deadline tell it', () => {
  const growing = (limit?: number, deadline?: number) => {
    const estimate = new TimeEstimate();
    estimate.take(at(40_000, 50, 100), 1, undefined, 0);
    return estimate.take(at(80_000, 100, 400, limit === undefined ? {} : { limit }), 1, deadline, 0);
  };
  expect(growing()).toEqual({ leastMs: 300_000 });
  expect(growing(120)).toEqual({ leastMs: 20_000, mostMs: 20_000 });
  expect(growing(undefined, 7_000)).toEqual({ leastMs: 7_000, mostMs: 7_000 });
});
