import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterEach, expect, test } from 'vitest';
import { csvRows } from '../../pure/results/csv-rows.ts';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { crawl, resume } from '../crawl-run.ts';

let site: LoopbackSite | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

const product = (name: string, price: string, links = ''): string =>
  `<title>${name}</title><h1>${name}</h1><p class=p>${price}</p>${links}`;

const pages = {
  '/': product('Start', '', '<a href=/a>a</a><a href=/b>b</a><a href=/t.txt>t</a>'),
  '/a': product('Ä "quoted", one', '1 €', '<a href=/c>c</a>'),
  '/b': product('B', '2 €'),
  '/c': product('=1+1', '3 €'),
};

const extract = ['title=//h1', 'price=css:.p'];
const nodes = (directory: string, fileName: string): string => join(directory, `graph/${fileName}.nodes`);

test('gives columns of the table of pages, the same in every format and after a resume', async () => {
  site = await startSite(pages);
  const formats = ['csv', 'parquet', 'gexf', 'graphml'];
  const whole = await crawl(site.origin, { extract, formats });
  const rows = csvRows(readFileSync(`${nodes(whole.directory, site.fileName)}.csv`, 'utf8'));
  const wanted = [
    ['/', 'Start', ''],
    ['/a', 'Ä "quoted", one', '1 €'],
    ['/b', 'B', '2 €'],
    ['/c', '=1+1', '3 €'],
  ];
  expect(rows.map(row => [row['Label'], row['Field_title']?.replace(/^'/, ''), row['Field_price']])).toEqual(wanted);
  const bytes = readFileSync(`${nodes(whole.directory, site.fileName)}.parquet`);
  const table = await parquetReadObjects({
    file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  });
  expect(table.map(row => [row['Label'], row['Field_title'], row['Field_price']])).toEqual(wanted);

  const begun = await crawl(site.origin, { extract, formats, limit: 2 });
  await resume(begun.directory, { limit: 100 });
  for (const end of ['nodes.csv', 'edges.csv', 'nodes.parquet', 'gexf', 'graphml']) {
    const file = `graph/${site.fileName}.${end}`;
    expect(readFileSync(join(begun.directory, file)).equals(readFileSync(join(whole.directory, file)))).toBe(true);
  }
});

test('changes nothing in a crawl that does not ask for it, and tells of pages that cost too much', async () => {
  site = await startSite({ ...pages, '/c': `<h1>c</h1>${'<p><b>'.repeat(20_000)}` });
  const plain = await crawl(site.origin);
  expect(readFileSync(`${nodes(plain.directory, site.fileName)}.csv`, 'utf8')).not.toContain('Field_');
  const dear = await crawl(site.origin, { extract: ['n=count(//*[count(//*) > 3])', 'h=//h1'] });
  expect(dear.summary.notices).toContain(
    `${site.origin}: of 1 page some columns of --extract are empty, because reading them costs too much.`,
  );
});
