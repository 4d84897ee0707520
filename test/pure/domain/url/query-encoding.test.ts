import { describe, expect, it } from 'vitest';
import { createQueryEncoder } from '../../../../shared/domain/url/query-encoding.ts';

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
    ['gbk', '?q=中文€', '?q=%D6%D0%CE%C4%80'],
    ['gb2312', '?q=丂😀', '?q=%81@%26%23128512%3B'],
    ['shift_jis', '?q=表示ｱ−¥', '?q=%95\\%8E%A6%B1%81|\\'],
    ['shift_jis', '?q=纊①∵', '?q=%FA\\%87@%81%E6'],
    ['euc-jp', '?q=日本ｱ~', '?q=%C6%FC%CB%DC%8E%B1~'],
    ['euc-kr', '?q=한글똠', '?q=%C7%D1%B1%DB%8Cc'],
    ['big5', '?q=中文十', '?q=%A4%A4%A4%E5%A4Q'],
    ['gb18030', '?q=中文€ëΩ😀', '?q=%D6%D0%CE%C4%A2%E3%810%8A5%A6%B8%949%FC6'],
    ['gb18030', '?q=\ud800', '?q=%26%2365533%3B'],
    ['iso-2022-jp', '?q=日本&r=a', '?q=%1B$BF|K\\%1B(B&r=a'],
    ['iso-2022-jp', '?q=ｱﾞ−', '?q=%1B$B%%22!+!]%1B(B'],
    ['iso-2022-jp', '?q=¥a‾~#日', '?q=%1B(J\\a~%1B(B~#日'],
    ['iso-2022-jp', '?q=日é本', '?q=%1B$BF|%1B(B%26%23233%3B%1B$BK\\%1B(B'],
    ['csISO2022JP', '日?q=a', '日?q=a'],
  ])('on a page in %s writes %j as %j', (label, raw, encoded) => {
    expect(createQueryEncoder(label)?.(raw)).toBe(encoded);
  });

  it.each(['utf-8', 'UTF8', 'utf-16le', 'no-such-label'])('has nothing to do for %s', label => {
    expect(createQueryEncoder(label)).toBeUndefined();
  });
});
