import { expect, test } from 'vitest';
import { glanceAtPage } from '../../../../../shared/wings/publications/finding/page-glance.ts';

const base = 'https://news.example/';
const headline = (n: number): string => `The harbour board opens the old pier no. ${n}`;
const path = (n: number): string => `/story/the-harbour-opens-${n}`;
const island = (value: unknown): string =>
  `<div id="app"></div><script type="application/json">${JSON.stringify(value)}</script><script src="/app.js"></script>`;
const linksOf = (html: string) =>
  glanceAtPage(Buffer.from(html), 'text/html', base).links.map(({ address, text }) => [address, text]);
const whole = [1, 2].map(n => [new URL(path(n), base).href, headline(n)]);

test.each<[string, string]>([
  [
    'a tree of cards',
    island({ zones: [{ cards: [1, 2].map(n => ({ heading: headline(n), link: { to: path(n) } })) }] }),
  ],
  [
    'a list of items',
    island([1, 2].map(n => ({ title: headline(n), url: `${base.slice(0, -1)}${path(n)}?utm_source=x` }))),
  ],
  [
    'what a script assigns',
    `<script>window.__PAGE__ = ${JSON.stringify({ items: [1, 2].map(n => ({ name: headline(n), href: path(n) })) })};</script>`,
  ],
])('a page that has its list in its data alone has these links: %s', (_, html) => {
  expect(linksOf(html)).toEqual(whole);
});

test.each<[string, unknown]>([
  ['a short title', { title: 'Harbour', url: path(1) }],
  ['an address of a section', { title: headline(1), url: '/harbour/' }],
  ['no address', { title: headline(1), url: 'the-harbour-opens-1' }],
])('data with %s name no link', (_, item) => expect(linksOf(island({ items: [item] }))).toEqual([]));

test('data are not read where the page has headlines itself', () => {
  const shown = [3, 4, 5, 6].map(n => `<a href="${path(n)}">${headline(n)}</a>`).join('');
  const links = linksOf(`${shown}${island({ items: [{ title: headline(1), url: path(1) }] })}`);
  expect(links.map(([, text]) => text)).toEqual([3, 4, 5, 6].map(headline));
});
