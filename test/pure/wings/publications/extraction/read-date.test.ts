import { describe, expect, test } from 'vitest';
import { readDate } from '../../../../../shared/wings/publications/extraction/dates/read-date.ts';

const now = Date.parse('2017-09-13T12:00:00Z');
const moscow = { now, offset: 180, language: 'ru' };

function atOf(text: string, reading: Parameters<typeof readDate>[1] = moscow): string | undefined {
  return readDate(text, reading)?.at;
}

describe('Russian dates', () => {
  test.each([
    ['12 сентября 2017, 15:34', '2017-09-12T12:34:00.000Z'],
    ['вчера, 15:34', '2017-09-12T12:34:00.000Z'],
    ['Сегодня в 09:05', '2017-09-13T06:05:00.000Z'],
    ['позавчера', '2017-09-11T00:00:00.000Z'],
    ['5 минут назад', '2017-09-13T11:55:00.000Z'],
    ['час назад', '2017-09-13T11:00:00.000Z'],
    ['2 дня назад', '2017-09-11T00:00:00.000Z'],
    ['12.09.2017 15:34', '2017-09-12T12:34:00.000Z'],
    ['12.09.17', '2017-09-12T00:00:00.000Z'],
    ['Вторник, 12 сентября 2017 года', '2017-09-12T00:00:00.000Z'],
    ['15:34 12 Сентября 2017', '2017-09-12T12:34:00.000Z'],
    ['17 Янв 2012 13:01', '2012-01-17T10:01:00.000Z'],
    ['12 сентября, 15:34', '2017-09-12T12:34:00.000Z'],
    ['20 декабря, 15:34', '2016-12-20T12:34:00.000Z'],
    ['12 сент. 2017 15:34', '2017-09-12T12:34:00.000Z'],
    ['12 сентября 2017 г. в 15:34 МСК', '2017-09-12T12:34:00.000Z'],
    ['12 сентября 2017 15:34 (МСК+2)', '2017-09-12T10:34:00.000Z'],
    ['12 сентября 2017, 10:00-12:00', '2017-09-12T07:00:00.000Z'],
    ['12 Sep 2017 15:34 -05:00', '2017-09-12T20:34:00.000Z'],
    ['12.09.2017, 15:34 по московскому времени', '2017-09-12T12:34:00.000Z'],
    ['12.09.2017 15:34 MSK', '2017-09-12T12:34:00.000Z'],
    ['20170912', '2017-09-12T00:00:00.000Z'],
    ['2017-09-12T15:34:56+05:00', '2017-09-12T10:34:56.000Z'],
    ['Опубликовано: 1 мая 2016', '2016-05-01T00:00:00.000Z'],
  ])('%s', (text, at) => {
    expect(atOf(text)).toBe(at);
  });

  test('the words of a zone count, whatever the reader takes for one', () => {
    const berlin = { now, offset: 60, language: 'ru' };
    expect(readDate('12 сентября 2017, 15:34 МСК', berlin)).toEqual({
      at: '2017-09-12T12:34:00.000Z',
      precision: 'minute',
      offset: 180,
      words: '12 сентября 2017, 15:34 МСК',
    });
    expect(readDate('12 сентября 2017, 15:34', berlin)).toMatchObject({ at: '2017-09-12T14:34:00.000Z', offset: null });
  });
});

describe('dates of other languages', () => {
  const reading = { now, language: 'de' };
  test.each([
    ['12. September 2017', '2017-09-12T00:00:00.000Z'],
    ['12. September 2017 um 15:34 Uhr', '2017-09-12T15:34:00.000Z'],
    ['Di., 12. Sept. 2017, 15.34 Uhr MESZ', '2017-09-12T13:34:00.000Z'],
    ['3. März 2015', '2015-03-03T00:00:00.000Z'],
    ['12.09.2017', '2017-09-12T00:00:00.000Z'],
    ['September 12, 2017 3:34 pm', '2017-09-12T15:34:00.000Z'],
    ['Sept. 12, 2017 at 12:05 a.m. ET', '2017-09-12T05:05:00.000Z'],
    ['12 septembre 2017 à 15h34', '2017-09-12T15:34:00.000Z'],
    ['12 de septiembre de 2017', '2017-09-12T00:00:00.000Z'],
    ['12 września 2017', '2017-09-12T00:00:00.000Z'],
    ['12 wrz 2017, 15:34', '2017-09-12T15:34:00.000Z'],
    ['12 вересня 2017 р. о 15:34', '2017-09-12T15:34:00.000Z'],
    ['12 september 2017 om 15:34', '2017-09-12T15:34:00.000Z'],
    ['12 maj 2017 kl. 15:34', '2017-05-12T15:34:00.000Z'],
    ['12. marts 2017 kl. 15.34', '2017-03-12T15:34:00.000Z'],
    ['12. desember 2016', '2016-12-12T00:00:00.000Z'],
    ['12. huhtikuuta 2017 klo 15.34', '2017-04-12T15:34:00.000Z'],
    ['12. září 2017 v 15:34', '2017-09-12T15:34:00.000Z'],
    ['12 iunie 2017 la 15:34', '2017-06-12T15:34:00.000Z'],
    ['12 Ağustos 2017 15:34', '2017-08-12T15:34:00.000Z'],
    ['12 юни 2017 г. в 15:34', '2017-06-12T15:34:00.000Z'],
    ['12 жніўня 2017 г. у 15:34', '2017-08-12T15:34:00.000Z'],
    ['2017年9月12日', '2017-09-12T00:00:00.000Z'],
    ['12th of September 2017', '2017-09-12T00:00:00.000Z'],
    ['vor 2 Stunden', '2017-09-13T10:00:00.000Z'],
  ])('%s', (text, at) => {
    expect(atOf(text, reading)).toBe(at);
  });

  test('the month comes first in American English and nowhere else', () => {
    expect(atOf('3/4/2017', { now, language: 'en-US' })).toBe('2017-03-04T00:00:00.000Z');
    expect(atOf('3/4/2017', { now, language: 'en-GB' })).toBe('2017-04-03T00:00:00.000Z');
    expect(atOf('12.09.2017', { now, language: 'en' })).toBe('2017-09-12T00:00:00.000Z');
    expect(atOf('9/25/2016', { now, language: 'fr' })).toBe('2016-09-25T00:00:00.000Z');
  });
});

describe('what is no date', () => {
  test.each([
    '15:34',
    '31.02.2017',
    'September 2017',
    '12 monkeys',
    '5 lip balms',
    '12 ian',
    '192.168.12.09',
    'call 2017-99-12',
    '',
    '12 сентября 2031',
  ])('%s', text => {
    expect(atOf(text)).toBeUndefined();
  });
});

test('the precision is the one that is written', () => {
  expect(readDate('12.09.2017', moscow)?.precision).toBe('day');
  expect(readDate('12.09.2017 15:34', moscow)?.precision).toBe('minute');
  expect(readDate('2017-09-12 15:34:01', moscow)?.precision).toBe('second');
});
