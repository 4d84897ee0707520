import { expect, test } from 'vitest';
import { readPeriod } from '../../../../../shared/wings/publications/search/read-instant.ts';

const period = (since: string | undefined, until: string | undefined) =>
  readPeriod(['--since', since], ['--until', until]);

test('a period is as it is given, and empty ends are none', () => {
  expect(period('2016-04-01', '2016-05-01')).toEqual({ since: Date.UTC(2016, 3, 1), until: Date.UTC(2016, 4, 1) });
  expect(period('', undefined)).toEqual({});
});

test('a period that ends before it begins is refused, not an empty table', () => {
  const sentence = '--until: "2016-04-01" is refused; allowed is a time later than 2016-05-01, for nothing is between.';
  expect(() => period('2016-05-01', '2016-04-01')).toThrow(sentence);
  expect(() => period('2016-05-01', '2016-05-01')).toThrow('allowed is a time later than');
});
