import { gzipSync } from 'node:zlib';
import { readFeed } from '../../shared/wings/publications/feeds/read-feed.ts';
import { readSitemap } from '../../shared/wings/publications/sitemaps/read-sitemap.ts';

/** The cost of reading large and hostile feeds and sitemaps: `npm run bench:feeds`. */
const nowMs = Date.UTC(2017, 8, 13);
const base = 'https://news.example/';

function repeated(head: string, part: (n: number) => string, times: number, tail: string): Buffer {
  const parts = [head];
  for (let n = 0; n < times; n += 1) parts.push(part(n));
  return Buffer.from([...parts, tail].join(''));
}

const item = (n: number, text: string): string =>
  `<item><title>Новость ${n}</title><link>https://news.example/${n}</link><pubDate>Tue, 12 Sep 2017 15:34:56 +0300</pubDate><description>${text}</description></item>`;
const head = '<?xml version="1.0"?><rss version="2.0"><channel><title>x</title>';
const tail = '</channel></rss>';
const text = 'Слово и дело. '.repeat(80);

type BenchCase = readonly [name: string, body: Buffer, read: () => unknown];

const cases: readonly BenchCase[] = [
  feedCase(
    'feed of 1,000 items of 300 bytes',
    repeated(head, n => item(n, 'x'), 1_000, tail),
  ),
  feedCase(
    'feed of 50 MB, 21,000 items',
    repeated(head, n => item(n, text), 21_000, tail),
  ),
  feedCase(
    'feed of 1,000,000 items',
    repeated(head, n => item(n, 'x'), 1_000_000, tail),
  ),
  feedCase(
    '100,000 definitions of entities',
    repeated('<!DOCTYPE x [', n => `<!ENTITY a${n} "&a${n + 1};">`, 100_000, `]>${head}${item(1, '&a1;')}${tail}`),
  ),
  feedCase(
    '5,000,000 elements, one within another',
    repeated(`${head}<item>`, () => '<a>', 5_000_000, tail),
  ),
  feedCase(
    '5,000,000 end tags of nothing',
    repeated(`${head}<item>${'<b>'.repeat(99)}`, () => '</c>', 5_000_000, tail),
  ),
  feedCase(
    'a title of 50 MB',
    repeated(`${head}<item><title>`, () => '< &lt;', 9_000_000, tail),
  ),
  feedCase(
    'an element of 1,000,000 attributes',
    repeated(`${head}<item `, n => `a${n}="x" `, 1_000_000, `/>${tail}`),
  ),
  feedCase(
    'JSON Feed of 300,000 items',
    repeated(
      '{"version":"https://jsonfeed.org/version/1","items":[{}',
      n => `,{"id":${n},"url":"/${n}","content_html":"${'x'.repeat(100)}"}`,
      300_000,
      ']}',
    ),
  ),
  sitemapCase('sitemap of 50,000 addresses', sitemap(50_000)),
  sitemapCase('sitemap of 1,000,000 addresses', sitemap(1_000_000)),
  sitemapCase('gzip of 1 GB in 1 MB', gzipSync(Buffer.alloc(1 << 30, ' '), { level: 1 })),
];

function feedCase(name: string, body: Buffer): BenchCase {
  return [name, body, () => readFeed(body, { base, contentType: 'text/xml', nowMs })];
}

function sitemapCase(name: string, body: Buffer): BenchCase {
  return [name, body, () => readSitemap(body, { base, contentType: 'text/xml', nowMs }, () => undefined)];
}

function sitemap(entries: number): Buffer {
  return repeated(
    '<urlset>',
    n => `<url><loc>https://news.example/${n}</loc><lastmod>2017-09-12</lastmod></url>`,
    entries,
    '</urlset>',
  );
}

for (const [name, body, read] of cases) {
  const start = process.cpuUsage();
  const found = (await read()) as { readonly items?: readonly unknown[]; readonly faults?: unknown; entries?: number };
  const { user, system } = process.cpuUsage(start);
  const kept = found.items?.length ?? found.entries ?? 0;
  const size = `${(body.length / 1e6).toFixed(1)} MB`;
  const cpu = `${Math.round((user + system) / 1000)} ms CPU`;
  process.stdout.write(
    `${name.padEnd(40)} ${size.padStart(9)} ${cpu.padStart(13)}  kept ${String(kept).padStart(7)}  ${JSON.stringify(found.faults ?? {})}\n`,
  );
}
process.stdout.write(`peak memory of all: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`);
