import { expect, test } from 'vitest';
import { secondsOf } from '../../../functions/cli/watch/watch-options.ts';
import { decodeDuration } from '../../../shared/domain/spec/decode-setting.ts';
import { interval } from '../../../shared/place/operations/source-operations.ts';
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
  expect([read({ keepPages: '2 weeks' }), read({ keepPages: 9 })]).toEqual([{ keepPages: 14 }, { keepPages: 9 }]);
  for (const keepPages of ['36h', '2 moons', '400d']) expect(() => read({ keepPages })).toThrow(/keepPages/);
  for (const interval of ['15 moons', '-5m', '1y', '9'.repeat(400), ''])
    expect(() => read({ interval })).toThrow(/interval/);
  expect(() => read({ recheck: ['1h', 'soon'] })).toThrow(/soon/);
});

test.each([
  ['9', undefined],
  ['0', undefined],
  ['-5m', undefined],
  ['10', 10],
  ['1h30m', 5_400],
  ['1.5h', 5_400],
  ['365d', 31_536_000],
  ['366d', undefined],
])('an interval of %s is the same for an option, the file, a new watch and a source', (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
  const given = decodeDuration(text);
  expect(watchSchema.safeParse({ interval: given }).success).toBe(seconds !== undefined);
  expect(interval.safeParse(given).success).toBe(seconds !== undefined);
  const read = () => readWatchSettings({ interval: text }, path => path.join('.')).interval;
  if (seconds === undefined) expect(read).toThrow(/a time of 10 to 31536000 seconds/);
  else expect(read()).toBe(seconds);
});
