import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readSitemap } from '../../../shared/wings/publications/sitemaps/read-sitemap.ts';
import type {
  SitemapEntry,
  SitemapOptions,
  SitemapReading,
} from '../../../shared/wings/publications/sitemaps/sitemap.ts';

const options: SitemapOptions = {
  ...{ base: 'https://news.example/sitemap.xml', contentType: 'application/xml' },
  nowMs: Date.UTC(2017, 8, 13),
};

async function read(
  text: string | Uint8Array,
  further: Partial<SitemapOptions> = {},
): Promise<{ readonly end: SitemapReading; readonly entries: readonly SitemapEntry[] }> {
  const entries: SitemapEntry[] = [];
  const body = typeof text === 'string' ? Buffer.from(text) : text;
  return { end: await readSitemap(body, { ...options, ...further }, entry => entries.push(entry)), entries };
}

const urlset = (entries: string): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:n="http://www.google.com/schemas/sitemap-news/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">${entries}</urlset>`;

describe('a sitemap', () => {
  test('gives addresses with their times and what Google News is told; images are left aside', async () => {
    const { end, entries } = await read(
      urlset(
        `<url><loc> https://news.example/1?a=1&amp;b=2#x </loc><lastmod>2017-09-12T10:00:00+03:00</lastmod><changefreq>daily</changefreq>
         <image:image><image:loc>https://news.example/1.jpg</image:loc></image:image></url>
         <url><loc>/2</loc><n:news><n:publication><n:name>News</n:name><n:language>ru</n:language></n:publication>
         <n:publication_date>2017-09-12</n:publication_date><n:title>Наука &amp; жизнь</n:title></n:news></url>`,
      ),
    );
    expect(end).toEqual({ kind: 'urlset', entries: 2, faults: {} });
    expect(entries).toMatchObject([
      { address: 'https://news.example/1?a=1&b=2', modified: { at: '2017-09-12T07:00:00.000Z', offsetMinutes: 180 } },
      {
        address: 'https://news.example/2',
        news: { title: 'Наука & жизнь', language: 'ru', published: { precision: 'day' } },
      },
    ]);
  });

  test('with ampersands that should have been escaped has its addresses as they were meant (XML 1.0, 4.1)', async () => {
    const { entries } = await read(
      urlset('<url><loc>/?a=1&section=2&currency=3&amp;region=&#x34;&copy</loc></url><url><loc>/&section;</loc></url>'),
    );
    expect(entries.map(({ address }) => address)).toEqual([
      'https://news.example/?a=1&section=2&currency=3&region=4&copy',
      'https://news.example/&section;',
    ]);
  });

  test('has no address from an element of another namespace', async () => {
    const image = '<image xmlns="http://www.google.com/schemas/sitemap-image/1.1"><loc>/x.jpg</loc></image>';
    const { entries } = await read(
      `<urlset><url>${image}<loc>/1</loc></url><url><lastmod>2017-01-01<loc>/2</loc></url></urlset>`,
    );
    expect(entries.map(({ address }) => address)).toEqual(['https://news.example/1', 'https://news.example/2']);
  });

  test('may be an index, under any prefix, as gzip', async () => {
    const index = `<s:sitemapindex xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:sitemap><s:loc>https://news.example/2017.xml.gz</s:loc><s:lastmod>2017-09</s:lastmod></s:sitemap></s:sitemapindex>`;
    const { end, entries } = await read(gzipSync(index));
    expect(end).toEqual({ kind: 'index', entries: 1, faults: {} });
    expect(entries).toMatchObject([{ address: 'https://news.example/2017.xml.gz', modified: { precision: 'month' } }]);
  });

  test('may be an address a line', async () => {
    const { end, entries } = await read('\ufeffhttps://news.example/1\r\n\nhttps://news.example/2\njavascript:x\n');
    expect(end).toEqual({ kind: 'text', entries: 2, faults: { 'bad-address': 1 } });
    expect(entries).toEqual([{ address: 'https://news.example/1' }, { address: 'https://news.example/2' }]);
  });

  test('of more than 50,000 addresses is read to its end, and to its bound', async () => {
    const many = urlset(
      Array.from({ length: 60_000 }, (_, n) => `<url><loc>https://news.example/${n}</loc></url>`).join(''),
    );
    expect((await read(many)).end).toEqual({ kind: 'urlset', entries: 60_000, faults: {} });
    const { end, entries } = await read(many, { mostEntries: 10 });
    expect(end).toEqual({ kind: 'urlset', entries: 10, faults: { 'too-many': 59_990 } });
    expect(entries.length).toBe(10);
  });
});

describe('what is wrong with a sitemap is counted, and the rest of it is kept', () => {
  test.each([
    ['entries without an address', '<url><lastmod>2017-01-01</lastmod></url>', { 'no-address': 1 }],
    ['addresses of another scheme', '<url><loc>mailto:x</loc></url>', { 'bad-address': 1 }],
    [
      'times that are none, ahead, or of 1970',
      ['never', '2037-01-01', '1970-01-01']
        .map((at, n) => `<url><loc>/t${n}</loc><lastmod>${at}</lastmod></url>`)
        .join(''),
      { 'bad-date': 1, 'future-date': 1, 'old-date': 1 },
    ],
    ['end tags that are missing', '<url><loc>/x</loc><url><loc>/y</loc></url>', { malformed: 1 }],
  ])('%s', async (_, wrong, faults) => {
    const { end, entries } = await read(urlset(`${wrong}<url><loc>/last</loc></url>`));
    expect(end).toMatchObject({ faults });
    expect(entries.at(-1)).toEqual({ address: 'https://news.example/last' });
    expect(entries.every(({ modified }) => modified === undefined)).toBe(true);
  });

  test('a document that was cut keeps the entries before its end', async () => {
    const { end, entries } = await read(urlset('<url><loc>/1</loc></url><url><loc>/2</loc></url>').slice(0, -20));
    expect(end).toEqual({ kind: 'urlset', entries: 1, faults: { truncated: 1 } });
    expect(entries).toEqual([{ address: 'https://news.example/1' }]);
  });
});

describe('bounds of a packed sitemap (adverse 40)', () => {
  const packed = gzipSync(urlset(`<url><loc>/1</loc></url>${' '.repeat(5_000_000)}<url><loc>/2</loc></url>`));

  test('a bomb is unpacked to the bound, and its first entries are kept', async () => {
    const { end, entries } = await read(packed, { mostBytes: 100_000 });
    expect(end).toEqual({ kind: 'urlset', entries: 1, faults: { 'too-large': 1, truncated: 1 } });
    expect(entries).toEqual([{ address: 'https://news.example/1' }]);
  });

  test('a stream that was cut or damaged gives what came before', async () => {
    const { end } = await read(packed.subarray(0, packed.length - 8));
    expect(end).toMatchObject({ faults: { 'bad-gzip': 1 } });
    expect((await read(Uint8Array.of(0x1f, 0x8b, 1, 2, 3))).end).toEqual({ kind: 'none', why: 'bad-gzip' });
  });
});

test.each([
  ['', 'empty'],
  ['<html><urlset></urlset></html>', 'html'],
  ['<rss><channel/></rss>', 'feed'],
  ['<opml/>', 'xml'],
  ['User-agent: *', 'text'],
])('%j is no sitemap: %s', async (text, why) => {
  expect((await read(text)).end).toEqual({ kind: 'none', why });
});
