import { describe, expect, test } from 'vitest';
import { decodeDuration, decodeMilliseconds } from '../../../../shared/domain/spec/decode-setting.ts';

describe('a time as people write it', () => {
  test.each([
    ['90', 90],
    ['90 s', 90],
    ['90sec', 90],
    ['15m', 900],
    ['15 min.', 900],
    ['1H', 3_600],
    ['1 hour', 3_600],
    ['1.5h', 5_400],
    ['1h30m', 5_400],
    ['1h 30 min', 5_400],
    ['2 weeks', 1_209_600],
    ['1d', 86_400],
    ['15 мин', 900],
    ['1,5 ч', 5_400],
    ['2 недели', 1_209_600],
    ['-5', -5],
  ])('%s', (text, seconds) => {
    expect(decodeDuration(text)).toBe(seconds);
  });

  test.each(['', 's', 'soon', '1x', '1.5', '1h 30', '1-2', '0.0001s', '1e3', '1 2', '5 monthly'])(
    'what is none stays as it is: "%s"',
    text => {
      expect(decodeDuration(text)).toBe(text);
    },
  );

  test('of milliseconds', () => {
    const texts = ['500', '500 ms', '0.5s', '2 s', '1m', '1.5'];
    expect(texts.map(decodeMilliseconds)).toEqual([500, 500, 500, 2_000, 60_000, '1.5']);
  });
});
