import { describe, expect, test } from 'vitest';
import { type Measured, measure } from '../../bench/extraction/measured.ts';
import { hasSuitePages } from '../../bench/extraction/suite-pages.ts';

if (!hasSuitePages) console.log('skipped: ../shared/suites/extraction is not there');

describe.skipIf(!hasSuitePages)('extraction', () => {
  let measured: Measured;
  const found = () => {
    measured ??= measure();
    return measured;
  };

  test('the text of English articles', () => {
    expect(found().english).toBeGreaterThanOrEqual(0.98);
  });

  test('headline and text of Russian news', () => {
    expect(found().russian).toBeGreaterThanOrEqual(0.92);
    expect(found().russianWithTemplate).toBeGreaterThanOrEqual(found().russian);
  });

  test('titles of Russian news are in their truth', () => {
    expect(found().titles).toBeGreaterThanOrEqual(0.8);
  });

  test('articles are taken for articles', () => {
    const [kept, all] = found().articles;
    expect(kept / all).toBeGreaterThanOrEqual(0.98);
  });
});
