import { describe, expect, test } from 'vitest';
import type { PageDate } from '../../../../../shared/wings/publications/extraction/metadata/page-dates.ts';
import { publishedTime } from '../../../../../shared/wings/publications/watch/published-time.ts';
import { minutesAhead, sourceClock, unzonedIn } from '../../../../../shared/wings/publications/watch/source-clock.ts';

const now = Date.UTC(2026, 6, 5, 12);
const signs = { setting: undefined, agreed: undefined, host: 'news.example.com', ahead: 0, now };
const page = (at: string, more: Partial<PageDate> = {}): PageDate => ({
  ...{ at, precision: 'minute', offset: null, words: 'x', source: 'text', ...more },
});

describe('the clock of a source', () => {
  test.each([
    [
      'is what a person set',
      { setting: 'Asia/Omsk', agreed: 180, host: 'a.ru' },
      { clock: 'Asia/Omsk', by: 'setting' },
    ],
    ['is that of its feed', { agreed: 180, host: 'a.de' }, { clock: 180, by: 'feed' }],
    ['is that of its country', { host: 'news.example.ru' }, { clock: 'Europe/Moscow', by: 'country' }],
    ['of a country in the Cyrillic alphabet', { host: 'xn--80a.xn--p1ai' }, { clock: 'Europe/Moscow', by: 'country' }],
    ['is unknown where the domain is of no country', {}, { clock: undefined, by: 'none' }],
    ['is unknown where the country has several', { host: 'a.us' }, { clock: undefined, by: 'none' }],
    ['is in whole hours what makes no time one of the future', { ahead: 130 }, { clock: 180, by: 'ahead' }],
    [
      'refutes the country where a time would still be ahead',
      { host: 'a.ru', ahead: 395 },
      { clock: 420, by: 'ahead' },
    ],
    [
      'is that of the country where it explains the time ahead',
      { host: 'a.ru', ahead: 185 },
      { clock: 'Europe/Moscow', by: 'country' },
    ],
  ])('%s', (_, given, clock) => {
    expect(sourceClock({ ...signs, ...given })).toEqual(clock);
  });

  test('learns from times ahead of now, and not from times that no zone explains', () => {
    const pairs = ['2026-07-05T14:10:00Z', '2026-07-05T10:00:00Z', '2026-07-06T12:00:00Z'].map(at => ({
      page: page(at),
      hint: undefined,
    }));
    expect(minutesAhead(pairs, now)).toBe(130);
    expect(minutesAhead([{ page: page('2026-07-05T14:10:00Z', { offset: 0 }), hint: undefined }], now)).toBe(0);
    expect(unzonedIn([...pairs, { page: page('2026-07-05T00:00:00Z', { precision: 'day' }), hint: undefined }])).toBe(
      3,
    );
  });

  test('has its summer time', () => {
    const read = (at: string) => publishedTime(page(at), undefined, 'Europe/Berlin');
    expect(read('2026-07-05T12:00:00.000Z')).toMatchObject({ at: '2026-07-05T10:00:00.000Z', offset: 120 });
    expect(read('2026-01-05T12:00:00.000Z')).toMatchObject({ at: '2026-01-05T11:00:00.000Z', offset: 60 });
  });
});
