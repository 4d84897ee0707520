import { describe, expect, test } from 'vitest';
import { lines, siteEntries, wholeNumber, withValue, words } from '../../../functions/console/spec/spec-values.ts';

describe('what was typed', () => {
  test.each([
    ['https://example.org/', { url: 'https://example.org/' }],
    [
      'https://example.org/ | 3 | Example University | EU',
      { url: 'https://example.org/', number: 3, name: 'Example University', shortName: 'EU' },
    ],
    [
      'https://example.org/\t3\tExample University\tEU',
      { url: 'https://example.org/', number: 3, name: 'Example University', shortName: 'EU' },
    ],
    ['example.org |  | Only a name', { url: 'example.org', name: 'Only a name' }],
    // A bar without spaces is part of the address (WHATWG URL, section 4.3).
    ['https://example.org/a|b', { url: 'https://example.org/a|b' }],
    ['example.org | three', { url: 'example.org', number: 'three' }],
  ])('is read as a site: %s', (line, site) => {
    expect(siteEntries(line)).toEqual([site]);
  });

  test('is one site a line, empty lines left out', () => {
    expect(siteEntries('\n a.example \r\n\r\n b.example\n').map(({ url }) => url)).toEqual(['a.example', 'b.example']);
    expect(siteEntries(' \n')).toEqual([]);
  });

  test.each([
    ['12', 12],
    [' 0 ', 0],
    ['-3', -3],
    ['1e3', '1e3'],
    ['1.5', '1.5'],
    ['many', 'many'],
    ['99999999999999999999', '99999999999999999999'],
  ])('is a whole number, or sent as it is for the app to refuse: %s', (text, value) => {
    expect(wholeNumber(text)).toBe(value);
  });

  test('is a list by lines or by words', () => {
    expect(lines('^/a,b\n\n c ')).toEqual(['^/a,b', 'c']);
    expect(words(' pdf, zip;x  gz,')).toEqual(['pdf', 'zip;x', 'gz']);
  });

  test('stands at its path, beside what stands there already', () => {
    const one = withValue({ limit: 3 }, 'ruleOptions.gittinsN', 5);
    expect(withValue(one, 'ruleOptions.grant', 1)).toEqual({ limit: 3, ruleOptions: { gittinsN: 5, grant: 1 } });
  });
});
