/** Links that a person deletes: while the crawl runs, by another connection to its file, and afterwards. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { exportLocalCrawl } from '../../../../functions/embedded/export-crawl.ts';
import { openLocalState } from '../../../../shared/adapters/local/open.ts';
import type { LinkKind } from '../../../../shared/domain/link-rows.ts';
import { begin, CrawlResults, crawl, finish, newDirectory, resume } from '../../../crawl/crawl-run.ts';
import {
  type LoopbackSite,
  type Pages,
  page,
  redirect,
  type SiteSettings,
  startSite,
} from '../../../servers/loopback-site.ts';
import { until } from '../child-crawl.ts';

let site: LoopbackSite | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

async function start(pages: Pages, settings: SiteSettings = {}): Promise<LoopbackSite> {
  site = await startSite(pages, settings);
  return site;
}

/** Deletes links of site 1 as another process would; addresses of the site are given by their paths. */
async function remove(directory: string, kind: LinkKind, ...links: readonly string[]): Promise<number> {
  const { store, close } = openLocalState(directory);
  try {
    const keys = links.map(link => ({ site: 1, key: link.startsWith('/') ? `${site!.origin}${link}` : link }));
    return await store.deleteLinks((await store.onlyCrawl())!.id, kind, keys);
  } finally {
    close();
  }
}

function rows(directory: string, sql: string): unknown[] {
  const database = new DatabaseSync(join(directory, 'crawl.db'), { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

const external = (name: string): string => `http://${name}.test/`;

describe('a link that waits', () => {
  test('is never asked for when it is deleted, comes back by no other page, and is skipped as deleted', async () => {
    const pages = Array.from({ length: 30 }, (_, number) => `/${number}`);
    const leaves = pages.map(name => [name, page(`leaf ${name}`, '/late', '/next', '/later')] as const);
    const more = { '/late': page('late', '/behind'), '/next': page('next'), '/later': page('later') };
    const { origin, paths } = await start({
      '/': page('start', ...pages, '/late'),
      ...Object.fromEntries(leaves),
      ...more,
    });
    const directory = newDirectory();
    const running = finish(directory, await begin(directory, `${origin}/`, { delayMs: 120, maxDownloads: 1 }));
    await until(() => paths().length > 3);
    // In the turn that runs; the next one stands in no chunk yet, and is claimed a level deeper.
    expect(await remove(directory, 'internal', '/late', '/next')).toBe(1);
    expect(await remove(directory, 'internal', '/late')).toBe(0);
    await until(() => paths().includes('/next'));
    const { results, summary } = await running;
    expect(paths()).not.toContain('/late');
    expect(results.skipped()).toEqual([
      { Url: '/late', Level: '1', FoundOn: '/', Reason: 'deleted', Status: '', Attempts: '0', Class: '', Detail: '' },
    ]);
    expect(results.levels()).toEqual({ 0: ['/'], 1: pages.toSorted(), 2: ['/later', '/next'] });
    expect(summary.sites[0]).toMatchObject({ finishReason: 'no-work', skippedBy: { deleted: 1 } });
    expect(rows(directory, "SELECT link FROM internal_links WHERE link LIKE '%/late'")).toEqual([]);
    expect(rows(directory, "SELECT counters ->> 'skipped' AS skipped, used FROM sites")).toEqual([
      { skipped: 1, used: 33 },
    ]);
  });

  test('is passed over by a later turn too, and after a stop and a resume', async () => {
    const { origin, paths } = await start({ '/': page('start', '/a', '/b'), '/a': page('a'), '/b': page('b', '/a') });
    const { directory } = await crawl(`${origin}/`, { limit: 1 });
    expect(await remove(directory, 'internal', '/a')).toBe(1);
    const { results } = await resume(directory, { limit: 9 });
    expect(paths()).toEqual(['/', '/b']);
    expect(results.reasons()).toEqual({ '/a': 'deleted' });
    expect(results.json()).toMatchObject({ finishReason: 'no-work' });
  });
});

describe('a finished crawl is exported anew', () => {
  const pages: Pages = {
    '/': page('start', '/a', '/b', '/to-a', '/to-to-a', '/copy', external('x'), external('y'), 'javascript:go()'),
    '/a': page('a', '/behind', external('x'), external('z')),
    '/b': page('b', '/a', '/to-a', '/copy', '/start-again'),
    '/to-a': redirect('/a'),
    '/to-to-a': redirect('/to-a', 301),
    '/copy': page('a', '/behind', external('x'), external('z')),
    '/start-again': redirect('/'),
    '/behind': page('behind', '/'),
  };

  test('without a page that was deleted, its arcs, its copies and the redirects to it; what it led to keeps its level', async () => {
    const { origin } = await start(pages);
    const { directory, results } = await crawl(`${origin}/`);
    expect(await remove(directory, 'internal', '/a')).toBe(1);
    await exportLocalCrawl({ directory, formats: ['csv'] });
    expect(results.levels()).toEqual({ 0: ['/'], 1: ['/b'], 2: ['/behind'] });
    expect(results.arcs()).toEqual(['/ /b 1', '/b / 1', '/behind / 1']);
    expect(results.merges().map(({ Url }) => Url)).toEqual(['/start-again']);
    expect(results.reasons()).toEqual({
      ...{ '/a': 'deleted', '/copy': 'deleted', '/to-a': 'deleted', '/to-to-a': 'deleted' },
    });
    for (const { Found, Nodes, Redirects, Duplicates, Skipped } of results.counts())
      expect(Number(Found)).toBe([Nodes, Redirects, Duplicates, Skipped].map(Number).reduce((a, b) => a + b));
    expect(results.json()).toMatchObject({ sites: [{ skippedBy: { deleted: 4 }, outcomes: { nodes: 3, found: 8 } }] });
  });

  test('without a redirect or a copy that was deleted, and without the links to these', async () => {
    const { origin } = await start(pages);
    const { directory, results } = await crawl(`${origin}/`);
    await remove(directory, 'internal', '/to-a', '/copy');
    await exportLocalCrawl({ directory, formats: ['csv'] });
    expect(results.arcs()).toContain('/ /a 1');
    expect(results.arcs()).toContain('/b /a 1');
    expect(results.reasons()).toEqual({ '/copy': 'deleted', '/to-a': 'deleted', '/to-to-a': 'deleted' });
    expect(results.nodes().find(({ Url }) => Url === '/a')).toMatchObject({ Duplicates: '0' });
  });

  test('without external and bad links that were deleted, in every count and format that is there', async () => {
    const { origin } = await start(pages);
    const { directory, results } = await crawl(`${origin}/`, { formats: ['csv', 'graphml'] });
    const before = results.external();
    expect(before.map(({ Url, Occurrences }) => `${Url} ${Occurrences}`)).toEqual([
      ...[`${external('x')} 2`, `${external('y')} 1`, `${external('z')} 1`],
    ]);
    expect(await remove(directory, 'external', external('x'))).toBe(1);
    expect(await remove(directory, 'bad', 'javascript:go()')).toBe(1);
    await exportLocalCrawl({ directory, formats: ['csv'] });
    expect(results.external()).toEqual(before.slice(1));
    expect(results.bad()).toEqual([]);
    expect(results.nodes().map(({ Url, ExternalLinks }) => `${Url} ${ExternalLinks}`)).toEqual([
      ...['/ 1', '/a 1', '/b 0', '/behind 0'],
    ]);
    expect(results.json()).toMatchObject({ sites: [{ externalLinks: 2, badLinks: 0 }] });
    expect(results.raw(`graph/${site!.fileName}.graphml`)).toContain('<data key="ExternalLinks">1</data>');
    expect(results.raw(`graph/${site!.fileName}.graphml`)).not.toContain('<data key="ExternalLinks">2</data>');
  });

  test('without its start page, if that was deleted', async () => {
    const { origin } = await start(pages);
    const { directory, results } = await crawl(`${origin}/`);
    await remove(directory, 'internal', '/');
    await exportLocalCrawl({ directory, formats: ['csv'] });
    expect(results.levels()).toEqual({ 1: ['/a', '/b'], 2: ['/behind'] });
  });

  test('the same, byte for byte, where nothing was deleted', async () => {
    const { origin } = await start(pages);
    const { directory, results } = await crawl(`${origin}/`);
    const [files, json] = [results.files(), results.json()];
    await exportLocalCrawl({ directory, formats: ['csv'] });
    expect([new CrawlResults(directory).files(), results.json()]).toEqual([files, json]);
  });
});

test('five tables tell live what was collected, with the occurrences of external links', async () => {
  const { origin } = await start({
    '/': page('start', '/a', '/gone', external('x'), external('x'), 'data:,1'),
    '/a': page('a', external('x'), external('y'), '/out'),
    '/out': redirect(external('z')),
  });
  const { directory } = await crawl({ url: `${origin}/`, name: 'The site', shortName: 'S' } as never, {
    robots: 'ignore',
  });
  expect(rows(directory, "SELECT * FROM settings WHERE name IN ('robots', 'frames')")).toMatchObject([
    { name: 'robots', value: 'ignore' },
    { name: 'frames', value: 'false' },
  ]);
  expect(rows(directory, 'SELECT * FROM seeds')).toMatchObject([
    {
      number: 1,
      name: 'The site',
      short_name: 'S',
      start: `${origin}/`,
      status: 'no-work',
      origin,
      pages: 3,
      tags: null,
    },
  ]);
  expect(rows(directory, 'SELECT * FROM internal_links ORDER BY link')).toEqual([
    { link: `${origin}/`, site: 1, page: '', level: 0, status: 'node', reason: null, type: null },
    { link: `${origin}/a`, site: 1, page: `${origin}/`, level: 1, status: 'node', reason: null, type: null },
    {
      link: `${origin}/gone`,
      site: 1,
      page: `${origin}/`,
      level: 1,
      status: 'skipped',
      reason: 'http-status',
      type: null,
    },
    { link: `${origin}/out`, site: 1, page: `${origin}/a`, level: 2, status: 'redirect', reason: null, type: null },
  ]);
  expect(rows(directory, 'SELECT * FROM external_links ORDER BY link')).toEqual([
    {
      link: external('x'),
      site: 1,
      page: `${origin}/`,
      level: 0,
      anchor: `to ${external('x')}`,
      occurrences: 3,
      type: null,
    },
    {
      link: external('y'),
      site: 1,
      page: `${origin}/a`,
      level: 1,
      anchor: `to ${external('y')}`,
      occurrences: 1,
      type: null,
    },
    { link: external('z'), site: 1, page: `${origin}/out`, level: 2, anchor: '', occurrences: 1, type: null },
  ]);
  expect(rows(directory, 'SELECT * FROM bad_links')).toEqual([
    { text: 'data:,1', site: 1, page: `${origin}/`, level: 0, reason: 'data' },
  ]);
});
