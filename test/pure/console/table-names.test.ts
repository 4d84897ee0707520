import { describe, expect, test } from 'vitest';
import described from '../../../functions/console/tables/result-tables.json' with { type: 'json' };
import { columnNote, meaningIn, tablesAmong } from '../../../functions/console/tables/table-names.ts';
import russian from '../../../functions/console/words/columns-ru.json' with { type: 'json' };
import words from '../../../functions/console/words/words-en.json' with { type: 'json' };
import { ofCrawls, ofSites } from '../../../functions/embedded/metadata/result-tables.ts';

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
    ['folders', 'a_81', 'reports/a_81.indicators.csv'],
    ['indicators', '', 'reports/indicators.csv'],
    ['fragment/sites', '', 'fragment/sites.csv'],
    ['nodes', 'a_81', 'graph/a_81.nodes.csv'],
  ]);
});

test('every table that a crawl writes has a kind, and its name for people', () => {
  const names = [...ofSites, ...ofCrawls]
    .map(({ name }) => name.replace('<site>', 'a.test_81'))
    .filter(name => name.endsWith('.csv') && !name.startsWith('logs/'));
  const found = tablesAmong(names.map(name => ({ name, size: 1, sha256: '', url: `/${name}` })));
  expect(found.map(({ name }) => name).sort()).toEqual(names.toSorted());
  expect(new Set(found.map(({ kind }) => kind)).size).toBe(names.length);
  expect(found.filter(({ kind }) => !Object.hasOwn(words, `table.${kind}`))).toEqual([]);
});

test('a column is described as its writer describes it, one of an expression is not', () => {
  expect(columnNote('pages', 'PageRank')?.type).toBe('double');
  expect(columnNote('folders', 'Folder')).toEqual(
    ofSites
      .find(({ name }) => name === 'reports/<site>.indicators.csv')!
      .columns.map(({ type, meaning }) => ({ type, meaning }))[0],
  );
  expect(columnNote('pages', 'Field_price')).toBeUndefined();
});

describe('the meaning of a column', () => {
  const notes = [...Object.values(described.tables).map(({ columns }) => columns), described.further];
  const meanings = [...new Set(notes.flatMap(columns => Object.values(columns).map(({ meaning }) => meaning)))];

  test('is in the list of Russian meanings, which has no others', () => {
    expect(Object.keys(russian).toSorted()).toEqual(meanings.toSorted());
  });

  test.each(['en', 'ru'] as const)('has no marks of Markdown on the page in %s', language => {
    const said = meanings.map(meaning => meaningIn(language, meaning));
    expect(said.filter(text => text === '' || /`|\]\(|\*\w/.test(text))).toEqual([]);
  });

  test('is Russian but for names that the English meaning has too', () => {
    const said = meanings.map(meaning => [meaning, meaningIn('ru', meaning)] as const);
    expect(said.filter(([, text]) => !/[а-яё]/i.test(text))).toEqual([]);
    const latin = said.flatMap(([meaning, text]) => [...text.matchAll(/[A-Za-z]+/g)].map(([word]) => [word, meaning]));
    expect(latin.filter(([word, meaning]) => !meaning!.includes(word!))).toEqual([]);
  });
});
