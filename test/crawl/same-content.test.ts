import { afterEach, describe, expect, test } from 'vitest';
import { type LoopbackSite, page, redirect, startSite } from '../servers/loopback-site.ts';
import { crawl } from './crawl-run.ts';

let site: LoopbackSite;
afterEach(() => site.close());

describe('pages of one content', () => {
  const twins = {
    '/': page('start', '/z', '/a', '/moved'),
    '/z': page('twin', '/from-twin'),
    '/a': page('twin', '/from-twin'),
    '/moved': redirect('/a'),
    '/from-twin': page('below', '/late'),
    '/late': page('twin', '/from-twin'),
  };

  test('are one node, the first in breadth-first order, and each merge is told with its hash (adverse 34)', async () => {
    site = await startSite(twins);
    const { results } = await crawl(`${site.origin}/`);
    const nodes = results.nodes();
    expect(nodes.map(({ Url, Level, Duplicates }) => [Url, Level, Duplicates])).toEqual([
      ['/', '0', '0'],
      ['/z', '1', '2'],
      ['/from-twin', '2', '0'],
    ]);
    expect(results.arcs()).toEqual(['/ /z 3', '/z /from-twin 1', '/from-twin /z 1']);
    const hash = nodes[1]!['ContentHash'];
    expect(results.merges()).toEqual([
      { Url: '/a', Kind: 'duplicate', KeptUrl: '/z', Evidence: hash, Address: '' },
      { Url: '/moved', Kind: 'redirect', KeptUrl: '/z', Evidence: '302', Address: '' },
      { Url: '/late', Kind: 'duplicate', KeptUrl: '/z', Evidence: hash, Address: '' },
    ]);
  });

  test('stay nodes of their own with duplicates: keep', async () => {
    site = await startSite(twins);
    const { results } = await crawl(`${site.origin}/`, { duplicates: 'keep' });
    expect(results.levels()).toEqual({ 0: ['/'], 1: ['/a', '/z'], 2: ['/from-twin'], 3: ['/late'] });
    expect(results.merges()).toMatchObject([{ Url: '/moved', Kind: 'redirect', KeptUrl: '/a' }]);
  });

  test('are compared after the Content-Encoding is undone', async () => {
    const { gzipSync } = await import('node:zlib');
    const body = page('one content');
    site = await startSite({
      '/': page('start', '/plain', '/gzip'),
      '/plain': body,
      '/gzip': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(body) },
    });
    const { summary } = await crawl(`${site.origin}/`);
    expect(summary.outcomes).toMatchObject({ nodes: 2, duplicates: 1 });
  });

  test('a site that answers 200 to every address is told of, once many have one content (adverse 16)', async () => {
    const missing = Array.from({ length: 25 }, (_, n) => `/missing-${n}`);
    site = await startSite({ '/': page('start', ...missing), '*': page('not found', '/relative/../again') });
    const { summary } = await crawl(`${site.origin}/`);
    expect(summary.outcomes).toMatchObject({ nodes: 2, duplicates: 25 });
    expect(summary.notices).toEqual([expect.stringContaining('25 addresses have the content of')]);
  });

  test('a page that changes with every request is fetched once (adverse 34)', async () => {
    site = await startSite({
      '/': page('start', '/a', '/b'),
      '*': ({ path, nth }) => page(`${path} ${nth}`, '/', '/a', '/b'),
    });
    const { summary } = await crawl(`${site.origin}/`);
    expect([summary.outcomes.nodes, site.paths().length]).toEqual([3, 3]);
  });

  test('session ids that change nothing but the address make duplicates, whose links are not expanded (adverse 27)', async () => {
    site = await startSite({
      '/': page('start', '/shop?sid=1', '/shop?sid=2', '/shop?sid=3'),
      '/shop?sid=2': page('fixed', '/shop?sid=9'),
      '/shop?sid=3': page('fixed', '/shop?sid=9'),
      '/shop?sid=9': page('fixed', '/shop?sid=9'),
      '/shop?sid=1': page('fixed', '/shop?sid=9'),
    });
    const { summary } = await crawl(`${site.origin}/`);
    expect(summary.outcomes).toMatchObject({ found: 5, nodes: 2, duplicates: 3 });
  });

  test('session ids dropped by name make one address (adverse 27)', async () => {
    site = await startSite({
      '/': page('start', '/shop?sid=0'),
      '*': ({ path }) => page(`shop ${path}`, `/shop;jsessionid=${path.length}x?sid=${path.length}`),
    });
    const { results } = await crawl(`${site.origin}/`, { normalization: { dropParams: ['sid', 'jsessionid'] } });
    expect(results.levels()).toEqual({ 0: ['/'], 1: ['/shop'] });
  });
});

describe('one address written in many ways', () => {
  const spellings = ['/p?b=2&a=1#top', '/p?a=1&b=2', '//p?a=1&b=2&c=', '/x/../p?a=1&b=2', '/%70?a=1&b=2&&'];

  test('is one page, fetched at the spelling that was seen first (adverse 32)', async () => {
    site = await startSite(origin => ({
      '/': page('start', ...spellings.filter(link => !link.startsWith('//')), `${origin}//p?a=1&b=2&c=`),
      '/p?b=2&a=1': page('p'),
    }));
    const { results } = await crawl(`${site.origin}/`);
    expect(results.nodes()).toMatchObject([{ Url: '/' }, { Url: '/p?a=1&b=2', FetchedUrl: '/p?b=2&a=1' }]);
    expect(results.arcs()).toEqual(['/ /p?a=1&b=2 5']);
  });

  test('is found again: merges.csv has every address that was not asked for, with the rules', async () => {
    site = await startSite(origin => ({
      '/': page('start', ...spellings.filter(link => !link.startsWith('//')), `${origin}//p?a=1&b=2&c=`, '/r', '/#x'),
      '/r': redirect('/p?b=2&&a=1'),
      '/p?b=2&a=1': page('p', '/?'),
    }));
    const { results, summary } = await crawl(`${site.origin}/`);
    const kept = { Url: '/p?a=1&b=2', Kind: 'normalized', KeptUrl: '/p?a=1&b=2' };
    expect(results.merges()).toEqual([
      { Url: '/r', Kind: 'redirect', KeptUrl: '/p?a=1&b=2', Evidence: '302', Address: '' },
      { Url: '/', Kind: 'normalized', KeptUrl: '/', Evidence: 'emptyQuery', Address: '/?' },
      { ...kept, Address: '/%70?a=1&b=2&&', Evidence: 'emptyParams escapesUpper sortParams' },
      { ...kept, Address: '//p?a=1&b=2&c=', Evidence: 'doubleSlash emptyParams sortParams' },
      { ...kept, Address: '/p?a=1&b=2', Evidence: 'sortParams' },
      { ...kept, Address: '/p?b=2&&a=1', Evidence: 'emptyParams sortParams' },
    ]);
    expect(summary.sites[0]?.normalized).toBe(5);
    expect(results.json()).toMatchObject({ sites: [{ normalized: 5 }] });
    expect(results.counts().map(({ Normalized }) => Normalized)).toEqual(['1', '4']);
  });

  test.each([
    { rule: 'sortParams', pages: ['/p?a=1&b=2', '/p?b=2&a=1'] },
    { rule: 'emptyQuery', pages: ['/q', '/q?'] },
    { rule: 'emptyParams', pages: ['/r?c=', '/r?d=', '/r'] },
    { rule: 'doubleSlash', pages: ['/s//t', '/s/t'] },
    { rule: 'escapesUpper', pages: ['/%c3%a4', '/%C3%A4'] },
    { rule: 'escapesUpper', pages: ['/t?a[]=1', '/t?a%5B%5D=1'] },
  ] as const)('is many pages with $rule off', async ({ rule, pages }) => {
    const serve = (): Promise<LoopbackSite> =>
      startSite({ '/': page('start', ...pages), '*': ({ path }) => page(path) });
    site = await serve();
    const on = await crawl(`${site.origin}/`);
    const off = await crawl(`${site.origin}/`, { normalization: { [rule]: false } });
    expect([on.summary.outcomes.found, off.summary.outcomes.found]).toEqual([2, 1 + pages.length]);
    expect(new Set(site.paths())).toEqual(new Set(['/', ...pages]));
  });

  test('trailingSlash joins a folder with and without its slash only if asked to', async () => {
    site = await startSite({ '/': page('start', '/f', '/f/', '/f.html'), '*': ({ path }) => page(path) });
    const off = await crawl(`${site.origin}/`);
    const on = await crawl(`${site.origin}/`, { normalization: { trailingSlash: true } });
    expect(off.results.levels()[1]).toEqual(['/f', '/f.html', '/f/']);
    expect(on.results.levels()[1]).toEqual(['/f.html', '/f/']);
  });

  test('ipToHost makes an address and the domain it stands for one site', async () => {
    site = await startSite(origin => ({
      '/': page('start', origin.replace('127.0.0.1', 'localhost').concat('/a')),
      '/a': page('a'),
    }));
    const { results, summary } = await crawl(`${site.origin}/`.replace('127.0.0.1', 'localhost'), {
      normalization: { ipToHost: { '127.0.0.1': 'localhost' } },
    });
    expect(summary.outcomes).toMatchObject({ nodes: 2 });
    expect(results.nodes('localhost').map(({ Label }) => Label)).toEqual(['/', '/a']);
  });
});
