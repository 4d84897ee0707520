import { expect, test } from 'vitest';
import { readWatchSettings, watchSchema } from '../../../shared/place/operations/watch-settings.ts';

test.each([
  ['Europe/Moscow', true],
  ['+03:00', true],
  ['MSK', true],
  ['Mars/Olympus', false],
  ['', false],
  [3, false],
])('the time zone of a new watch: %j', (timeZone, isTaken) => {
  expect(watchSchema.safeParse({ timeZone }).success).toBe(isTaken);
});

test('times in the file of a watch are seconds, or as people write them', () => {
  const read = (given: object) => readWatchSettings(given, path => path.join('.'));
  expect(read({ interval: '15m', leastInterval: '90s', mostInterval: 7_200, recheck: ['1h', '6 h', '2d'] })).toEqual({
    ...{ interval: 900, leastInterval: 90, mostInterval: 7_200 },
    recheck: [3_600, 21_600, 172_800],
  });
  for (const interval of ['15 moons', '-5m', '1y', '9'.repeat(400), ''])
    expect(() => read({ interval })).toThrow(/interval/);
  expect(() => read({ recheck: ['1h', 'soon'] })).toThrow(/soon/);
});
