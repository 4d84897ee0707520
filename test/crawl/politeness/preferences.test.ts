import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { csvRows } from '../../pure/results/csv-rows.ts';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { crawl } from '../crawl-run.ts';

let site: LoopbackSite | undefined;
afterEach(async () => await site?.close());

const html = { 'content-type': 'text/html; charset=utf-8' };
const paths = ['/free', '/reserved/a', '/noai', '/header', '/noindex', '/nofollow', '/rel', '/noindex-only'];

async function open(): Promise<LoopbackSite> {
  site = await startSite({
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nContent-Usage: /reserved/ train-ai=n\nLicense: https://example.org/license.xml\n',
    },
    '/.well-known/tdmrep.json': {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ location: '/header', 'tdm-reservation': 1 }]),
    },
    '/': { headers: html, body: paths.map(path => `<a href=${path}>x</a>`).join('') },
    '/free': { headers: html, body: 'free' },
    '/reserved/a': { headers: html, body: 'reserved' },
    '/noai': { headers: html, body: '<meta name=robots content="noai">noai<a href=/behind-noai>x</a>' },
    '/header': { headers: { ...html, 'tdm-reservation': '1' }, body: 'header' },
    '/noindex': { headers: { ...html, 'x-robots-tag': 'noindex' }, body: 'x<a href=/behind-noindex>x</a>' },
    '/noindex-only': { headers: { ...html, 'x-robots-tag': 'otherbot: noindex' }, body: 'only others' },
    '/nofollow': {
      headers: html,
      body: '<meta name=robots content=nofollow>y<a href=/behind>x</a><a href=/free>x</a>',
    },
    '/rel': { headers: html, body: 'z<a rel="ugc nofollow" href=/behind>x</a><a href=/free>x</a>' },
    '/behind': { headers: html, body: 'behind' },
    '/behind-noai': { headers: html, body: 'behind noai' },
    '/behind-noindex': { headers: html, body: 'behind noindex' },
  });
  return site;
}

const skipped = (directory: string, name: string): Record<string, string> =>
  Object.fromEntries(
    csvRows(readFileSync(join(directory, `reports/${name}.skipped.csv`), 'utf8')).map(({ Url, Reason, Detail }) => [
      new URL(Url!).pathname,
      `${Reason} ${Detail}`,
    ]),
  );

test('preferences are reported, and change nothing unasked', async () => {
  const { origin, fileName, paths: requested } = await open();
  const { directory } = await crawl(`${origin}/`);
  const rows = csvRows(readFileSync(join(directory, `reports/${fileName}.preferences.csv`), 'utf8'));
  expect(
    rows.map(({ Url, Source, Agent, Path, Name, Value, Heeded }) =>
      [Url!.replace(origin, ''), Source, Agent, Path, Name, Value, Heeded].join(' '),
    ),
  ).toEqual([
    '/robots.txt robots.txt * /reserved/ content-usage train-ai=n ',
    '/robots.txt robots.txt *  license https://example.org/license.xml ',
    '/header header *  tdm-reservation 1 ',
    '/noai meta *  robots noai ',
    '/nofollow meta *  robots nofollow ',
    '/noindex header *  x-robots-tag noindex ',
    '/noindex-only header otherbot  x-robots-tag noindex ',
  ]);
  expect(skipped(directory, fileName)).toEqual({});
  expect(requested().some(path => path.includes('tdmrep'))).toBe(false);
});

test('with a purpose what is reserved is left out, each with what was asked; with --heed directives are', async () => {
  const { origin, fileName, paths: requested } = await open();
  const { directory, summary } = await crawl(`${origin}/`, { purpose: 'ai-training', heed: ['noindex', 'nofollow'] });
  expect(skipped(directory, fileName)).toEqual({
    '/reserved/a': 'preference train-ai=n (robots.txt)',
    '/header': 'preference tdm-reservation=1 (tdmrep.json)',
    '/noai': 'page-preference noai (meta robots)',
    '/noindex': 'page-preference noindex (header x-robots-tag)',
  });
  const asked = requested();
  for (const path of ['/reserved/a', '/header', '/behind', '/behind-noai', '/behind-noindex'])
    expect(asked).not.toContain(path);
  expect(asked.filter(path => path.includes('tdmrep'))).toHaveLength(1);
  const rows = csvRows(readFileSync(join(directory, `reports/${fileName}.preferences.csv`), 'utf8'));
  expect(rows.filter(({ Heeded }) => Heeded !== '').map(({ Source, Heeded }) => `${Source} ${Heeded}`)).toEqual([
    ...['robots.txt train-ai=n', 'tdmrep.json tdm-reservation=1', 'meta nofollow', 'meta noai', 'header noindex'],
  ]);
  expect(summary.notices).toContain(`${origin}: 3 links with nofollow were not followed.`);
});

test('a site whose owner says nothing has no such file', async () => {
  site = await startSite({ '/': { headers: html, body: 'x' } });
  const { directory } = await crawl(`${site.origin}/`);
  expect(existsSync(join(directory, `reports/${site.fileName}.preferences.csv`))).toBe(false);
});

test('tdmrep.json is requested no sooner after robots.txt than its Crawl-delay says', async () => {
  const robots = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nCrawl-delay: 0.3\n' };
  site = await startSite({ '/robots.txt': robots, '/': { headers: html, body: 'x' } });
  const { directory } = await crawl(`${site.origin}/`, { purpose: 'research' });
  const rows = csvRows(readFileSync(join(directory, 'logs/common.csv'), 'utf8'));
  expect(rows.map(({ address }) => new URL(address!).pathname)).toEqual([
    '/robots.txt',
    '/.well-known/tdmrep.json',
    '/',
  ]);
  expect(rows.slice(1).map(({ delay }) => delay)).toEqual(['300', '300']);
  const starts = rows.map(({ start }) => Date.parse(start!));
  expect(starts[1]! - starts[0]!).toBeGreaterThanOrEqual(299);
});
