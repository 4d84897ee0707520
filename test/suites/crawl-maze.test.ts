import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasSuiteSites, ReplayedSite, suiteSites } from '../../bench/traverse/replayed-site.ts';
import type { CrawlSpec } from '../../shared/domain/spec/crawl-spec-schema.ts';
import { nonPageExtensions } from '../../shared/domain/url/skip-before-fetch.ts';
import { crawl } from '../crawl/crawl-run.ts';

if (!hasSuiteSites) console.log('skipped: ../shared/suites/sites is not there');

/** The bar of the suite: what ZAP's traditional spider finds, which looks for everything that is like an address. */
const scannersFind = 61;

let site: ReplayedSite;

beforeAll(async () => {
  if (hasSuiteSites) site = await ReplayedSite.start('crawl-maze.jsonl');
});
afterAll(() => site?.close());

interface Expected {
  readonly groups: { readonly static: readonly string[] };
}

/** Why the others are not asked for: the graph is made of links (`a href`, frames, refresh, redirects). */
const notLinks: Readonly<Record<string, RegExp>> = {
  'resources and other attributes than href of a':
    /^\/test\/html\/(?:body\/(?!a\/href|frameset|form)|manifest|head\/(?:link|profile|import))/,
  'forms are not submitted': /^\/test\/html\/body\/(?:form|isindex)\//,
  'a frame in a body is no element (HTML 13.2.6.4.7)': /\/frameset\/frame\//,
  'a base is no link': /\/head\/base\//,
  'texts, comments, document types and names of meta data are no links':
    /\/misc\/string\/|comment|doctype|\/head\/meta\//,
  'style sheets are not read': /\/css\//,
  'headers that name no other page of the graph': /\/headers\/(?:link|content-location)/,
  'what robots.txt and sitemaps list is no link': /\/known-files\//,
  'the replayed page names another host': /protocol-relative/,
};

/** Why the plugin that takes whatever looks like an address does not reach them either. */
const outOfReach: Readonly<Record<string, string>> = {
  '/test/headers/content-location.found': 'its page answers 201, and only a page with 200 is a node',
  '/test/html/misc/string/string-known-extension.pdf':
    'no base and text of its page resolve to it: they are joined as strings',
  '/test/html/misc/url/protocol-relative-url.found': 'the replayed page names another host',
};

interface Maze {
  readonly found: readonly string[];
  readonly missed: readonly string[];
}

async function walk(what: string, settings: CrawlSpec): Promise<Maze> {
  const { groups } = JSON.parse(readFileSync(new URL('crawl-maze.expected.json', suiteSites), 'utf8')) as Expected;
  site.asked.clear();
  const { summary } = await crawl(`${site.origin}/`, { frames: true, ...settings });
  expect(summary.finishReason).toBe('no-work');
  await site.settled();
  const found = groups.static.filter(path => site.asked.has(path));
  console.log(`crawl maze, ${what}: ${found.length} of ${groups.static.length} static targets (bar ${scannersFind})`);
  return { found, missed: groups.static.filter(path => !site.asked.has(path)) };
}

/** Addresses of style sheets are asked for, and of the one target that is called a pdf. */
const everyAddress: CrawlSpec = {
  plugins: [new URL('../plugins/every-address.ts', import.meta.url).href],
  extensions: nonPageExtensions.filter(name => !['css', 'pdf'].includes(name)),
};

test.skipIf(!hasSuiteSites)('crawl maze: asks for each static target that a link leads to', async () => {
  const { found, missed } = await walk('links only', {});
  expect(found).toEqual([
    '/test/headers/location.found',
    '/test/headers/refresh.found',
    '/test/html/body/a/href.found',
    '/test/html/body/iframe/src.found',
    '/test/html/head/meta/content-redirect.found',
    '/test/html/misc/url/full-url.found',
    '/test/html/misc/url/path-relative-url.found',
    '/test/html/misc/url/root-relative-url.found',
  ]);
  expect(missed.filter(path => !Object.values(notLinks).some(pattern => pattern.test(path)))).toEqual([]);
});

test.skipIf(!hasSuiteSites)(
  'crawl maze: with a plugin for whatever looks like an address, and robots.txt obeyed',
  async () => {
    const { found, missed } = await walk('every address', everyAddress);
    expect(missed).toEqual([...Object.keys(outOfReach), '/test/misc/known-files/robots.txt.found']);
    expect(found).toHaveLength(60);
  },
);

/** The only rule of robots.txt forbids one of the targets. */
test.skipIf(!hasSuiteSites)(
  'crawl maze: with that plugin, reaches as many as the scanner where robots.txt is read but not obeyed',
  async () => {
    const { found, missed } = await walk('every address, robots.txt ignored', { ...everyAddress, robots: 'ignore' });
    expect(missed).toEqual(Object.keys(outOfReach));
    expect(found.length).toBeGreaterThanOrEqual(scannersFind);
  },
);

test.skipIf(!hasSuiteSites)('crawl maze: sends nothing but GET', () => {
  expect(site.methods).toEqual(new Set(['GET']));
});
