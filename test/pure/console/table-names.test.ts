import { expect, test } from 'vitest';
import { tablesAmong } from '../../../functions/console/tables/table-names.ts';

test('tables are the CSV files of known kinds, in the order in which people look for them', () => {
  const names = [
    ...[
      'crawl.json',
      'fragment/sites.csv',
      'graph/a_81.nodes.csv',
      'graph/a_81.nodes.parquet',
      'links/all.pairs.parquet',
    ],
    ...['pages/a_81.csv', 'pages/a_81.parquet', 'pages/b.csv', 'reports/a_81.indicators.csv', 'reports/indicators.csv'],
    'reports/a_81.prices.jsonl',
  ];
  const files = names.map(name => ({ name, size: 1, sha256: '', url: `/${name}` }));
  expect(tablesAmong(files).map(({ kind, site, name }) => [kind, site, name])).toEqual([
    ['pages', 'a_81', 'pages/a_81.csv'],
    ['pages', 'b', 'pages/b.csv'],
    ['indicators', '', 'reports/indicators.csv'],
    ['folders', 'a_81', 'reports/a_81.indicators.csv'],
    ['fragment/sites', '', 'fragment/sites.csv'],
    ['nodes', 'a_81', 'graph/a_81.nodes.csv'],
  ]);
});
