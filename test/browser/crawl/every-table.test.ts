import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ofCrawls, ofSites } from '../../../functions/embedded/metadata/result-tables.ts';
import { readCsvRows } from '../../../shared/files/csv-table.ts';
import { crawl } from '../../crawl/crawl-run.ts';
import { zipMembers } from '../../pure/results/zip-members.ts';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';

/** A crawl that writes every table of the reference, in every format of tables. */

/** Written by `export --format arch`, not by a crawl. */
const ofExport = /^arch\//;
/** Written row by row while the crawl runs: CSV alone, which may be read while it grows. */
const ofRun = /^logs\//;

const sites: LoopbackSite[] = [];
let directory: string;
let files: readonly string[];

beforeAll(async () => {
  const rest = 'the same words of two pages that are alike but for a single word at their end ';
  const common = '<a href=https://common.example/>c</a>';
  const second = await startSite({ '/': `<title>2</title>${common}`, '/other': 'other host' });
  const third = await startSite(origin => ({
    '/robots.txt': `User-agent: *\nContent-Signal: ai-train=no\nAllow: /\nSitemap: ${origin}/sitemap.xml\n`,
    '/sitemap.xml': {
      headers: { 'content-type': 'application/xml' },
      body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${origin}/listed</loc></url></urlset>`,
    },
    '/listed': 'listed',
    '/press': `<script src=/s.js></script><button id=b>b</button><script>b.onclick = () => b.insertAdjacentHTML('afterend', '<a href=/found>f</a>');</script>`,
    '/s.js': { headers: { 'content-type': 'text/javascript' }, body: 'fetch("/found")' },
    '/found': 'found',
    '/': `<title>3</title>${common}<a href=/gone>g</a><a href=/one>1</a><a href=/two>2</a><a href=/twin>t</a><a href=/a/>a</a><a href=/press>b</a>
      <a href=/paper.pdf>p</a><a href=javascript:x>bad</a><a href=${second.origin}/>2</a><a href=${second.origin}/lost>l</a>`,
    '/one': rest.repeat(30),
    '/two': `${rest.repeat(30)} end`,
    '/twin': { status: 301, headers: { location: '/one' } },
    '/a/': '<a href=/b/>b</a>',
    '/b/': '<a href=/a/>a</a>',
  }));
  const host = await startSite({ '/': `<a href=${third.origin}/>back</a>` });
  sites.push(second, third, host);
  const hosts = [new URL(host.origin).host];
  ({ directory } = await crawl([{ url: third.origin, hosts }, { url: second.origin }], {
    ...{ formats: ['csv', 'parquet', 'xlsx'], scope: 'list', limit: 60, rule: 'gittins' },
    ...{ traverse: ['/press$'], allLinks: true, checkExternal: true, richFiles: true, nearDuplicates: 0.8 },
    ...{ sitemaps: 'report', order: 'links' },
  }));
  files = readdirSync(directory, { recursive: true }).map(String);
}, 300_000);

afterAll(async () => {
  for (const site of sites) await site.close();
});

describe('every table', () => {
  test('of the reference is written', () => {
    const declared = [...ofSites, ...ofCrawls].map(({ name }) => name).filter(name => name.endsWith('.csv'));
    const isWritten = (name: string): boolean => {
      const [before, after] = name.split('<site>');
      return files.some(file =>
        after === undefined ? file === name : file.startsWith(before!) && file.endsWith(after),
      );
    };
    expect(declared.filter(name => !ofExport.test(name) && !isWritten(name))).toEqual([]);
  });

  test('is also a Parquet file and an Excel workbook, with the same columns and rows', () => {
    const tables = files.filter(file => file.endsWith('.csv') && !ofRun.test(file)).map(file => file.slice(0, -4));
    expect(tables.length).toBeGreaterThan(30);
    const read = (file: string): Buffer => readFileSync(join(directory, file));
    for (const table of tables) {
      const [columns = [], ...rows] = readCsvRows(read(`${table}.csv`), true).rows;
      const { schema, num_rows: parquetRows } = parquetMetadata(new Uint8Array(read(`${table}.parquet`)).buffer);
      // Of edges, Type is the same word in all rows, for Gephi, which reads no Parquet.
      const inParquet = table.endsWith('.edges') ? columns.filter(name => name !== 'Type') : columns;
      const names = schema.slice(1).map(({ name }) => name);
      expect([table, names, Number(parquetRows)]).toEqual([table, inParquet, rows.length]);
      const sheet = String(zipMembers(read(`${table}.xlsx`)).get('xl/worksheets/sheet1.xml'));
      const [header = '', ...lines] = sheet.match(/<row>.*?<\/row>/gs) ?? [];
      const titles = [...header.matchAll(/<t [^>]*>([^<]*)<\/t>/g)].map(([, name]) => name);
      expect([table, titles, lines.length]).toEqual([table, columns, rows.length]);
    }
  });
});
