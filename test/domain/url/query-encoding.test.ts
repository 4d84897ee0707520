import { describe, expect, it } from 'vitest';
import { createQueryEncoder } from '../../../shared/domain/url/query-encoding.ts';

describe('createQueryEncoder', () => {
  it.each([
    ['windows-1251', 'я?q=я', 'я?q=%FF'],
    ['koi8-r', '?q=я&r=a b', '?q=%D1&r=a b'],
    ['latin1', '?q=é€', '?q=%E9%80'],
    ['windows-1251', '?q=é😀', '?q=%26%23233%3B%26%23128512%3B'],
    ['windows-1251', '?q=\ud800', '?q=%26%2365533%3B'],
    ['windows-1251', '?q=я#я?я', '?q=%FF#я?я'],
    ['windows-1251', 'a#?я', 'a#?я'],
    ['windows-1251', 'a?x?я', 'a?x?%FF'],
    ['windows-1251', '?q=%D1%8F', '?q=%D1%8F'],
  ])('on a page in %s writes %j as %j', (label, raw, encoded) => {
    expect(createQueryEncoder(label)?.(raw)).toBe(encoded);
  });

  it.each(['utf-8', 'UTF8', 'utf-16le', 'shift_jis', 'gbk', 'no-such-label'])('has nothing to do for %s', label => {
    expect(createQueryEncoder(label)).toBeUndefined();
  });
});
