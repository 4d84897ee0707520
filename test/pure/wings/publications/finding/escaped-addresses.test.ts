/** A18: addresses whose ampersands were escaped once too often, as feeds and sitemaps have them. */
import { expect, test } from 'vitest';
import { readFeed } from '../../../../../shared/wings/publications/feeds/read-feed.ts';
import { readSitemap } from '../../../../../shared/wings/publications/sitemaps/read-sitemap.ts';
import type { SitemapEntry } from '../../../../../shared/wings/publications/sitemaps/sitemap.ts';

const address = 'https://news.example/index.php?view=article&id=1&lang=en';
const once = address.replaceAll('&', '&amp;');
const twice = address.replaceAll('&', '&amp;amp;');
const options = { base: 'https://news.example/feed', contentType: 'application/xml', nowMs: Date.UTC(2026, 2, 12) };
const rss = (item: string) => `<rss version="2.0"><channel><title>T</title><item>${item}</item></channel></rss>`;
const atom = (link: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A</title>${link}</entry></feed>`;

test.each([
  ['a link', rss(`<link>${once}</link>`)],
  ['a link in CDATA as it is', rss(`<link><![CDATA[${address}]]></link>`)],
  ['a link in CDATA', rss(`<link><![CDATA[${once}]]></link>`)],
  ['a link, twice', rss(`<link>${twice}</link>`)],
  ['a permanent guid in CDATA', rss(`<guid isPermaLink="true"><![CDATA[${once}]]></guid>`)],
  ['a numeric reference in CDATA', rss(`<link><![CDATA[${address.replaceAll('&', '&#038;')}]]></link>`)],
  ['an attribute, twice', atom(`<link rel="alternate" href="${twice}"/>`)],
  [
    'a JSON Feed',
    JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', items: [{ id: '1', url: once }] }),
  ],
])('of a feed: %s', (_, text) => {
  const feed = readFeed(Buffer.from(text), options);
  expect(feed.kind !== 'none' && feed.items.map(item => item.address)).toEqual([address]);
});

test.each([
  ['a location', `<loc>${once}</loc>`],
  ['a location in CDATA', `<loc><![CDATA[${once}]]></loc>`],
  ['a location, twice', `<loc>${twice}</loc>`],
])('of a sitemap: %s', async (_, loc) => {
  const entries: SitemapEntry[] = [];
  const text = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url>${loc}</url></urlset>`;
  await readSitemap(Buffer.from(text), options, entry => entries.push(entry));
  expect(entries.map(entry => entry.address)).toEqual([address]);
});
