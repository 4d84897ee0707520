import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { type LoopbackSite, page, startSite } from '../servers/loopback-site.ts';
import { crawl } from './crawl-run.ts';

const folder = new URL('../plugins/', import.meta.url);
const plugin = (name: string): string[] => [new URL(`${name}.ts`, folder).href];

let site: LoopbackSite | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

test.each(readdirSync(folder))('%s has at most 30 lines', name => {
  expect(readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(30);
});

test('a finish condition ends a crawl that would go on for ever', async () => {
  site = await startSite({
    '*': ({ path }) => page(path, `/${Number(path.slice(1)) + 1}`, `http://other.example${path}`),
  });
  const { summary } = await crawl(`${site.origin}/`, { plugins: plugin('enough-external-links') });
  expect(summary.finishReason).toBe('stopped');
  expect(summary.sites[0]?.externalLinks).toBeGreaterThanOrEqual(100);
});

test('a result writer adds a file of its own beside the others', async () => {
  site = await startSite({ '/': page('start', '/a"b'), '*': ({ path }) => page(path, '/') });
  const { results, summary } = await crawl(`${site.origin}/`, { plugins: plugin('dot-writer'), writers: ['dot'] });
  const name = `graph/${site.fileName}.dot`;
  expect(summary.files).toContain(name);
  expect(results.raw(name)).toBe(
    'digraph {\n  0 [label="/"]\n  1 [label="/a%22b"]\n  0 -> 1\n  1 -> 0\n}\n'.replace(
      '/a%22b',
      results.nodes()[1]!['Label']!,
    ),
  );
});

test('a robots policy decides by its name, on top of robots.txt', async () => {
  site = await startSite({
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /closed\nCrawl-delay: 9',
    },
    '/': page('start', '/search?q=1', '/closed', '/open', '/finders'),
    '*': ({ path }) => page(path),
  });
  const { results } = await crawl(`${site.origin}/`, {
    plugins: plugin('no-search-pages'),
    robots: 'no-search-pages',
  });
  expect(results.reasons()).toEqual({ '/search?q=1': 'robots', '/closed': 'robots' });
  expect(results.levels()[1]).toEqual(['/finders', '/open']);
});

test('a page analyzer says something of each page, the same after a page was parsed twice', async () => {
  site = await startSite({
    '/': `${page('start', '/a', '/b')}<h1> Welcome &amp; <i>more</i></h1><h2>Two</h2>`,
    '/a': `${page('a')}<h1>A</h1>`,
    '/b': page('b'),
  });
  const { results } = await crawl(`${site.origin}/`, { plugins: plugin('headings') });
  const lines = results.raw(`reports/${site.fileName}.headings.jsonl`).trimEnd().split('\n');
  expect(lines.map(line => JSON.parse(line) as unknown)).toEqual([
    { url: `${site.origin}/`, headings: ['Welcome & more', 'Two'] },
    { url: `${site.origin}/a`, headings: ['A'] },
  ]);
});

test('a page analyzer finds further links, which count like any other, and reads types that are no HTML', async () => {
  site = await startSite({
    '/': {
      headers: { link: '</by-header>; rel="next", <http://other.example/x>; rel="author"' },
      body: `${page('start', '/a')}<img src="/a"><!-- see /in-comment and /a --><link rel="stylesheet" href="style">`,
    },
    '/style': { headers: { 'content-type': 'text/css' }, body: '@import url(/from-style); @import url(http://[/)' },
    '/in-comment': '<base href="/folder/"><blockquote cite="quoted">',
    '*': ({ path }) => (/^\/(?:robots|sitemap)/.test(path) ? { status: 404 } : page(path.replaceAll('/', ' '))),
  });
  const { results, summary } = await crawl(`${site.origin}/`, { plugins: plugin('every-address') });
  expect(results.arcs()).toEqual([
    '/ /a 1',
    '/ /by-header 1',
    '/ /in-comment 1',
    '/ /style 1',
    '/in-comment /folder/ 1',
    '/in-comment /folder/quoted 1',
    '/style /from-style 1',
  ]);
  expect(results.levels()).toEqual({
    0: ['/'],
    1: ['/a', '/by-header', '/in-comment', '/style'],
    2: ['/folder/', '/folder/quoted', '/from-style'],
  });
  expect(results.external()).toMatchObject([{ Url: 'http://other.example/x', Page: '/', Anchor: '' }]);
  expect(results.bad()).toMatchObject([{ Text: 'http://[/', Page: '/style' }]);
  expect(summary.files.filter(name => name.endsWith('.jsonl'))).toEqual([]);
});

test('a part that no plugin brings is refused before any request, with what there is', async () => {
  site = await startSite({ '/': page('start') });
  const settings = { plugins: plugin('headings'), analyzers: ['headlines'] };
  await expect(crawl(`${site.origin}/`, settings)).rejects.toThrow(
    'analyzers: "headlines" is not known; allowed is headings.',
  );
  await expect(crawl(`${site.origin}/`, { plugins: plugin('nowhere') })).rejects.toThrow('cannot be loaded');
  expect(site.asked).toEqual([]);
});
