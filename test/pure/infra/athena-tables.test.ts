import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { analysisTables, filesOfTables } from '../../../shared/wings/analysis-tables.ts';
import { synthesize } from './synthesized-stack.ts';

interface Table {
  readonly Name: string;
  readonly PartitionKeys: readonly { readonly Name: string }[];
  readonly Parameters: Readonly<Record<string, unknown>>;
  readonly StorageDescriptor: {
    readonly InputFormat: string;
    readonly Columns: readonly { readonly Name: string; readonly Type: string }[];
  };
}

const { resources } = synthesize({});
const tables = Object.values(resources)
  .filter(({ Type }) => Type === 'AWS::Glue::Table')
  .map(({ Properties }) => Properties['TableInput'] as Table);

test('a stack without watches has the tables of crawls, whose partitions are projected by the crawl', () => {
  expect(tables.map(({ Name }) => Name)).toEqual(analysisTables.map(({ name }) => name));
  for (const { Name, PartitionKeys, Parameters, StorageDescriptor } of tables) {
    expect(PartitionKeys).toEqual([{ Name: 'crawl', Type: 'string' }]);
    expect(Parameters).toMatchObject({ 'projection.enabled': 'true', 'projection.crawl.type': 'injected' });
    expect(JSON.stringify(Parameters['storage.location.template'])).toContain(`/lists/\${crawl}/${Name}/`);
    expect(StorageDescriptor.InputFormat).toBe('org.apache.hadoop.hive.ql.io.SymlinkTextInputFormat');
    const names = StorageDescriptor.Columns.map(column => column.Name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(names.map(name => name.toLowerCase()));
  }
});

test('each result file belongs to one table at most, and the links of all sites to none', () => {
  const files = [
    ...['fragment/links.parquet', 'graph/a.edges.parquet', 'graph/a.nodes.csv', 'graph/a.nodes.parquet'],
    ...['graph/b.nodes.parquet', 'links/a.bad.parquet', 'links/a.external.parquet', 'links/a.pairs.parquet'],
    ...['links/all.pairs.parquet', 'pages/a.parquet', 'reports/a.broken-folders.parquet', 'reports/a.broken.parquet'],
    ...['reports/a.merges.parquet', 'reports/a.skipped.parquet', 'reports/indicators.parquet'],
  ];
  expect([...filesOfTables(files)]).toEqual([
    ['nodes', ['graph/a.nodes.parquet', 'graph/b.nodes.parquet']],
    ['edges', ['graph/a.edges.parquet']],
    ['pages', ['pages/a.parquet']],
    ['external_links', ['links/a.external.parquet']],
    ['links', ['links/a.pairs.parquet']],
    ['broken', ['reports/a.broken.parquet']],
    ['merges', ['reports/a.merges.parquet']],
    ['skipped', ['reports/a.skipped.parquet']],
  ]);
});

test('the queries of the guide name tables and columns that there are', () => {
  const guide = readFileSync(new URL('../../../docs/guide-aws.md', import.meta.url), 'utf8');
  const queries = [...guide.matchAll(/```sql\n(?<sql>[^`]*)```/g)].map(({ groups }) => groups!['sql']!);
  expect(queries.length).toBeGreaterThan(2);
  for (const sql of queries) {
    const from = [...sql.matchAll(/\b(?:FROM|JOIN) (?<table>[a-z_]+)/g)].map(({ groups }) => groups!['table']!);
    const known = tables.filter(({ Name }) => from.includes(Name));
    expect(known.length).toBeGreaterThan(0);
    const given = [...sql.matchAll(/\b(?:AS (?<alias>[a-z_]+)|WITH (?<part>[a-z_]+) AS)\b/g)];
    const named = given.map(({ groups }) => groups!['alias'] ?? groups!['part']!);
    const columns = known.flatMap(({ StorageDescriptor }) => StorageDescriptor.Columns.map(({ Name }) => Name));
    const allowed = new Set([...columns, ...named, ...known.map(({ Name }) => Name), 'crawl', 'a', 'b']);
    const words = sql.replaceAll(/'[^']*'/g, '').match(/\b[a-z_]+\b(?!\()/g)!;
    expect(words.filter(word => !allowed.has(word))).toEqual([]);
  }
});
