/** The daily Parquet files as DuckDB opens them: columns as documented, rows as exported, partitions by watch and day. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dailyKey, dailyRecordsKey } from '../../../shared/adapters/aws/object-keys.ts';
import type { RecordRow } from '../../../shared/wings/publications/applications/application-records.ts';
import {
  type PublicationRecord,
  publicationRecord,
} from '../../../shared/wings/publications/export/publication-record.ts';
import { parquetColumns, publicationsParquet } from '../../../shared/wings/publications/export/publications-parquet.ts';
import { recordsParquet } from '../../../shared/wings/publications/export/record-export.ts';
import { formatPages } from '../../house/written-docs.ts';
import { resourceNamed } from '../../pure/infra/stack-resources.ts';
import { synthesize } from '../../pure/infra/synthesized-stack.ts';
import { askDuckDb, whyNoDuckDb } from './duckdb.ts';

const types = {
  text: 'VARCHAR',
  texts: 'VARCHAR[]',
  integer: 'BIGINT',
  number: 'DOUBLE',
  instant: 'TIMESTAMP WITH TIME ZONE',
};
const day = Date.UTC(2026, 4, 31);
const missing = await whyNoDuckDb();
if (missing !== undefined) console.log(missing);

function record(id: number): PublicationRecord {
  const identity = `https://news.example/${id}`;
  const details = { authors: ['Анна Ли', 'B. "C" D'], published: { at: '2026-05-31T09:30:00Z', precision: 'minute' } };
  return publicationRecord(
    {
      ...{ id, source: 1, identity, address: identity, by: 'feed', firstSeenAt: day + id, state: 'live' },
      ...{ goneAt: undefined, version: 1, seenAt: day + id, title: `Заголовок ${id}`, publishedAt: day },
      ...{ language: 'ru', canonical: undefined, cluster: 1, details: JSON.stringify(details) },
    },
    {
      text: `Текст ${id}\nвторая строка`,
      addresses: [`${identity}?b`],
      source: { name: 'news', origin: identity },
      isCopy: false,
    },
  );
}

test.skipIf(missing !== undefined)(
  'DuckDB opens the files with the documented columns, a partition for a watch and a day',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orbweaver-daily-'));
    try {
      for (const [watch, name, ids] of [
        ['w1', '2026-05-31', [1, 2, 3]],
        ['w1', '2026-06-01', [4]],
        ['w2', '2026-05-31', []],
      ] as const) {
        const file = join(folder, dailyKey(watch, name));
        mkdirSync(join(file, '..'), { recursive: true });
        const blocks: Uint8Array[] = [];
        for await (const block of publicationsParquet(ids.map(record))) blocks.push(block);
        writeFileSync(file, Buffer.concat(blocks));
      }
      const table = `read_parquet('${folder}/tables/publications/*/*/*.parquet', hive_partitioning = true)`;
      const described = await askDuckDb(`DESCRIBE SELECT * EXCLUDE (watch, day) FROM ${table}`);
      expect(described.map(([column, type]) => [column, type])).toEqual(
        parquetColumns.map(({ name, type }) => [name, types[type]]),
      );
      const found = `SELECT id, title, authors, text, epoch_ms(published), addresses, gone FROM ${table} WHERE watch = 'w1'`;
      expect(await askDuckDb(`${found} AND day = '2026-05-31' ORDER BY id`)).toEqual(
        [1, 2, 3].map(id => [
          ...[id, `Заголовок ${id}`, ['Анна Ли', 'B. "C" D'], `Текст ${id}\nвторая строка`],
          ...[day + 9.5 * 3_600_000, [`https://news.example/${id}?b`], null],
        ]),
      );
      expect(await askDuckDb(`SELECT count(*) FROM ${table}`)).toEqual([[4]]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  120_000,
);

test.skipIf(missing !== undefined)(
  'and the records of an application, too',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orbweaver-daily-'));
    try {
      const file = join(folder, dailyRecordsKey('w1', 'prices', '2026-05-31'));
      mkdirSync(join(file, '..'), { recursive: true });
      const row = { source: 1, address: 'https://news.example/1', publication: 1, version: undefined, digest: 'd' };
      const rows = async function* (): AsyncGenerator<RecordRow> {
        yield { ...row, record: 1, seenAt: day + 1, values: ['Груша', 1.5, 2, day, 1] };
        yield { ...row, record: 2, seenAt: day + 2, values: [null, null, null, null, null] };
      };
      const columns = { name: 'text', price: 'real', count: 'integer', until: 'instant', sold: 'boolean' } as const;
      const sources = new Map([[1, { name: 'news', origin: 'https://news.example' }]]);
      const blocks: Uint8Array[] = [];
      const table = { name: 'prices', columns, rows: rows(), sources };
      for await (const block of recordsParquet(table)) blocks.push(block);
      writeFileSync(file, Buffer.concat(blocks));
      const all = `read_parquet('${folder}/tables/applications/*/app_prices/*/*.parquet', hive_partitioning = true)`;
      const described = await askDuckDb(`DESCRIBE SELECT * EXCLUDE (watch, day) FROM ${all}`);
      expect(described.map(([column, type]) => [column, type])).toEqual([
        ...['address', 'publication', 'version', 'source', 'application', 'digest', 'seen'].map(name => [
          ...[name, name === 'seen' ? types.instant : /^(?:pub|ver)/.test(name) ? types.integer : types.text],
        ]),
        ...[
          ['name', types.text],
          ['price', types.number],
          ['count', types.integer],
          ['until', types.instant],
        ],
        ['sold', 'BOOLEAN'],
      ]);
      const found = `SELECT source, publication, name, price, "count", epoch_ms("until"), sold FROM ${all}`;
      expect(await askDuckDb(`${found} WHERE watch = 'w1' AND day = '2026-05-31' ORDER BY seen`)).toEqual([
        ['news', 1, 'Груша', 1.5, 2, day, true],
        ['news', 1, null, null, null, null, null],
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  120_000,
);

test('the table of Athena has the columns of the files, and the pages about formats name each', () => {
  const { resources } = synthesize({ publications: 'true' });
  const [, { Properties }] = resourceNamed(resources, 'PublicationsTable', 'AWS::Glue::Table');
  const input = Properties['TableInput'] as { StorageDescriptor: { Columns: { Name: string; Type: string }[] } };
  const columns = input.StorageDescriptor.Columns;
  expect(columns.map(({ Name }) => Name)).toEqual(parquetColumns.map(({ name }) => name));
  const formats = formatPages();
  for (const { name } of parquetColumns) expect(formats).toContain(`\`${name}\``);
});
