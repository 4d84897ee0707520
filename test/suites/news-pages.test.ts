import { describe, expect, test } from 'vitest';
import { type FundusFigures, hasNewsPages, measureDates, measureFundus } from '../../bench/extraction/news-pages.ts';

if (!hasNewsPages) console.log('skipped: ../shared/suites/fundus and dates are not there');

describe.skipIf(!hasNewsPages)('real news pages', () => {
  let found: FundusFigures | undefined;
  const figures = (): FundusFigures => {
    found ??= measureFundus();
    return found;
  };

  test('days of publication: at least 471 of 502 are right, at most 20 are wrong', () => {
    const { right, wrong } = measureDates();
    expect(right.length).toBeGreaterThanOrEqual(471);
    expect(wrong.length).toBeLessThanOrEqual(20);
  });

  test('instants of publication: none of 127 is wrong, but two truths have day and month exchanged', () => {
    expect(figures().published.wrong).toEqual(['de_KlasseGegenKlasse_2026_01_07', 'tr_AnadoluAjansi_2025_04_05']);
    expect(figures().published.instant.length).toBeGreaterThanOrEqual(123);
  });

  test('the text: F1 is .969 at least', () => {
    expect(figures().body).toBeGreaterThanOrEqual(0.969);
  });

  test('titles and authors: those of 115 pages at least', () => {
    const { titles, authors } = figures();
    expect(titles.equal.length + titles.contained.length).toBeGreaterThanOrEqual(115);
    expect(authors.equal.length).toBeGreaterThanOrEqual(115);
  });
});
