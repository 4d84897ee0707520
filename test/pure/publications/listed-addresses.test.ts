import { expect, it } from 'vitest';
import { listedAddress, withoutAmp } from '../../../shared/wings/publications/addresses.ts';
import { newestFirst } from '../../../shared/wings/publications/sitemaps/newest-first.ts';

it('takes addresses of lists decoded and without tracking parameters', () => {
  const address = (text: string) => listedAddress(text, 'https://news.example/feed/');
  expect(address('/index.php?view=article&amp;id=1')).toBe('https://news.example/index.php?view=article&id=1');
  expect(address('/a?id=1&amp;amp;utm_source=rss')).toBe('https://news.example/a?id=1');
  expect(address('/a/?utm_source=rss&utm_medium=rss#top')).toBe('https://news.example/a/');
  expect(address('/a?from=rss')).toBe('https://news.example/a');
  expect(address('/a/?ref=the-lark-newsletter')).toBe('https://news.example/a/');
  expect(address('/a/?ref=the-lark-rss')).toBe('https://news.example/a/');
  expect(address('/a/?ref=sidebar&ito=1490')).toBe('https://news.example/a/');
  expect(address('/a/?from=top_news')).toBe('https://news.example/a/');
  expect(address('/a/?from=topics&source=home-town')).toBe('https://news.example/a/?from=topics&source=home-town');
  expect(address('/a?id=7&ref=lark.example.org&from=mainpage')).toBe('https://news.example/a?id=7');
  expect(address('/a.html?CMP=feed&ocid=x')).toBe('https://news.example/a.html');
  expect(address('/a?ref=12')).toBe('https://news.example/a?ref=12');
  expect(address('/a?from=20&source=archive')).toBe('https://news.example/a?from=20&source=archive');
});

it('takes addresses of lists out of caches of AMP versions, and from their host', () => {
  const address = (text: string) => listedAddress(text, 'https://www.news.example/feed/');
  const page = 'https://www.news.example/a/bridge.html';
  expect(address('https://news-example.cdn.ampproject.org/c/s/www.news.example/a/bridge.html')).toBe(page);
  expect(address('https://news-example.cdn.ampproject.org/v/www.news.example/a/b')).toBe('http://www.news.example/a/b');
  expect(address('https://www.google.com/amp/s/www.news.example/a/bridge.html?utm_source=x')).toBe(page);
  expect(address('https://amp.news.example/a/bridge.html')).toBe(page);
  expect(address('https://amp.other.example/a')).toBe('https://amp.other.example/a');
  expect(address('https://www.google.com/amp/stories')).toBe('https://www.google.com/amp/stories');
});

it.each([
  ['/amp/a/bridge', '/a/bridge'],
  ['/a/bridge/amp/', '/a/bridge/'],
  ['/a/bridge/amp', '/a/bridge'],
  ['/a/bridge.amp.html', '/a/bridge.html'],
  ['/a/bridge-amp.html', '/a/bridge.html'],
  ['/a/bridge.amp', '/a/bridge'],
  ['/a/bridge?amp=1', '/a/bridge'],
  ['/a/bridge?id=7&amp', '/a/bridge?id=7'],
  ['/a/bridge?outputType=amp', '/a/bridge'],
  ['/a/the-guitar-amplifier', '/a/the-guitar-amplifier'],
  ['/amp/', '/amp/'],
  ['/a/camp', '/a/camp'],
  ['/a/bridge?amp=220v', '/a/bridge?amp=220v'],
])('names the page of an AMP version: %s is %s', (version, page) => {
  expect(withoutAmp(`https://news.example${version}`)).toBe(`https://news.example${page}`);
});

it('reads an index of sitemaps by times, and what has no time from both ends', () => {
  const entry = (n: number, at?: string) => ({
    address: `https://news.example/${n}.xml`,
    ...(at !== undefined && { modified: { at, words: at, precision: 'day', offset: 0 } as const }),
  });
  const index = [
    entry(1),
    entry(2),
    entry(3),
    entry(4),
    entry(5, '2026-01-01T00:00:00Z'),
    entry(6, '2026-02-01T00:00:00Z'),
  ];
  const order = newestFirst(index as Parameters<typeof newestFirst>[0]).map(({ address }) => address.match(/\d/)?.[0]);
  expect(order).toEqual(['6', '5', '4', '1', '3', '2']);
});
