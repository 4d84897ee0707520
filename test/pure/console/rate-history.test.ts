import { expect, test } from 'vitest';
import { RateHistory } from '../../../functions/console/live/rate-history.ts';

test('rates are those that the crawl told, one for each instant', () => {
  const history = new RateHistory();
  history.take(60_000, 7);
  expect([history.perSecond(), history.hasLine()]).toEqual([7, false]);
  history.take(60_000, 6);
  history.take(65_000, 2);
  expect([history.perSecond(), history.hasLine(), history.rates().length]).toEqual([2, true, 2]);
});

test('five minutes are kept', () => {
  const history = new RateHistory();
  for (let second = 0; second <= 400; second += 10) history.take(second * 1_000, second);
  expect(history.rates().map(({ atMs }) => atMs / 1_000)).toEqual(Array.from({ length: 31 }, (_, n) => 100 + 10 * n));
});

test('a crawl that begins anew begins a new line', () => {
  const history = new RateHistory();
  history.take(20_000, 500);
  history.take(1_000, 4);
  expect([history.hasLine(), history.rates()]).toEqual([false, [{ atMs: 1_000, perSecond: 4 }]]);
});
