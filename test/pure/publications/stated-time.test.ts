import { describe, expect, test } from 'vitest';
import { readStatedTime } from '../../../shared/wings/publications/times/stated-time.ts';

/** Times without a zone are taken as Moscow's. */
const read = (words: string) => readStatedTime(words, '+03:00');

describe('a stated time', () => {
  test.each([
    ['Tue, 12 Sep 2017 15:34:56 +0300', '2017-09-12T12:34:56.000Z', 'second', 180],
    ['Tue, 12 Sep 2017 15:34:56 +0300 (MSK)', '2017-09-12T12:34:56.000Z', 'second', 180],
    ['Tue, 12 Sep 17 15:34 GMT', '2017-09-12T15:34:00.000Z', 'minute', 0],
    ['Tue, 12 Sep 2017 10:34:56 EST', '2017-09-12T15:34:56.000Z', 'second', -300],
    ['Tue, 12 Sep 2017 15:34:56 GMT+3', '2017-09-12T12:34:56.000Z', 'second', 180],
    ['Tue Sep 12 15:34:56 MSK 2017', '2017-09-12T12:34:56.000Z', 'second', 180],
    ['12 September 2017 at 3:34 PM', '2017-09-12T12:34:00.000Z', 'minute', undefined],
    ['Sep 12, 2017 12:04 AM', '2017-09-11T21:04:00.000Z', 'minute', undefined],
    ['2017-09-12T15:34:56.123+03:00', '2017-09-12T12:34:56.000Z', 'second', 180],
    ['2017-09-12T15:34Z', '2017-09-12T15:34:00.000Z', 'minute', 0],
    ['2017-09-12 15:34:56', '2017-09-12T12:34:56.000Z', 'second', undefined],
    ['2017-09-12 15:34:56 Europe/Moscow', '2017-09-12T12:34:56.000Z', 'second', 180],
    ['20170912T153400Z', '2017-09-12T15:34:00.000Z', 'second', 0],
    ['20170912', '2017-09-12T00:00:00.000Z', 'day', undefined],
    ['2017-09-12', '2017-09-12T00:00:00.000Z', 'day', undefined],
    ['2017-09', '2017-09-01T00:00:00.000Z', 'month', undefined],
    ['2017', '2017-01-01T00:00:00.000Z', 'year', undefined],
    ['12 сентября 2017, 15:34', '2017-09-12T12:34:00.000Z', 'minute', undefined],
    ['12 сентября 2017 г. в 15:34', '2017-09-12T12:34:00.000Z', 'minute', undefined],
    ['12 сент. 2017 15:34 МСК', '2017-09-12T12:34:00.000Z', 'minute', 180],
    ['12 сент. 2017 15:34 МСК+2', '2017-09-12T10:34:00.000Z', 'minute', 300],
    ['Вт, 12 сен 2017 15:34:00 +0300', '2017-09-12T12:34:00.000Z', 'second', 180],
    ['Вторник, 12 сентября 2017 года', '2017-09-12T00:00:00.000Z', 'day', undefined],
    ['15:34 12 Сентября 2017', '2017-09-12T12:34:00.000Z', 'minute', undefined],
    ["П'ятниця, 12 грудня 2025, 10:15 +0200", '2025-12-12T08:15:00.000Z', 'minute', 120],
    ['Fri, 12 Dec 2025 10.15.30 GMT', '2025-12-12T10:15:30.000Z', 'second', 0],
    ['1765534500.123', '2025-12-12T10:15:00.000Z', 'second', 0],
    ['17 Янв 2012 13:01', '2012-01-17T10:01:00.000Z', 'minute', undefined],
    ['12.09.2017 15:34', '2017-09-12T12:34:00.000Z', 'minute', undefined],
    ['12.09.17', '2017-09-12T00:00:00.000Z', 'day', undefined],
    ['Di, 12 Mär 2019 10:15:00 +0100', '2019-03-12T09:15:00.000Z', 'second', 60],
    ['Fr, 11 Okt 2019 11:14:11 +0200', '2019-10-11T09:14:11.000Z', 'second', 120],
    ['jeu., 14 août 2025 10:15:00 +0200', '2025-08-14T08:15:00.000Z', 'second', 120],
    ['Чт, 14 березня 2019 10:15:00 +0200', '2019-03-14T08:15:00.000Z', 'second', 120],
    ['mié, 14 ago 2019 10:15:00 +0200', '2019-08-14T08:15:00.000Z', 'second', 120],
    ['Thursday, March 14, 2019 - 10:15', '2019-03-14T07:15:00.000Z', 'minute', undefined],
    ['Thursday, March 14, 2019 - 10:15 PM', '2019-03-14T19:15:00.000Z', 'minute', undefined],
    ['2019-03-14 10:15 PM', '2019-03-14T19:15:00.000Z', 'minute', undefined],
    ['1552558500', '2019-03-14T10:15:00.000Z', 'second', 0],
    ['1552558500000', '2019-03-14T10:15:00.000Z', 'second', 0],
    ['2019-03-14T10:15:00+03:00[Europe/Moscow]', '2019-03-14T07:15:00.000Z', 'second', 180],
    ['Thu, 14 Mar 2019 10:15:00 IST', '2019-03-14T04:45:00.000Z', 'second', 330],
    ['Thu, 14 Mar 2019 10:15:00 AEST', '2019-03-14T00:15:00.000Z', 'second', 600],
    ['Thu, 14 Mar 2019 10:15:00 PT', '2019-03-14T17:15:00.000Z', 'second', -420],
    ['Thu, 14 Mar 2019 10:15:00 Europe/Paris', '2019-03-14T09:15:00.000Z', 'second', 60],
    ['Thu, 14 Mar 2019 10:15:00 XYZ', '2019-03-14T07:15:00.000Z', 'second', undefined],
    ['Пн, 11 Сен 2017 24:00:00 +0300', '2017-09-11T21:00:00.000Z', 'second', 180],
  ] as const)('%s', (words, at, precision, offsetMinutes) => {
    const zone = offsetMinutes === undefined ? {} : { offsetMinutes };
    expect(read(words)).toEqual({ at, precision, words, ...zone });
  });

  test.each(['', 'soon', 'вчера', '31 Feb 2017', '2017-13-01', '2017-02-29', '12 Sep 2017 25:00', '1'.repeat(200)])(
    'is not %j',
    words => {
      expect(read(words)).toBeUndefined();
    },
  );

  test('of hostile text costs no more than its length', () => {
    for (const part of ['12 ', ' ,', 'a ', '+0', '(', '1:', '/a'])
      expect(read(`12 sep 2017 ${part.repeat(40)}`.slice(0, 100))).toBeUndefined();
  });
});
