import { describe, expect, it } from 'vitest';
import { patternOf, trapOf } from '../../../../shared/domain/url/traps.ts';

const site = 'http://example.org';

describe('trapOf (adverse 28)', () => {
  it('lets 2,048 characters pass and stops at one more', () => {
    const longest = `${site}/${'x'.repeat(2048 - site.length - 1)}`;
    expect(trapOf(longest)).toBeUndefined();
    expect(trapOf(`${longest}x`)).toBe('too-long');
  });

  it('lets 20 segments pass and stops at one more, whether or not a slash ends them', () => {
    const deepest = `${site}${Array.from({ length: 20 }, (_, i) => `/s${i}`).join('')}`;
    expect(trapOf(deepest)).toBeUndefined();
    expect(trapOf(`${deepest}/`)).toBeUndefined();
    expect(trapOf(`${deepest}/x`)).toBe('too-deep');
  });

  it.each(['/a/b/a/b/a/b', '/a/a/a/', '/x/a/b/c/a/b/c/a/b/c/y.html', '/x/y/y/y', '/a/b/a/b/a/b?q=1'])(
    'takes %s for repeating',
    path => {
      expect(trapOf(site + path)).toBe('repeating');
    },
  );

  it.each([
    ...['/', '/a/a/', '/a/a/b/a/a', '/a/b/a/b', '/a/b/a/b/a', '/2024/01/01', '/aaa/a/a', '/x?/a/a/a/a', '/x#/a/a/a/a'],
  ])('lets %s pass', path => {
    expect(trapOf(site + path)).toBeUndefined();
  });

  it('answers at once for a very long address', () => {
    expect(trapOf(`${site}${'/a'.repeat(1_000_000)}`)).toBe('too-long');
  });
});

describe('patternOf', () => {
  it.each([
    ['/news/2024/05/17.html', '/news/N/N/N.html'],
    ['/calendar?month=5&year=2024', '/calendar?month&year'],
    ['/calendar?year=2024&month=6', '/calendar?month&year'],
    ['/list?f1=a&f2=b&f2=c', '/list?fN'],
    ['/%D0%9F2', '/%D0%9FN'],
    ['/a?', '/a?'],
    ['/a1#b1', '/aN'],
    ['/', '/'],
  ])('of %s is %s', (tail, pattern) => {
    expect(patternOf(site + tail)).toBe(site + pattern);
  });

  it('leaves the origin as it is', () => {
    expect(patternOf('http://h2.example:8080/1')).toBe('http://h2.example:8080/N');
  });

  it('is one for all months of an endless calendar (adverse 26)', () => {
    const months = Array.from({ length: 500 }, (_, i) =>
      patternOf(`${site}/cal?month=${i % 12}&year=${2000 + i / 12}`),
    );
    expect(new Set(months).size).toBe(1);
  });

  it('is one per set of filters of a faceted listing, whatever their values and order (adverse 30)', () => {
    const patterns = ['?color=red&size=1', '?size=2&color=blue', '?color=red'].map(query =>
      patternOf(`${site}/l${query}`),
    );
    expect(patterns).toEqual([`${site}/l?color&size`, `${site}/l?color&size`, `${site}/l?color`]);
  });
});
