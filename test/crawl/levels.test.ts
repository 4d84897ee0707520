import { afterEach, expect, test } from 'vitest';
import { type LoopbackSite, page, redirect, startSite } from '../servers/loopback-site.ts';
import { crawl } from './crawl-run.ts';

let site: LoopbackSite;
afterEach(() => site.close());

test('gives each page the least number of clicks from the start page, and asks for each once', async () => {
  site = await startSite({
    '/': page('start', '/a', '/b'),
    '/a': page('a', '/deep', '/'),
    '/b': page('b', '/c', '/a'),
    '/c': page('c', '/deep', '/d'),
    '/d': page('d'),
    '/deep': page('deep', '/d', '/deep'),
  });
  const { results, summary } = await crawl(`${site.origin}/`);
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/a', '/b'], 2: ['/c', '/deep'], 3: ['/d'] });
  expect(results.arcs()).toEqual([
    '/ /a 1',
    '/ /b 1',
    '/a / 1',
    '/a /deep 1',
    '/b /a 1',
    '/b /c 1',
    '/c /deep 1',
    '/c /d 1',
    '/deep /deep 1',
    '/deep /d 1',
  ]);
  expect(site.paths().sort()).toEqual(['/', '/a', '/b', '/c', '/d', '/deep']);
  expect(summary).toMatchObject({ finishReason: 'no-work', outcomes: { found: 6, nodes: 6 } });
});

test('says of each node where it was found, what was asked for, and how it hangs in the graph', async () => {
  site = await startSite({
    '/': page('start & more', '/x//y?b=1&a=2#part', '/x/y?a=2&b=1', 'http://other.example/', 'http://other.example/'),
    '/x//y?b=1&a=2': page('target', '/'),
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.nodes()).toMatchObject([
    {
      Id: '0',
      Label: '/',
      Url: '/',
      Title: 'start & more',
      Level: '0',
      InDegree: '1',
      OutDegree: '1',
      ExternalLinks: '2',
      Duplicates: '0',
      FoundOn: '',
      FetchedUrl: '/',
      LinksDropped: '0',
    },
    { Id: '1', Label: '/x/y?a=2&b=1', Url: '/x/y?a=2&b=1', FoundOn: '/', FetchedUrl: '/x//y?b=1&a=2' },
  ]);
  expect(results.arcs()).toEqual(['/ /x/y?a=2&b=1 2', '/x/y?a=2&b=1 / 1']);
  expect(results.nodes()[0]!['ContentHash']).toMatch(/^[0-9a-f]{64}$/);
});

test('keeps the level of a page that a redirect reaches with fewer clicks than links do', async () => {
  site = await startSite({
    '/': page('start', '/a', '/moved'),
    '/a': page('a', '/target'),
    '/moved': redirect('/target'),
    '/target': page('target', '/after'),
    '/after': page('after'),
  });
  const { results } = await crawl(`${site.origin}/`);
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/a', '/target'], 2: ['/after'] });
  expect(site.paths().filter(path => path === '/target')).toHaveLength(1);
});

test('goes down to the depth and no further, and names what lies below', async () => {
  site = await startSite({
    '/': page('start', '/1'),
    '/1': page('one', '/2', '/2b'),
    '/2': page('two', '/3'),
    '/2b': page('two b'),
  });
  const { results, summary } = await crawl(`${site.origin}/`, { maxLevel: 1 });
  expect(results.levels()).toEqual({ 0: ['/'], 1: ['/1'] });
  expect(results.reasons()).toEqual({ '/2': 'level', '/2b': 'level' });
  expect(site.paths()).toEqual(['/', '/1']);
  expect(summary.finishReason).toBe('no-work');
});

test('numbers nodes densely by level and bytes of the address, the same in every format', async () => {
  site = await startSite({
    '/': page('start', '/b', '/a', '/a/', '/A', '/%D0%B0', '/b?x=1'),
    '*': ({ path }) => page(path),
  });
  const formats = ['csv', 'gexf', 'graphml', 'net', 'commoncrawl'];
  const { results } = await crawl(`${site.origin}/`, { formats });
  const urls = ['/', '/%D0%B0', '/A', '/a', '/a/', '/b', '/b?x=1'];
  expect(results.nodes().map(({ Id, Url }) => [Id, Url])).toEqual(urls.map((url, id) => [String(id), url]));
  const text = (end: string): string => results.raw(`graph/${site.fileName}${end}`);
  expect([...text('.gexf').matchAll(/<node id="(\d+)" label="([^"]*)"/g)].map(([, , label]) => label)).toEqual(
    urls.map(decodeURI),
  );
  expect([...text('.graphml').matchAll(/<node id="n?(\d+)"/g)].map(([, id]) => Number(id))).toEqual(
    urls.map((_, id) => id),
  );
  expect([...text('.net').matchAll(/^(\d+) "/gm)].map(([, id]) => Number(id))).toEqual(urls.map((_, id) => id + 1));
});

test('counts add up: found = nodes + redirects + duplicates + skipped, at each level and in all', async () => {
  site = await startSite({
    '/': page('start', '/a', '/same', '/moved', '/missing', '/file.pdf', '/x/x/x/x'),
    '/a': page('a', '/b'),
    '/same': page('a', '/b'),
    '/moved': redirect('/b'),
    '/b': page('b'),
  });
  const { results, summary } = await crawl(`${site.origin}/`);
  expect(results.counts()).toEqual([
    { Level: '0', Found: '1', Nodes: '1', Redirects: '0', Duplicates: '0', Skipped: '0', Normalized: '0' },
    { Level: '1', Found: '7', Nodes: '2', Redirects: '1', Duplicates: '1', Skipped: '3', Normalized: '0' },
  ]);
  expect(summary.outcomes).toEqual({ found: 8, nodes: 3, redirects: 1, duplicates: 1, skipped: 3 });
  expect(results.json()).toMatchObject({
    finishReason: 'no-work',
    outcomes: summary.outcomes,
    sites: [
      {
        number: 1,
        origin: site.origin,
        finishReason: 'no-work',
        skippedBy: { 'http-status': 1, extension: 1, repeating: 1 },
        levels: 1,
        arcs: 3,
      },
    ],
    spec: { sites: [{ url: `${site.origin}/`, delayMs: 0 }], robots: 'obey', duplicates: 'merge' },
    software: expect.stringMatching(/^orbweaver \d/),
  });
});
