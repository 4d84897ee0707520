import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import type { PublicationRecord } from '../../../../../shared/wings/publications/export/publication-record.ts';
import {
  parquetColumns,
  publicationsParquet,
} from '../../../../../shared/wings/publications/export/publications-parquet.ts';

const published = {
  ...{ at: '2026-11-22T09:05:00.000Z', offset: 180, precision: 'minute', words: '22 ноября, 12:05', source: 'time' },
};

const record: PublicationRecord = {
  ...{
    id: 1,
    url: 'https://news.example/1',
    title: 'Заголовок',
    authors: ['А. Б.', 'В. Г.'],
    published,
    modified: null,
  },
  ...{
    section: null,
    tags: [],
    language: 'ru',
    text: 'Текст\n\nещё',
    source: 'news.example',
    sourceNumber: 2,
    version: 3,
  },
  ...{ firstSeen: '2026-11-22T09:10:00.000Z', seen: '2026-11-23T00:00:00.000Z', state: 'live', gone: null },
  ...{
    foundBy: 'feed',
    addresses: ['https://news.example/one'],
    canonical: null,
    cluster: 1,
    copy: false,
    application: 'grabber',
  },
  ...{ method: 'grabber', rules: 2, pageType: 'article', fields: { photo: 'В. Г.', place: null }, confidence: 0.5 },
  ...{ access: null, warnings: ['no-rule-text'] },
};

async function fileOf(records: readonly PublicationRecord[]): Promise<{ blocks: number[]; file: ArrayBuffer }> {
  const blocks: Uint8Array[] = [];
  for await (const block of publicationsParquet(records)) blocks.push(block);
  const whole = Buffer.concat(blocks);
  return { blocks: blocks.map(({ length }) => length), file: new Uint8Array(whole).buffer };
}

describe('publications as Parquet, read by hyparquet', () => {
  test('have each fact in its column, in its type', async () => {
    const { file } = await fileOf([record]);
    const [row] = await parquetReadObjects({ file });
    expect(Object.keys(row!)).toEqual(parquetColumns.map(({ name }) => name));
    expect(row).toEqual({
      ...{ id: 1n, url: record.url, title: 'Заголовок', authors: ['А. Б.', 'В. Г.'] },
      ...{ published: new Date(published.at), published_precision: 'minute', published_offset: 180n },
      ...{ published_words: '22 ноября, 12:05', published_source: 'time', modified: null, section: null, tags: [] },
      ...{ language: 'ru', text: 'Текст\n\nещё', source: 'news.example', source_number: 2n, version: 3n },
      ...{ first_seen: new Date(record.firstSeen), seen: new Date(record.seen), state: 'live', gone: null },
      ...{ found_by: 'feed', addresses: ['https://news.example/one'], canonical: null, cluster: 1n, copy: 0n },
      ...{ application: 'grabber', method: 'grabber', rules: 2n, page_type: 'article', confidence: 0.5, access: null },
      ...{ fields: '{"photo":"В. Г.","place":null}', warnings: ['no-rule-text'] },
    });
  });

  test('are a file without rows where there are none', async () => {
    const { file } = await fileOf([]);
    expect(await parquetReadObjects({ file })).toEqual([]);
    expect(Number(parquetMetadata(file).num_rows)).toBe(0);
  });

  test('go out in row groups of bounded rows and characters', async () => {
    const many = Array.from({ length: 4_500 }, (_, index) => ({ ...record, id: index + 1 }));
    const { file, blocks } = await fileOf(many);
    expect(blocks).toHaveLength(4);
    expect(parquetMetadata(file).row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([2_000, 2_000, 500]);
    expect((await parquetReadObjects({ file })).map(row => row['id'])).toEqual(many.map(({ id }) => BigInt(id)));
    const long = Array.from({ length: 5 }, () => ({ ...record, text: 'слово '.repeat(500_000) }));
    const groups = parquetMetadata((await fileOf(long)).file).row_groups.map(({ num_rows }) => Number(num_rows));
    expect(groups).toEqual([3, 2]);
  });

  test('broken characters and dates of a page make no broken file (adverse)', async () => {
    const odd = { ...record, title: 'half \uD83D a character\u0000', published: { at: 'never' }, text: '' };
    const [row] = await parquetReadObjects({ file: (await fileOf([odd])).file });
    expect(row).toMatchObject({ title: 'half \uFFFD a character\u0000', published: null, text: '' });
  });
});
