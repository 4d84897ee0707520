import { describe, expect, test } from 'vitest';
import { linkFeatureCount, linkFeatures, pageFeatures, placeOf } from '../../../shared/domain/html/link-features.ts';
import { PageScan } from '../../../shared/domain/html/page-scan.ts';
import { scanPage } from '../../../shared/domain/html/scan-page.ts';
import { PageOrder } from '../../../shared/wings/sets/order/page-order.ts';

const pagesOf = (picks: readonly { readonly page: number }[]) => picks.map(({ page }) => page);

describe('the learnt order', () => {
  test('a page like those that gave links comes first, and each fifth page is the oldest', () => {
    const order = new PageOrder();
    for (let page = 0; page < 20; page += 1) order.add([page % 2 === 0 ? 7 : 8, 100 + page]);
    expect(pagesOf(order.choose(2))).toEqual([0, 1]);
    order.take([0, 1]);
    order.learn(0, 0);
    order.learn(1, 25);
    expect(pagesOf(order.choose(5))).toEqual([3, 5, 2, 7, 9]);
    // A page that need not be read moves no other: the fifth page is still the oldest.
    order.drop([3]);
    expect(pagesOf(order.choose(5))).toEqual([5, 7, 2, 9, 11]);
  });

  test('says what a page was expected to give, and which are the oldest', () => {
    const order = new PageOrder();
    for (let page = 0; page < 8; page += 1) order.add([page % 2]);
    expect(order.choose(1)).toEqual([{ page: 0, expected: 0 }]);
    order.take([0, 1]);
    order.learn(0, 16);
    order.learn(1, 0);
    // The mean root is 2. Feature 0 was learnt when the mean was 4, and feature 1 got 0.3 · (0 − 2).
    expect(order.choose(4)).toEqual([
      { page: 2, expected: 4 },
      { page: 4, expected: 4 },
      { page: 3, expected: 1.96, isOldest: true },
      { page: 6, expected: 4 },
    ]);
  });

  test('a pick is ten pages, later a twentieth of the pages that were read', () => {
    const order = new PageOrder();
    const sizes: Record<number, number> = {};
    for (let read = 0; read <= 30_000; read += 1) {
      if ([0, 199, 219, 220, 1_000, 30_000].includes(read)) sizes[read] = order.atOnce;
      order.learn(order.add([]), 0);
    }
    expect(sizes).toEqual({ 0: 10, 199: 10, 219: 10, 220: 11, 1000: 50, 30000: 200 });
  });

  test('pages that were not learnt come in the order in which they were found', () => {
    const order = new PageOrder();
    for (let page = 0; page < 7; page += 1) order.add([page]);
    order.add([1], false);
    expect(pagesOf(order.choose(100))).toEqual([0, 1, 2, 3, 4, 5, 6]);
    order.take(pagesOf(order.choose(100)));
    expect(order.openCount).toBe(0);
    expect(pagesOf(order.choose(1))).toEqual([]);
  });
});

describe('features of a link', () => {
  const context = { anchor: 'Release notes 2', place: 'li>a' };
  const ofPage = pageFeatures('http://a.test/', 3);

  test('numbers of folders make no difference, words and names do', () => {
    const of = (target: string, anchor = context.anchor) => linkFeatures({ ...context, target, anchor }, ofPage);
    const first = of('http://a.test/2024/11/notes-1.html');
    expect(first.length).toBe(7);
    expect(first.every(feature => Number.isInteger(feature) && feature >= 0 && feature < linkFeatureCount)).toBe(true);
    expect(of('http://a.test/2025/2/notes-2.html?x=1#y')).toEqual(first);
    expect(of('http://a.test/2025/2/tags-2.html')).not.toEqual(first);
    expect(of('http://a.test/2024/11/notes-1.html', 'Other words')).not.toEqual(first);
  });

  test.each([
    ['<ul class="menu"><li class="item3 on more"><a class=x href=/a>', 'ul.menu>li.item0.on>a.x'],
    ['<div><p>text <b>bold</b> and <br><a href="/a">', 'div>p>a'],
    ["<nav class='n'><img src=x><a title='1 > 2' href='/a' >", 'nav.n>a'],
    ['<a href=/a>', 'a'],
    [`<div>${'x'.repeat(1000)}<a href=/a>`, 'a'],
  ])('%s is at %s', (html, place) => {
    const scan = new PageScan();
    scanPage(Buffer.from(`${html}link</a>`), scan, { elements: ['a'] });
    expect(placeOf(scan, 0)).toBe(place);
  });
});
