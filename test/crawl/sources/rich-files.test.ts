import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../shared/domain/spec/resolve/resolve-spec.ts';
import { csvRows } from '../../pure/results/csv-rows.ts';
import { type LoopbackSite, type Pages, page, startSite } from '../../servers/loopback-site.ts';
import { crawl } from '../crawl-run.ts';

const sites: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function open(pages: Pages): Promise<LoopbackSite> {
  const site = await startSite(pages);
  sites.push(site);
  return site;
}

const pdf = { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4' };
const pages: Pages = {
  '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /secret/\n' },
  '/': page('start', '/a.pdf', '/gone.pdf', '/secret/b.doc', '/c.XLSX', '/picture.png', '/sub/'),
  '/sub/': page('sub', '/a.pdf', '/sub/moved.ppt'),
  '/a.pdf': pdf,
  '/c.XLSX': pdf,
  '/sub/moved.ppt': { status: 301, headers: { location: '/a.pdf' } },
};

const archivesOf = (directory: string): string[] =>
  readdirSync(join(directory, 'archive'))
    .filter(name => name.endsWith('.warc.gz'))
    .map(name => join(directory, 'archive', name));

const rows = (directory: string, name: string): Record<string, string>[] =>
  csvRows(readFileSync(join(directory, 'reports', name), 'utf8'));

test('asks for linked files by HEAD alone, and counts those that are there', async () => {
  const site = await open(pages);
  const { directory, results } = await crawl(site.origin, { richFiles: true, warc: true });
  const told = rows(directory, `${site.fileName}.rich-files.csv`).map(row =>
    [row['Url']?.replace(site.origin, ''), row['Type'], row['State'], row['Status'], row['Level']].join(' '),
  );
  expect(told).toEqual([
    '/a.pdf pdf ok 200 1',
    '/c.XLSX xls ok 200 1',
    '/gone.pdf pdf dead 404 Not Found 1',
    '/secret/b.doc doc refused robots.txt 1',
    '/sub/moved.ppt ppt moved 301 Moved Permanently 2',
  ]);
  const [all] = rows(directory, 'indicators.csv');
  expect(all).toMatchObject({ RichFiles: '3', Pdf: '1', Doc: '0', Ppt: '1', Xls: '1' });
  expect(rows(directory, `${site.fileName}.indicators.csv`)).toMatchObject([
    { Folder: '/', Pdf: '1', Ppt: '0' },
    { Folder: '/sub/', Pdf: '0', Ppt: '1' },
  ]);
  const files = site.asked.filter(({ path }) => /\.(?:pdf|doc|XLSX|ppt|png)$/.test(path));
  expect(files.filter(({ method }) => method !== 'HEAD')).toEqual([]);
  expect(files.map(({ path }) => path)).not.toContain('/secret/b.doc');
  expect(files.map(({ path }) => path)).not.toContain('/picture.png');
  // Nothing else depends on it.
  const plain = await crawl(site.origin);
  const others = (files: Record<string, string>): string[] =>
    Object.entries(files)
      .filter(([name]) => !name.includes('indicators') && !name.includes('rich-files'))
      .map(([name, text]) => `${name} ${text.replaceAll(site.origin, '')}`);
  expect(others(results.files())).toEqual(others(plain.results.files()));
});

/** Servers that answer HEAD otherwise than by the head of a file. */
const hostilePages: Pages = {
  '/': page(
    'start',
    '/a.pdf',
    '/soft.pdf',
    '/xhtml.doc',
    '/moved.xls',
    '/405.pdf',
    '/501.ps',
    '/403.odt',
    '/sub/odd.ppt',
  ),
  '/a.pdf': {
    headers: {
      'content-type': 'Application/PDF; charset=binary',
      'content-length': '8',
      'last-modified': 'Tue, 02 Jan 2024 03:04:05 GMT',
    },
    body: '%PDF-1.4',
  },
  '/soft.pdf': page('This document has moved'),
  '/xhtml.doc': { headers: { 'content-type': 'application/xhtml+xml' }, body: '<html/>' },
  '/moved.xls': { status: 301, headers: { location: '/soft.pdf' } },
  '/405.pdf': { status: 405, headers: { allow: 'GET' } },
  '/501.ps': { status: 501 },
  '/403.odt': { status: 403 },
  '/sub/odd.ppt': {
    headers: { 'content-type': '', 'last-modified': 'long ago', 'content-length': '3' },
    body: 'abc',
  },
};

test('tells what HEAD says, and neither counts pages in place of files nor what HEAD does not tell', async () => {
  const site = await open(hostilePages);
  const { directory } = await crawl(site.origin, { richFiles: true, warc: true });
  const table = rows(directory, `${site.fileName}.rich-files.csv`);
  const told = table.map(({ Url = '', State, Status, Target = '', ContentType, Bytes, LastModified, Folder }) =>
    [Url, State, Status, Target, ContentType, Bytes, LastModified, Folder].join('|').replaceAll(site.origin, ''),
  );
  expect(told).toEqual([
    '/403.odt|refused|403 Forbidden|||||/',
    '/405.pdf|not-known|405 Method Not Allowed|||||/',
    '/501.ps|not-known|501 Not Implemented|||||/',
    '/a.pdf|ok|200||application/pdf|8|2024-01-02T03:04:05Z|/',
    '/moved.xls|page|200, a page in place of the file|/soft.pdf|text/html|||/',
    '/soft.pdf|page|200, a page in place of the file||text/html|||/',
    '/sub/odd.ppt|ok|200|||3||/sub/',
    '/xhtml.doc|page|200, a page in place of the file||application/xhtml+xml|||/',
  ]);
  const [all] = rows(directory, 'indicators.csv');
  expect(all).toMatchObject({ RichFiles: '2', Pdf: '1', Doc: '0', Ppt: '1', Xls: '0', Ps: '0', Odf: '0' });
  expect(
    site.asked.filter(({ path, method }) => /\.\w+$/.test(path) && path !== '/robots.txt' && method !== 'HEAD'),
  ).toEqual([]);
  // The archive tells the same without a request.
  const asked = site.asked.length;
  const again = await crawl(site.origin, { richFiles: true, fromWarc: archivesOf(directory) });
  expect(again.results.files()[`reports/${site.fileName}.rich-files.csv`]).toBe(
    readFileSync(join(directory, 'reports', `${site.fileName}.rich-files.csv`), 'latin1'),
  );
  expect(site.asked.length).toBe(asked);
});

test('a file that is an external address of another site is asked for as both', async () => {
  const one = await open({ '/': page('one', '/x.pdf'), '/x.pdf': { status: 405 } });
  const other = await open({ '/': page('other', `${one.origin}/x.pdf`) });
  const { directory } = await crawl([one.origin, other.origin], { richFiles: true, checkExternal: true });
  expect(rows(directory, `${one.fileName}.rich-files.csv`)).toMatchObject([{ State: 'not-known' }]);
  const external = rows(directory, `${other.fileName}.external-checks.csv`);
  expect(external).toMatchObject([{ Url: `${one.origin}/x.pdf`, State: 'refused', Status: '405 Method Not Allowed' }]);
  const methods = one.asked.filter(({ path }) => path === '/x.pdf').map(({ method }) => method);
  expect(methods.sort()).toEqual(['GET', 'HEAD', 'HEAD']);
});

test('without it no file is asked for, and all that are linked count', async () => {
  const site = await open(pages);
  const { directory } = await crawl(site.origin);
  expect(rows(directory, 'indicators.csv')).toMatchObject([{ RichFiles: '5', Pdf: '2', Doc: '1', Ppt: '1', Xls: '1' }]);
  expect(site.asked.filter(({ method }) => method === 'HEAD')).toEqual([]);
});

test('is refused in an account', () => {
  const layer = readSpec({ richFiles: true, sites: [{ url: 'https://example.org/' }] }, path => path.join('.'));
  expect(() => resolveSpec([layer], { robots: [], finish: [], writers: [], analyzers: [] })).toThrow(
    'linked files are requested on one machine only; leave it out here.',
  );
});
