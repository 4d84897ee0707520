import { describe, expect, it, onTestFinished } from 'vitest';
import { csvRows } from '../pure/results/csv-rows.ts';
import { type LoopbackSite, page, redirect, startSite } from '../servers/loopback-site.ts';
import { type CrawlResults, crawl } from './crawl-run.ts';

type Rows = Record<string, string>[];

/** Three sites on ports of one address: each links on, the first and second to each other; the last answers 404. */
async function startTargets(): Promise<LoopbackSite[]> {
  const at = await Promise.all([0, 1, 2, 3].map(async () => await startSite({})));
  const ports = at.map(({ origin }) => Number(new URL(origin).port));
  const [a, b, c] = at.map(({ origin }) => origin) as [string, string, string];
  for (const site of at) await site.close();
  const shared = ['http://everyone.example/', 'https://www.everyone.example/about#top'];
  const tables = [
    {
      '/': page('a', '/more', '/out', `${b}/`, ...shared, 'http://only-a.example/1', 'http://two.example/'),
      '/more': page('a more', `${b}/x`, `${b}/y`, 'http://only-a.example/1', 'http://only-a.example/2'),
      '/out': redirect('http://redirected.example/'),
    },
    { '/': page('b', `${a}/`, `${c}/`, ...shared, 'http://two.example/') },
    { '/': page('c', ...shared, 'http://localhost/', 'http://github.io/') },
    {},
  ];
  const sites = await Promise.all(tables.map(async (table, index) => await startSite(table, { port: ports[index]! })));
  onTestFinished(async () => {
    for (const site of sites) await site.close();
  });
  return sites;
}

/** Rows of a file of the fragment, with the target sites called a, b, c and d. */
function rows(results: CrawlResults, sites: readonly LoopbackSite[], name: string): Rows {
  const text = results.raw(`fragment/${name}.csv`);
  return csvRows(
    sites.reduce((said, { origin }, index) => said.replaceAll(new URL(origin).host, 'abcd'[index]!), text),
  );
}

const sum = (numbers: readonly (string | undefined)[]): number =>
  numbers.reduce((total, number) => total + Number(number), 0);

describe('the Web fragment of a crawl', () => {
  it('has the target sites, those they link to in groups without a site in common, and the links between them', async () => {
    const targets = await startTargets();
    const { results } = await crawl(targets.map(({ origin }) => origin));
    const sites = rows(results, targets, 'sites');
    const cells = (row: Rows[number], ...names: string[]): string => names.map(name => row[name]).join(' ');
    expect(
      sites.map(row => cells(row, 'Site', 'Kind', 'Group', 'Mutual', 'InSites', 'InLinks', 'InPages', 'OutLinks')),
    ).toEqual([
      'a target  yes 1 1 1 9',
      'b target  yes 1 3 2 5',
      'c target  no 1 1 1 4',
      'd target  unknown 0 0 0 0',
      'everyone.example accompanying all unknown 3 6 3 0',
      'two.example accompanying several unknown 2 2 2 0',
      'only-a.example accompanying one unknown 1 2 2 0',
      'github.io accompanying one unknown 1 1 1 0',
      'localhost accompanying one unknown 1 1 1 0',
      'redirected.example accompanying one unknown 1 1 1 0',
    ]);
    const links = rows(results, targets, 'links');
    expect(links.slice(0, 3).map(row => cells(row, 'Source', 'Target', 'Links', 'Pages'))).toEqual([
      'b a 1 1',
      'a b 3 2',
      'b c 1 1',
    ]);
    for (const [column, side] of [
      ['InLinks', 'Links'],
      ['OutLinks', 'Links'],
      ['InPages', 'Pages'],
    ] as const)
      expect(sum(sites.map(row => row[column]))).toBe(sum(links.map(row => row[side])));
    const outside = targets.flatMap(({ fileName }) => results.external(fileName));
    expect(sum(links.map(({ Links }) => Links))).toBe(outside.length);
  });

  it('is there where a single site was crawled, without any link too', async () => {
    const site = await startSite({ '/': page('alone') });
    onTestFinished(async () => await site.close());
    const { results, summary } = await crawl(site.origin);
    expect(rows(results, [site], 'sites')).toMatchObject([{ Site: 'a', Kind: 'target', Mutual: 'no', PageRank: '1' }]);
    expect(rows(results, [site], 'links')).toEqual([]);
    expect(summary.files.filter(name => name.startsWith('fragment/'))).toEqual([
      ...['fragment/co-links.csv', 'fragment/co-links.gexf', 'fragment/co-links.graphml'],
      'fragment/fragment.gexf',
      'fragment/fragment.graphml',
      'fragment/links.csv',
      'fragment/report.html',
      'fragment/sites.csv',
    ]);
  });
});
