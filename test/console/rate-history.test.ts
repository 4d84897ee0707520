import { expect, test } from 'vitest';
import { RateHistory } from '../../functions/console/live/rate-history.ts';

test('the rate is that of the last ten seconds, and at first the mean of the crawl', () => {
  const history = new RateHistory();
  history.take(60_000, 600, 7);
  expect([history.perSecond(), history.hasLine()]).toEqual([7, false]);
  history.take(65_000, 700, 8);
  expect([history.perSecond(), history.hasLine()]).toEqual([20, true]);
  history.take(75_000, 730, 9);
  expect(history.perSecond()).toBe(3);
});

test('five minutes are kept', () => {
  const history = new RateHistory();
  for (let second = 0; second <= 400; second += 10) history.take(second * 1_000, second, 1);
  expect(history.rates().map(({ atMs }) => atMs / 1_000)).toEqual(Array.from({ length: 31 }, (_, n) => 100 + 10 * n));
});

test('a resumed crawl, whose time begins anew, begins a new line', () => {
  const history = new RateHistory();
  history.take(0, 0, 1);
  history.take(20_000, 500, 25);
  history.take(1_000, 510, 4);
  expect([history.hasLine(), history.rates()]).toEqual([false, [{ atMs: 1_000, perSecond: 4 }]]);
});
