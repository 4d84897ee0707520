import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from '../../../../shared/domain/http/retry-after.ts';

const NOW = Date.UTC(1994, 10, 6, 8, 49, 7);

describe('Retry-After (RFC 9110, section 10.2.3)', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['315360000', 315_360_000_000],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    // the three forms of an HTTP date, RFC 9110, section 5.6.7
    ['Sun, 06 Nov 1994 08:49:37 GMT', 30_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 30_000],
    ['Sun Nov  6 08:49:37 1994', 30_000],
    // other zones and forms, which servers send
    ['Sun, 06 Nov 1994 11:49:37 +0300', 30_000],
    ['Sun, 6 Nov 1994 03:49:37 EST', 30_000],
    ['Sun, 06 Nov 1994 08:49:37 UTC', 30_000],
    ['1994-11-06T11:49:37+03:00', 30_000],
    ['Sun, 06 Nov 1994 08:49:06 GMT', 0],
    ['Sun, 06 Nov 1904 08:49:06 GMT', 0],
    ['Sat, 06 Nov 2004 08:49:07 GMT', 315_619_200_000],
    ['Saturday, 06-Nov-50 08:49:07 GMT', 0], // 2050 is more than 50 years ahead of 1994, so this is 1950
  ])('reads %j', (value, expected) => {
    expect(parseRetryAfter(value, NOW)).toBe(expected);
  });

  it.each([
    '',
    '-1',
    '1.5',
    '+3',
    'soon',
    '1e3',
    '0x10',
    'Sun, 32 Nov 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:49:37 GMT',
    'Sun, 32 Nov 1994 08:49:37 +0300',
    'Sun, 06 Nov 1994 08:49:37 XYZ',
    'Z',
  ])('does not read %j', value => {
    expect(parseRetryAfter(value, NOW)).toBeUndefined();
  });

  it('counts a date from the instant at which the server sent it: our clock may be a day off', () => {
    const [date, sent] = ['Mon, 07 Nov 1994 10:00:30 GMT', 'Mon, 07 Nov 1994 10:00:00 GMT'];
    expect([parseRetryAfter(date, NOW, sent), parseRetryAfter('120', NOW, sent)]).toEqual([30_000, 120_000]);
    expect(parseRetryAfter(date, NOW, 'today')).toBe(90_683_000);
  });

  it('is never negative and never fails, whatever a server sends', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.integer({ min: 0, max: 4e12 }), (value, now) => {
        const wait = parseRetryAfter(value, now);
        expect(wait === undefined || wait >= 0).toBe(true);
      }),
    );
  });

  it('reads back any date of its own form', () => {
    const dates = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, date => {
        const seconds = Math.floor(date.getTime() / 1000) * 1000;
        expect(parseRetryAfter(new Date(seconds).toUTCString(), 0)).toBe(seconds);
      }),
    );
  });
});
