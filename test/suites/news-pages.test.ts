import { describe, expect, test } from 'vitest';
import { type FundusFigures, hasNewsPages, measureDates, measureFundus } from '../../bench/extraction/news-pages.ts';

if (!hasNewsPages) console.log('skipped: ../shared/suites/fundus and dates are not there');

describe.skipIf(!hasNewsPages)('real news pages', () => {
  let found: FundusFigures | undefined;
  const figures = (): FundusFigures => {
    found ??= measureFundus();
    return found;
  };

  test('days of publication: at least 471 of 502 are right, at most 21 are wrong', () => {
    const { right, wrong } = measureDates();
    expect(right.length).toBeGreaterThanOrEqual(471);
    expect(wrong.length).toBeLessThanOrEqual(21);
  });

  test('instants of publication: at most two of 127 are wrong', () => {
    expect(figures().published.wrong.length).toBeLessThanOrEqual(2);
    expect(figures().published.instant.length).toBeGreaterThanOrEqual(123);
  });

  test('the text: F1 is .968 at least', () => {
    expect(figures().body).toBeGreaterThanOrEqual(0.968);
  });

  test('titles and authors: those of 115 pages at least', () => {
    const { titles, authors } = figures();
    expect(titles.equal.length + titles.contained.length).toBeGreaterThanOrEqual(115);
    expect(authors.equal.length).toBeGreaterThanOrEqual(115);
  });
});
