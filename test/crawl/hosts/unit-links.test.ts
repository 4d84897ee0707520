import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { csvRows } from '../../pure/results/csv-rows.ts';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { crawl } from '../crawl-run.ts';

const page = (name: string, ...links: string[]): string =>
  `<title>${name}</title>${name}${links.map(to => `<a href="${to}">x</a>`).join('')}`;

async function linksOf(site: LoopbackSite, directory: string, kind: 'host' | 'folder', hosts: Record<string, string>) {
  const name = join(directory, `graph/${site.fileName}.${kind}-links`);
  const named = (text = ''): string => Object.entries(hosts).reduce((all, [from, to]) => all.replace(from, to), text);
  for (const ending of ['gexf', 'graphml']) {
    const text = readFileSync(`${name}.${ending}`, 'utf8');
    expect(text.match(/<edge /g)?.length).toBe(csvRows(readFileSync(`${name}.csv`, 'utf8')).length);
  }
  return csvRows(readFileSync(`${name}.csv`, 'utf8')).map(
    ({ Source, Target, Links, Pages, SourcePages }) =>
      `${named(Source)} ${named(Target)} ${Links} ${Pages} ${SourcePages}`,
  );
}

test('links between hosts and between first folders are counted, those within a unit too', async () => {
  const second = await startSite({ '/': page('second', '/news/c'), '/news/c': page('c') }, { host: '127.0.0.2' });
  const first = await startSite({
    '/': page('first', '/news/a', '/news/a', '/news/deep/b', `${second.origin}/`),
    '/news/a': page('a', '/', `${second.origin}/news/c`, `${second.origin}/`),
    '/news/deep/b': page('b', '/news/a'),
  });
  const { directory } = await crawl(`${first.origin}/`, { scope: 'list', hosts: [second.origin] });
  const hosts = { [new URL(first.origin).host]: 'ONE', [new URL(second.origin).host]: 'TWO' };
  expect(await linksOf(first, directory, 'host', hosts)).toEqual(['ONE ONE 5 3 3', 'ONE TWO 3 2 3', 'TWO TWO 1 1 2']);
  expect(await linksOf(first, directory, 'folder', hosts)).toEqual([
    ...['ONE/ ONE/news/ 3 1 1', 'ONE/ TWO/ 1 1 1', 'ONE/news/ ONE/ 1 1 2', 'ONE/news/ ONE/news/ 1 1 2'],
    ...['ONE/news/ TWO/ 1 1 2', 'ONE/news/ TWO/news/ 1 1 2', 'TWO/ TWO/news/ 1 1 1'],
  ]);
  await Promise.all([first.close(), second.close()]);
});

test('labels are read by people, and names are those of the tables', async () => {
  const site = await startSite({
    '/': page('start', '/новости/1'),
    '/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8/1': page('1'),
  });
  const { directory } = await crawl(`${site.origin}/`);
  const folder = '/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8/';
  expect(await linksOf(site, directory, 'folder', {})).toEqual([`/ ${folder} 1 1 1`]);
  const graphml = readFileSync(join(directory, `graph/${site.fileName}.folder-links.graphml`), 'utf8');
  expect(graphml).toContain(`<data key="label">/новости/</data><data key="Name">${folder}</data>`);
  await site.close();
});

test('a site of one host has no graph of hosts', async () => {
  const site = await startSite({ '/': page('start', '/a/'), '/a/': page('a') });
  const { directory } = await crawl(`${site.origin}/`);
  expect(await linksOf(site, directory, 'folder', {})).toEqual(['/ /a/ 1 1 1']);
  expect(existsSync(join(directory, `graph/${site.fileName}.host-links.csv`))).toBe(false);
  await site.close();
});
