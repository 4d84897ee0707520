/** Sites that are more or less than a host: one graph, with least clicks over hosts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { csvRows } from '../../pure/results/csv-rows.ts';
import { type LoopbackSite, page, redirect, startSite } from '../../servers/loopback-site.ts';
import { crawl } from '../crawl-run.ts';

const sites: LoopbackSite[] = [];
afterEach(async () => {
  await Promise.all(sites.splice(0).map(site => site.close()));
});

async function hostAt(host: string, pages: Parameters<typeof startSite>[0], port?: number): Promise<LoopbackSite> {
  const site = await startSite(pages, { host, ...(port !== undefined && { port }) });
  sites.push(site);
  return site;
}

test('a prefix is a site: what is outside of it is external and is not asked for', async () => {
  const site = await hostAt('127.0.0.1', {
    '/~lab': redirect('/~lab/'),
    '/~lab/': page('lab', 'a', '/~laboratory/', '/', '/~lab?q'),
    '/~lab/a': page('a', '/~lab/sub/b.html', '../~lab/', '/~other/x'),
    '/~lab/sub/b.html': page('b'),
    '/~lab?q': page('q'),
    '*': page('never'),
  });
  const { results, summary } = await crawl(`${site.origin}/~lab`, { scope: 'prefix' });
  expect(summary.finishReason).toBe('no-work');
  expect(summary.notices).toEqual([]);
  expect(site.paths().sort()).toEqual(['/~lab', '/~lab/', '/~lab/a', '/~lab/sub/b.html', '/~lab?q']);
  expect(results.levels()).toEqual({ 0: ['/~lab/'], 1: ['/~lab/a', '/~lab?q'], 2: ['/~lab/sub/b.html'] });
  const places = results.nodes().map(({ Url, Host, Folder }) => [Url, Host, Folder]);
  expect(places).toContainEqual(['/~lab/sub/b.html', new URL(site.origin).host, '/~lab/sub/']);
  expect(results.external().map(({ Url }) => Url)).toEqual(['/~laboratory/', '/', '/~other/x']);
});

test('two prefixes of one host are two sites', async () => {
  const site = await hostAt('127.0.0.1', {
    '/~a/': page('a', '/~a/1', '/~b/'),
    '/~b/': page('b', '/~b/1', '/~a/'),
    '*': ({ path }) => page(path),
  });
  const { summary } = await crawl([`${site.origin}/~a/`, `${site.origin}/~b/`], { scope: 'prefix' });
  expect(summary.sites.map(({ finishReason, outcomes }) => [finishReason, outcomes.nodes])).toEqual([
    ['no-work', 2],
    ['no-work', 2],
  ]);
});

test('a list of hosts is one site with levels over hosts, each host with its own robots.txt', async () => {
  const first = await hostAt('127.0.0.1', origin => {
    const at = (host: number, path: string): string => origin.replace('127.0.0.1', `127.0.0.${host}`) + path;
    return {
      '/robots.txt': 'User-agent: *\nDisallow: /no',
      '/': page('start', '/a', at(2, '/x'), at(3, '/')),
      '/a': page('a', at(2, '/y'), '/moved', '/no'),
      '/moved': redirect(at(2, '/z')),
      '*': ({ path }) => page(path),
    };
  });
  const port = Number(new URL(first.origin).port);
  const second = await hostAt(
    '127.0.0.2',
    {
      '/robots.txt': 'User-agent: *\nDisallow: /y',
      '/x': page('x', '/no', '/y', `${first.origin}/deep`),
      '/z': page('z', `${first.origin}/a`),
      '*': ({ path }) => page(`second ${path}`),
    },
    port,
  );
  const third = await hostAt('127.0.0.3', { '*': page('another site') }, port);
  const { results, summary } = await crawl(`${first.origin}/`, {
    scope: 'list',
    sites: undefined,
    hosts: [second.origin],
  });
  expect(summary.finishReason).toBe('no-work');
  const levels = results
    .nodes()
    .map(({ Url, Level }) => `${Level} ${Url!.replace(/^.*127/, '127').replace(`:${port}`, '')}`);
  expect(levels.sort()).toEqual(['0 /', '1 /a', '1 127.0.0.2/x', '2 /deep', '2 127.0.0.2/no', '2 127.0.0.2/z']);
  expect(third.asked).toEqual([]);
  expect(second.asked.filter(({ path }) => path === '/robots.txt')).toHaveLength(1);
  expect(first.asked.filter(({ path }) => path === '/robots.txt')).toHaveLength(1);
  expect(second.paths().sort()).toEqual(['/no', '/x', '/z']);
  expect(first.paths().sort()).toEqual(['/', '/a', '/deep', '/moved']);
});

test('a host of a list that no page is of is told by a row of zeros, and in the summary', async () => {
  const first = await hostAt('127.0.0.1', { '/': page('start', '/a'), '*': ({ path }) => page(path) });
  const silent = first.origin.replace('127.0.0.1', '127.0.0.2');
  const list = { scope: 'list' as const, sites: undefined, hosts: [silent] };
  const { directory, summary } = await crawl(`${first.origin}/`, list);
  const told = `${first.origin}: 1 of the 2 hosts of the site gave no own page: ${new URL(silent).host}.`;
  expect(summary.notices).toContain(told);
  const name = readdirSync(join(directory, 'reports')).find(file => file.endsWith('.hosts.csv'))!;
  const rows = csvRows(readFileSync(join(directory, 'reports', name), 'utf8'));
  expect(rows.map(({ Host, Pages }) => [Host, Pages])).toEqual([
    [new URL(first.origin).host, '2'],
    [new URL(silent).host, '0'],
  ]);
});

test('broken links of equal folders are counted host by host', async () => {
  const first = await hostAt('127.0.0.1', origin => ({
    '/': page('start', '/gone', `${origin.replace('127.0.0.1', '127.0.0.2')}/`),
    '*': { status: 404 },
  }));
  const port = Number(new URL(first.origin).port);
  const second = await hostAt('127.0.0.2', { '/': page('second', '/lost', '/away'), '*': { status: 404 } }, port);
  const hosts = { scope: 'list' as const, sites: undefined, hosts: [second.origin] };
  const { results } = await crawl(`${first.origin}/`, hosts);
  const rows = results.raw(`reports/${first.fileName}.broken-folders.csv`).trim().split('\n');
  expect(rows).toEqual([
    'Folder,Pages,Addresses,Links,Blocked',
    `${new URL(first.origin).host}/,1,1,1,0`,
    `${new URL(second.origin).host}/,1,2,2,0`,
  ]);
});
