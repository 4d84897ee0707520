/** The bounds within which a page and the entry that named it tell the same time. */
import { describe, expect, test } from 'vitest';
import type { PageDate } from '../../../../../shared/wings/publications/extraction/metadata/page-dates.ts';
import type { StatedTime } from '../../../../../shared/wings/publications/times/stated-time.ts';
import { publishedTime, shownZone } from '../../../../../shared/wings/publications/watch/sighted-page.ts';

const noon = Date.UTC(2026, 4, 5, 12);
const at = (minutes: number): string => new Date(noon + minutes * 60_000).toISOString();
const shown = (minutes: number, precision: PageDate['precision'] = 'minute'): PageDate => ({
  ...{ at: at(minutes), precision, offset: null, words: 'x', source: 'text' },
});
const fed = (minutes: number, precision: StatedTime['precision'] = 'second'): StatedTime => ({
  ...{ at: at(minutes), precision, words: 'x', offsetMinutes: 0 },
});

describe('a page and its entry agree on a zone', () => {
  test.each([
    ['the farthest east', 14 * 60, 14 * 60],
    ['beyond it', 15 * 60, undefined],
    ['the farthest west', -12 * 60, -12 * 60],
    ['beyond it', -13 * 60, undefined],
    ['of Nepal', 345, 345],
    ['of half an hour that nobody has', 30, undefined],
  ])('%s: %i minutes apart', (_, apart, zone) => {
    expect(shownZone(shown(apart), fed(0))).toBe(zone);
  });

  test.each([
    ['minute', 180],
    ['second', 180],
    ['day', undefined],
  ] as const)('where the entry tells the %s', (precision, zone) => {
    expect(shownZone(shown(180), fed(0, precision))).toBe(zone);
  });
});

test('a day of a page is told more exactly by an entry up to a day and a half apart', () => {
  const midnight = shown(-12 * 60, 'day');
  const source = (minutes: number, precision?: StatedTime['precision']) =>
    publishedTime(midnight, fed(-12 * 60 + minutes, precision), undefined)?.source;
  expect([source(36 * 60), source(36 * 60 + 1), source(-36 * 60), source(-36 * 60 - 1)]).toEqual([
    ...['feed', 'text', 'feed', 'text'],
  ]);
  expect([source(60, 'minute'), source(60, 'day')]).toEqual(['feed', 'text']);
});

test.each([
  ['2 weeks ago', 'day', 'feed'],
  ['3 hours ago', 'minute', 'feed'],
  ['vor 2 Stunden', 'minute', 'feed'],
  ['Yesterday at 14:05', 'minute', 'text'],
  ['5 May 2026', 'minute', 'text'],
] as const)('an instant of an entry is more exact than "%s"', (words, precision, source) => {
  const page: PageDate = { ...shown(4_000, precision), words };
  expect(publishedTime(page, fed(0), undefined)?.source).toBe(source);
});

test('how long ago it was is the same for all clocks', () => {
  const page: PageDate = { ...shown(0), offset: 0, words: '3 hours ago' };
  expect(publishedTime(page, undefined, 'Asia/Tokyo')).toBe(page);
});
