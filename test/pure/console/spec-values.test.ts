import { describe, expect, test } from 'vitest';
import {
  besideLines,
  lines,
  numberAt,
  siteEntries,
  siteLines,
  valueAt,
  wholeNumber,
  withBeside,
  withoutValue,
  withValue,
  words,
} from '../../../functions/console/spec/spec-values.ts';

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
    ['https://example.org/ | | | | public; far north', { url: 'https://example.org/', tags: ['public', 'far north'] }],
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
    ['1.5', 1.5],
    ['many', 'many'],
    ['99999999999999999999', '99999999999999999999'],
  ])('is a number, or sent as it is for the app to refuse: %s', (text, value) => {
    expect(wholeNumber(text)).toBe(value);
  });

  test.each([
    ['delayMs', '2s', 2_000],
    ['delayMs', '500', 500],
    ['traverseOptions.loadMs', '1m', 60_000],
    ['timeLimitSeconds', '1h 30m', 5_400],
    ['limit', '15', 15],
    ['limit', '15m', '15m'],
  ])('is a time where the setting %s is one: %s', (path, text, value) => {
    expect(numberAt(path, text)).toBe(value);
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

describe('settings of an earlier crawl', () => {
  test('are lines of sites that are read as those sites', () => {
    const sites = [
      { url: 'https://a.example/', number: 3, name: 'A', shortName: 'a' },
      { url: 'https://b.example/', shortName: 'b' },
      { url: 'https://d.example/', tags: ['public', 'far north'] },
      { url: 'https://c.example/' },
    ];
    expect(siteEntries(siteLines(sites))).toEqual(sites);
  });

  test('lie beside what the form says, which counts first', () => {
    const site = { url: 'https://a.example/', name: 'A', delayMs: 3 };
    const beside = { elements: ['a'], ruleOptions: { grant: 2, inFlight: 1 }, sites: besideLines([site]) };
    expect(beside.sites).toEqual([{ url: 'https://a.example/', delayMs: 3 }]);
    const given = { sites: [{ url: 'https://a.example/' }, { url: 'https://b.example/' }], ruleOptions: { grant: 5 } };
    expect(withBeside(given, beside)).toEqual({
      elements: ['a'],
      ruleOptions: { grant: 5, inFlight: 1 },
      sites: [{ url: 'https://a.example/', delayMs: 3 }, { url: 'https://b.example/' }],
    });
    expect(withBeside({ limit: 3 }, {})).toEqual({ limit: 3 });
  });

  test('are taken out by their paths', () => {
    const spec = { limit: 3, ruleOptions: { grant: 2, inFlight: 1 } };
    expect(valueAt(spec, 'ruleOptions.grant')).toBe(2);
    expect(valueAt(spec, 'traverseOptions.clicks')).toBeUndefined();
    expect(withoutValue(withoutValue(spec, 'limit'), 'ruleOptions.grant')).toEqual({ ruleOptions: { inFlight: 1 } });
    expect(withoutValue({ ruleOptions: { grant: 2 } }, 'ruleOptions.grant')).toEqual({});
  });
});
