import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readSpec } from '../../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../../shared/domain/spec/resolve/resolve-spec.ts';
import { crawl } from '../crawl-run.ts';
import { csvRows } from '../csv-rows.ts';
import { type LoopbackSite, type Pages, page, startSite } from '../loopback-site.ts';

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

const rows = (directory: string, name: string): Record<string, string>[] =>
  csvRows(readFileSync(join(directory, 'reports', name), 'utf8'));

test('asks for linked files by HEAD, and counts those that are there', async () => {
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
  expect(files.filter(({ method }) => method !== 'HEAD').map(({ path }) => path)).toEqual(['/gone.pdf']);
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

test('without it no file is asked for, and all that are linked count', async () => {
  const site = await open(pages);
  const { directory } = await crawl(site.origin);
  expect(rows(directory, 'indicators.csv')).toMatchObject([{ RichFiles: '5', Pdf: '2', Doc: '1', Ppt: '1', Xls: '1' }]);
  expect(site.asked.filter(({ method }) => method === 'HEAD')).toEqual([]);
});

test('is refused in an account', () => {
  const layer = readSpec({ richFiles: true, sites: [{ url: 'https://example.org/' }] }, path => path.join('.'));
  expect(() => resolveSpec([layer], { robots: [], finish: [], writers: [], analyzers: [] })).toThrow(
    'linked files are asked for on one machine only; leave it out here.',
  );
});
