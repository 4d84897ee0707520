import { expect, test } from 'vitest';
import { readPeriod } from '../../../../../shared/wings/publications/search/read-time.ts';

const period = (since: string | undefined, until: string | undefined) =>
  readPeriod(['--since', since], ['--until', until]);

test('a period is as it is given, and empty ends are none', () => {
  expect(period('2016-04-01', '2016-05-01')).toEqual({ since: Date.UTC(2016, 3, 1), until: Date.UTC(2016, 4, 1) });
  expect(period('', undefined)).toEqual({});
});

test('an end may be how long ago, with a unit', () => {
  const { since = 0, until = 0 } = period('7d', '2 часа');
  expect(until - since).toBeCloseTo(7 * 86_400_000 - 7_200_000, -3);
  expect(Math.abs(Date.now() - 7_200_000 - until)).toBeLessThan(60_000);
  expect(period('1960-01-01', '2026-01-01T10:00Z').since).toBe(Date.UTC(1960, 0, 1));
  for (const text of ['2026', '-7d', '7', 'yesterday', '999999999999d'])
    expect(() => period(text, undefined)).toThrow(`--since: "${text}" is refused; allowed is a day, an instant`);
});

test('a period that ends before it begins is refused, not an empty table', () => {
  const sentence = '--until: "2016-04-01" is refused; allowed is a time later than 2016-05-01, for nothing is between.';
  expect(() => period('2016-05-01', '2016-04-01')).toThrow(sentence);
  expect(() => period('2016-05-01', '2016-05-01')).toThrow('allowed is a time later than');
});
