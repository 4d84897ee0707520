import { afterEach, expect, test } from 'vitest';
import { type LoopbackSite, page, startSite } from '../servers/loopback-site.ts';
import { crawl } from './crawl-run.ts';

let site: LoopbackSite;
afterEach(() => site.close());

const pages = {
  '/': `<meta http-equiv="refresh" content="9;url=/refreshed">
    <a href="/alice">1</a> <a href="/alice/">2</a> <a href="/x.html?a&b=1&c=2">3</a> <a href="/x.html?c=2&b=1">4</a>
    <a href="/untyped">5</a> <a href="/moved-301">6</a> <a href="/moved-308">7</a>`,
  '/alice': page('alice'),
  '/alice/': page('alice, too'),
  '/x.html?a&b=1&c=2': page('x with a'),
  '/x.html?c=2&b=1': page('x'),
  '/refreshed': page('refreshed'),
  '/untyped': { headers: { 'content-type': '' }, body: page('untyped') },
  '/moved-301': { status: 301, headers: { location: '/first.html' } },
  '/moved-308': { status: 308, headers: { location: '/second.html' } },
  '/first.html': page('first'),
  '/second.html': page('second'),
};

test('RCCrawler follows links of a alone, replaces three kinds of redirects, and joins what its rules join', async () => {
  site = await startSite(pages);
  const { results } = await crawl(`${site.origin}/`, { profile: 'rccrawler' });
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/alice/', '/first.html', '/x.html?b=1&c=2'] });
  expect(results.reasons()).toEqual({ '/untyped/': 'content-type', '/moved-308/': 'http-status' });
});

test('without the profile these are pages: a refresh, an answer without a type, addresses that differ in a slash, the target of 308', async () => {
  site = await startSite(pages);
  const { results } = await crawl(`${site.origin}/`);
  expect(results.levels()).toEqual({
    0: ['/'],
    1: [
      '/alice',
      '/alice/',
      '/first.html',
      '/refreshed',
      '/second.html',
      '/untyped',
      '/x.html?a&b=1&c=2',
      '/x.html?b=1&c=2',
    ],
  });
  expect(results.reasons()).toEqual({});
});
