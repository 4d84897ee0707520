import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { diff } from '../../functions/cli/diff/diff-command.ts';
import type { CrawlSpec } from '../../shared/domain/spec/crawl-spec-schema.ts';
import { csvRows } from '../pure/results/csv-rows.ts';
import { type LoopbackSite, page, startSite } from '../servers/loopback-site.ts';
import { crawl, type FinishedCrawl } from './crawl-run.ts';

const settings: CrawlSpec = {
  formats: ['csv', 'gexf', 'graphml', 'net', 'parquet'],
  allLinks: true,
  nearDuplicates: 0.5,
  sitemaps: 'report',
};

/** The labels of the first site in the list; the second one has a tag alone. */
const first = { name: 'University of Łódź', shortName: 'UŁ', number: 7, tags: ['public', 'far north'] };

/** No page of a site is in these, or they name sites in columns of their own. */
const withoutLabels = [
  'graph/*.edges.csv',
  'fragment/sites.csv',
  'fragment/links.csv',
  'fragment/co-links.csv',
  'reports/choices.csv',
];

const text = 'one two three four five six seven eight nine ten eleven twelve';
const servers: LoopbackSite[] = [];
let labelled: FinishedCrawl;
let plain: FinishedCrawl;

beforeAll(async () => {
  const pages = {
    '/': page('start', '/a', '/b', '/gone', '/moved', 'http://one.example/', 'javascript:void(0)'),
    '/a': `<title>a</title><p>${text} a</p>`,
    '/b': `<title>b</title><p>${text} b</p>`,
    '/moved': { status: 301, headers: { location: '/a' } },
    '/robots.txt': { type: 'text/plain', body: '' },
  };
  servers.push(await startSite(pages), await startSite(pages));
  const [one, two] = servers.map(({ origin }) => ({ url: `${origin}/` })) as [{ url: string }, { url: string }];
  labelled = await crawl(
    [
      { ...one, ...first },
      { ...two, tags: ['private'] },
    ],
    settings,
  );
  plain = await crawl([one, two], settings);
});
afterAll(async () => {
  for (const server of servers) await server.close();
});

test('every table of a site has its number, names and tags', () => {
  const hosts = servers.map(({ origin }) => new URL(origin).host);
  const wanted = new Map([
    [hosts[0]!.replace(':', '_'), ['7', 'University of Łódź', 'UŁ', 'public; far north']],
    [hosts[1]!.replace(':', '_'), ['1', hosts[1]!, hosts[1]!, 'private']],
  ]);
  const tables = Object.keys(labelled.results.files()).filter(name => name.endsWith('.csv'));
  const told = tables.filter(name => !withoutLabels.includes(name.replace(/\/.*?(\.edges)/, '/*$1')));
  const filled = told.filter(name => {
    const rows = csvRows(labelled.results.raw(name));
    const site = [...wanted.keys()].find(each => name.includes(each));
    for (const { Site, SiteName, ShortName, Tags } of rows)
      if (site !== undefined) expect([name, Site, SiteName, ShortName, Tags]).toEqual([name, ...wanted.get(site)!]);
      else expect([...wanted.values()]).toContainEqual([Site, SiteName, ShortName, Tags]);
    return rows.length > 0;
  });
  const kinds = new Set(filled.map(name => name.replace(/127[\d._]*?(?=\.[a-z])/, '*')));
  expect([...kinds].sort()).toEqual([
    'graph/*.folder-links.csv',
    'graph/*.nodes.csv',
    'links/*.bad.csv',
    'links/*.external.csv',
    'links/*.pairs.csv',
    'links/all.pairs.csv',
    'pages/*.csv',
    'reports/*.broken-folders.csv',
    'reports/*.broken.csv',
    'reports/*.indicators.csv',
    'reports/*.issue-pages.csv',
    'reports/*.levels.csv',
    'reports/*.merges.csv',
    'reports/*.near-duplicates.csv',
    'reports/*.sitemap.csv',
    'reports/*.skipped.csv',
    'reports/indicators.csv',
    'reports/issues.csv',
  ]);
});

test('graphs, Parquet, the fragment, its picture and crawl.db have them too', async () => {
  const file = new URL(servers[0]!.origin).host.replace(':', '_');
  expect(labelled.results.raw(`graph/${file}.gexf`)).toContain(
    `<description>Web graph of University of Łódź (${servers[0]!.origin})`,
  );
  for (const name of [`graph/${file}.gexf`, `graph/${file}.graphml`, 'fragment/fragment.gexf', 'fragment/report.html'])
    expect([name, labelled.results.raw(name)]).toEqual([name, expect.stringContaining('public; far north')]);
  expect(labelled.results.raw(`graph/${file}.net`)).toMatch(
    /^\*Network University of &#321;&#243;d&#378; .*far north\r\n/,
  );
  for (const name of [`graph/${file}.nodes.parquet`, `pages/${file}.parquet`, `links/${file}.pairs.parquet`]) {
    const bytes = readFileSync(join(labelled.directory, name));
    const rows = await parquetReadObjects({
      file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
    });
    expect([name, rows[0]]).toEqual([
      name,
      expect.objectContaining({ Site: 7, SiteName: first.name, ShortName: 'UŁ', Tags: 'public; far north' }),
    ]);
  }
  // Every table is there in both formats, with as many rows.
  const names = readdirSync(labelled.directory, { recursive: true, encoding: 'utf8' });
  const tables = names.filter(name => /^(?:pages|links|reports|fragment)\/.*\.csv$/.test(name));
  expect(tables.length).toBeGreaterThan(12);
  for (const name of tables) {
    const bytes = readFileSync(join(labelled.directory, name.replace(/csv$/, 'parquet')));
    const { num_rows: rows } = parquetMetadata(new Uint8Array(bytes).buffer);
    expect([name, Number(rows)]).toEqual([name, csvRows(labelled.results.raw(name)).length]);
  }
  const db = new DatabaseSync(join(labelled.directory, 'crawl.db'), { readOnly: true });
  expect(db.prepare('SELECT number, tags FROM seeds ORDER BY number').all()).toEqual([
    { number: 1, tags: 'private' },
    { number: 7, tags: 'public; far north' },
  ]);
  db.close();
});

test('tables of one site stay as they are, where the list has only addresses', () => {
  const tables = Object.entries(plain.results.files()).filter(([name]) => name.endsWith('.csv'));
  const ofSites = [
    ...['reports/indicators.csv', 'reports/issues.csv', 'reports/choices.csv'],
    ...['fragment/sites.csv', 'fragment/links.csv'],
  ];
  const named = tables.filter(([name]) => !ofSites.includes(name));
  for (const [name, table] of named)
    expect([name, table.split('\n', 1)[0]]).not.toEqual([name, expect.stringContaining('Tags')]);
});

test('what changed between two crawls is told with them', async () => {
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation(chunk => {
    printed += String(chunk);
    return true;
  });
  try {
    for (const format of ['text', 'csv', 'json', 'html'] as const) {
      printed = '';
      expect(await diff(plain.directory, labelled.directory, { format })).toBe(0);
      if (format === 'csv') expect(printed).toBe('Site,What,Change,Url,Other,Reason,Title,SiteName,ShortName,Tags\n');
      if (format === 'json')
        expect(
          (JSON.parse(printed) as { sites: { labels: object }[] }).sites.map(({ labels }) => labels),
        ).toContainEqual(expect.objectContaining({ name: first.name, tags: 'public; far north' }));
      if (format === 'html') expect(printed).toContain(`<h2>University of Łódź (${servers[0]!.origin})</h2>`);
    }
  } finally {
    vi.restoreAllMocks();
  }
});
