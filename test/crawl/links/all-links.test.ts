import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterEach, expect, test } from 'vitest';
import { csvRows } from '../../pure/results/csv-rows.ts';
import { type LoopbackSite, page, startSite } from '../../servers/loopback-site.ts';
import { crawl } from '../crawl-run.ts';

const sites: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function open(...given: Parameters<typeof startSite>): Promise<LoopbackSite> {
  const site = await startSite(...given);
  sites.push(site);
  return site;
}

const start = `<title>start</title>
  <a href="/a">one &amp; <b>two</b></a> <a href="/a" rel="NoFollow  ugc">one &amp; two</a> <a href="/a">one &amp; two</a>
  <a href="/moved" rel=sponsored><img alt="a picture"></a> <a href="/copy">copy</a> <a href="/gone">gone</a>
  <a href="/way/to/gone">by a redirect</a>
  <a href="http://example.org/x#part" rel="noopener nofollow">out</a> <a href="http://example.org/x">out</a>
  <a href="mailto:a@b.c">m</a> <a href="javascript:0">j</a>`;

const pages = {
  '/': start,
  '/a': '<title>a</title><a href="/">back</a><a href="/gone">this is gone</a>',
  '/copy': '<title>a</title><a href="/">back</a><a href="/gone">this is gone</a>',
  '/moved': { status: 301, headers: { location: '/a' } },
  '/way/to/gone': { status: 302, headers: { location: '/gone' } },
  '/gone': { status: 410, body: 'gone' },
};

function rowsOf(directory: string, name: string): Record<string, string>[] {
  return csvRows(readFileSync(join(directory, name), 'utf8'));
}

async function parquetRows(directory: string, name: string): Promise<Record<string, unknown>[]> {
  const bytes = readFileSync(join(directory, name));
  return await parquetReadObjects({ file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) });
}

test('writes every link of every page with its anchor and rel', async () => {
  const site = await open(pages);
  const { directory } = await crawl(`${site.origin}/`, { allLinks: true });
  const name = `links/${site.fileName}.pairs`;
  const rows = rowsOf(directory, `${name}.csv`);
  const short = rows.map(({ Page, Url, Target, Kind, Anchor, Rel, Occurrences }) =>
    [Page, Url?.replace(site.origin, ''), Target, Kind, Anchor, Rel, Occurrences].join('|'),
  );
  expect(short).toEqual([
    '0|/a|1|internal|one & two||2',
    '0|/a|1|internal|one & two|nofollow ugc|1',
    '0|/moved|1|internal|a picture|sponsored|1',
    '0|/copy|1|internal|copy||1',
    '0|/gone||internal|gone||1',
    '0|/way/to/gone||internal|by a redirect||1',
    '0|http://example.org/x||external|out|nofollow|1',
    '0|http://example.org/x||external|out||1',
    '1|/|0|internal|back||1',
    '1|/gone||internal|this is gone||1',
  ]);
  const asText = (await parquetRows(directory, `${name}.parquet`)).map(row =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, String(value ?? '')])),
  );
  expect(asText).toEqual(rows);
});

test('is one file for a set of sites, too, with the names of the sites', async () => {
  const [one, two] = [await open(pages), await open({ '/': page('two', '/b'), '/b': page('b') })];
  const { directory } = await crawl([{ url: one.origin, name: 'First' }, two.origin], { allLinks: true });
  const all = rowsOf(directory, 'links/all.pairs.csv');
  expect(all.map(({ SiteName }) => SiteName)).toEqual([
    ...new Array(10).fill('First'),
    two.origin.replace('http://', ''),
  ]);
  const ofSites = [one, two].flatMap(({ fileName }) => rowsOf(directory, `links/${fileName}.pairs.csv`));
  expect(all).toEqual(ofSites);
  expect(await parquetRows(directory, 'links/all.pairs.parquet')).toHaveLength(all.length);
});

test('changes nothing else, and writes no such files unasked', async () => {
  const site = await open(pages);
  const [without, asked] = [await crawl(site.origin), await crawl(site.origin, { allLinks: true })];
  const files = without.summary.files.filter(name => name !== 'crawl.json' && !name.includes('broken.csv'));
  expect(asked.summary.files.filter(name => name.includes('pairs'))).toHaveLength(2);
  expect(without.summary.files.filter(name => name.includes('pairs'))).toEqual([]);
  for (const name of files)
    expect(readFileSync(join(asked.directory, name)), name).toEqual(readFileSync(join(without.directory, name)));
});

test.each([
  { allLinks: true, anchors: ['gone', 'by a redirect', 'this is gone'] },
  { allLinks: false, anchors: ['', '', ''] },
])('tells which pages link to an address that failed, also by a redirect: all links $allLinks', async given => {
  const site = await open(pages);
  const { directory } = await crawl(site.origin, { allLinks: given.allLinks });
  const rows = rowsOf(directory, `reports/${site.fileName}.broken.csv`);
  const path = (url = ''): string => url.replace(site.origin, '');
  expect(rows.map(({ Url, Status, Link, Page }) => [path(Url), Status, path(Link), path(Page)])).toEqual([
    ['/gone', '410 Gone', '/gone', '/'],
    ['/gone', '410 Gone', '/way/to/gone', '/'],
    ['/gone', '410 Gone', '/gone', '/a'],
  ]);
  expect(rows.map(({ Anchor }) => Anchor)).toEqual(given.anchors);
  expect(rowsOf(directory, `reports/${site.fileName}.broken-folders.csv`)).toEqual([
    { Folder: '/', Pages: '2', Addresses: '1', Links: '3', Blocked: '0' },
  ]);
});

test('tells an address that failed and that no page links to: a start page', async () => {
  const site = await open({ '/': { status: 404, body: '' } });
  const { directory } = await crawl(`${site.origin}/`);
  expect(rowsOf(directory, `reports/${site.fileName}.broken.csv`)).toMatchObject([
    { Url: `${site.origin}/`, Status: '404 Not Found', Page: '', Occurrences: '0' },
  ]);
});
