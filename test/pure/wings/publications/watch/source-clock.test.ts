import { describe, expect, test } from 'vitest';
import type { PageDate } from '../../../../../shared/wings/publications/extraction/metadata/page-dates.ts';
import { publishedTime } from '../../../../../shared/wings/publications/watch/sighted-page.ts';
import {
  type ClockMemory,
  sourceClock,
  statedZone,
  withUnzoned,
} from '../../../../../shared/wings/publications/watch/source-clock.ts';

const now = Date.UTC(2026, 6, 5, 12);
const clockOf = ({
  setting,
  host = 'news.example.com',
  ...memory
}: ClockMemory & { readonly setting?: string; readonly host?: string }) =>
  sourceClock(memory, { setting, origin: `https://${host}`, now });
const page = (at: string, more: Partial<PageDate> = {}): PageDate => ({
  ...{ at, precision: 'minute', offset: null, words: 'x', source: 'text', ...more },
});

describe('the clock of a source', () => {
  test.each([
    ['is what a person set', { setting: 'Asia/Omsk', zone: 180, host: 'a.ru' }, { clock: 'Asia/Omsk', by: 'setting' }],
    ['is that of its feed', { zone: 180, host: 'a.de' }, { clock: 180, by: 'feed' }],
    ['is that of its sitemap', { sitemapZone: 420, host: 'a.ru' }, { clock: 420, by: 'sitemap' }],
    [
      'is that of its country where the sitemap says the same',
      { sitemapZone: 120, host: 'a.de' },
      { clock: 'Europe/Berlin', by: 'country' },
    ],
    [
      'refutes the sitemap where times would still be ahead',
      { sitemapZone: 180, aheadHours: { 7: 3 } },
      { clock: 420, by: 'ahead' },
    ],
    [
      'is not refuted by times that are less ahead',
      { sitemapZone: 420, aheadHours: { 6: 9 } },
      { clock: 420, by: 'sitemap' },
    ],
    ['is that of its country', { host: 'news.example.ru' }, { clock: 'Europe/Moscow', by: 'country' }],
    ['of a country in the Cyrillic alphabet', { host: 'xn--80a.xn--p1ai' }, { clock: 'Europe/Moscow', by: 'country' }],
    ['is unknown where the domain is of no country', {}, { clock: undefined, by: 'none' }],
    ['is unknown where the country has several', { host: 'a.us' }, { clock: undefined, by: 'none' }],
    [
      'is in whole hours what makes no time one of the future',
      { aheadHours: { 2: 9, 3: 3 } },
      { clock: 180, by: 'ahead' },
    ],
    ['is not moved by a time that is misread', { aheadHours: { 3: 3, 9: 2 } }, { clock: 180, by: 'ahead' }],
    [
      'is guessed from the newest time where few are ahead',
      { aheadHours: { 1: 2, 3: 1 } },
      { clock: 180, by: 'ahead' },
    ],
    [
      'refutes the country where times would still be ahead',
      { host: 'a.ru', aheadHours: { 7: 3 } },
      { clock: 420, by: 'ahead' },
    ],
    [
      'of a country between whole hours stays',
      { host: 'a.in', aheadHours: { 6: 9 } },
      { clock: 'Asia/Kolkata', by: 'country' },
    ],
    [
      'is that of the country where it explains the times ahead',
      { host: 'a.ru', aheadHours: { 3: 9, 4: 2 } },
      { clock: 'Europe/Moscow', by: 'country' },
    ],
    [
      'is that of the language of its pages where nothing else is known',
      { languages: { de: 19, en: 1 } },
      { clock: 'Europe/Berlin', by: 'language' },
    ],
    ['is unknown where the language has several', { languages: { en: 20 } }, { clock: undefined, by: 'none' }],
    [
      'is unknown where pages have several languages',
      { languages: { de: 4, en: 1 } },
      { clock: undefined, by: 'none' },
    ],
    [
      'is in summer and winter that of a language with the offset of its feed',
      { zone: 60, languages: { de: 9 } },
      { clock: 'Europe/Berlin', by: 'feed' },
    ],
    [
      'is that of its feed where its language has another',
      { zone: 300, languages: { ru: 9 } },
      { clock: 300, by: 'feed' },
    ],
    [
      'refutes the language where one time would still be ahead',
      { languages: { ru: 9 }, aheadHours: { 5: 1 } },
      { clock: 300, by: 'ahead' },
    ],
    [
      'is that of the language where it explains the times ahead',
      { languages: { ru: 9 }, aheadHours: { 2: 5 } },
      { clock: 'Europe/Moscow', by: 'language' },
    ],
    [
      'is that of the country, not of the language',
      { host: 'a.kz', languages: { ru: 9 } },
      { clock: 'Asia/Almaty', by: 'country' },
    ],
  ])('%s', (_, given, clock) => {
    expect(clockOf(given)).toEqual(clock);
  });

  test('learns from times ahead of now, and not from times that no zone explains', () => {
    const pairs = ['2026-07-05T14:10:00Z', '2026-07-05T10:00:00Z', '2026-07-06T12:00:00Z'].map(at => ({
      page: page(at),
      hint: undefined,
      language: 'de-AT',
    }));
    const first = { unzoned: 3, aheadHours: { 2: 1 }, languages: { de: 3 } };
    expect(withUnzoned({}, pairs, now)).toEqual(first);
    expect(withUnzoned({ ...first, aheadHours: { 2: 1, 5: 2 } }, pairs, now)).toEqual({
      ...{ unzoned: 6, aheadHours: { 2: 2, 5: 2 }, languages: { de: 6 } },
    });
    const others = [page('2026-07-05T14:10:00Z', { offset: 0 }), page('2026-07-05T00:00:00Z', { precision: 'day' })];
    expect(
      withUnzoned(
        {},
        others.map(each => ({ page: each, hint: undefined })),
        now,
      ),
    ).toEqual({});
  });

  // Its zone is three hours east, and it has neither a feed nor a country.
  test('is an hour less as long as the newest article is an hour old, and is right once some are fresh', () => {
    const seen = (ages: readonly number[], before = {}) =>
      withUnzoned(
        before,
        ages.map(age => ({ page: page(new Date(now + (180 - age) * 60_000).toISOString()), hint: undefined })),
        now,
      );
    const first = seen([70, 150, 200, 900]);
    expect(clockOf(first)).toEqual({ clock: 120, by: 'ahead' });
    const later = seen([2, 9, 0], first);
    expect(clockOf(later)).toEqual({ clock: 180, by: 'ahead' });
  });

  test('has its summer time', () => {
    const read = (at: string) => publishedTime(page(at), undefined, 'Europe/Berlin');
    expect(read('2026-07-05T12:00:00.000Z')).toMatchObject({ at: '2026-07-05T10:00:00.000Z', offset: 120 });
    expect(read('2026-01-05T12:00:00.000Z')).toMatchObject({ at: '2026-01-05T11:00:00.000Z', offset: 60 });
  });

  test('is stated by nearly all times of a sitemap, if not in UTC', () => {
    const times = (...offsets: readonly (number | undefined)[]) =>
      offsets.map(offset => ({
        ...{ at: '2026-07-05T12:00:00.000Z', precision: 'second' as const, words: 'x' },
        ...(offset !== undefined && { offsetMinutes: offset }),
      }));
    expect(statedZone(times(...Array(19).fill(420), 180))).toBe(420);
    expect(statedZone(times(420, 420))).toBeUndefined();
    // Summer and winter.
    expect(statedZone(times(60, 60, 60, 120, 120))).toBeUndefined();
    expect(statedZone(times(0, 0, 0, 0))).toBeUndefined();
    expect(statedZone(times(420, 420, 420, undefined))).toBeUndefined();
  });
});
