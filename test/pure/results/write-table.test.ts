import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../shared/files/column.ts';
import { tableSink, writeTable } from '../../../shared/files/write-table.ts';
import { MemorySink } from './memory-sink.ts';

interface Row {
  readonly name?: string;
  readonly level: number | '';
  readonly share: string;
}

const columns = columnsOf<Row>([
  ['Name', 'string', 'a name', ({ name }) => name],
  ['Level', 'integer', 'a level, where there is one', ({ level }) => level],
  ['Share', 'double', 'a share with two digits', ({ share }) => share],
]);

const rows: readonly Row[] = [
  { name: '=1+1, "really"', level: 3, share: '0.50' },
  { level: '', share: '1.00' },
];

async function written(table: Parameters<typeof writeTable<Row>>[3], sink = new MemorySink()): Promise<MemorySink> {
  await writeTable(tableSink(sink, ['csv', 'parquet']), 'reports/it', columns, table);
  return sink;
}

function parquetOf({ files }: MemorySink): ArrayBuffer {
  return new Uint8Array(files.get('reports/it.parquet')!).buffer;
}

async function* portions(...all: readonly (readonly Row[])[]): AsyncIterable<readonly Row[]> {
  yield* all;
}

describe('writeTable', () => {
  it('writes CSV alone where no Parquet is wanted', async () => {
    const sink = new MemorySink();
    await writeTable(tableSink(sink, ['csv', 'gexf']), 'reports/it', columns, rows);
    expect([...sink.files.keys()]).toEqual(['reports/it.csv']);
  });

  it('writes the same CSV beside a Parquet file with its rows: numbers as numbers, empty cells as null', async () => {
    const alone = new MemorySink();
    await writeTable(alone, 'reports/it', columns, rows);
    for (const table of [rows, portions([rows[0]!], [], [rows[1]!])]) {
      const both = await written(table);
      expect(both.text('reports/it.csv')).toBe(alone.text('reports/it.csv'));
      expect(await parquetReadObjects({ file: parquetOf(both) })).toEqual([
        { Name: '=1+1, "really"', Level: 3, Share: 0.5 },
        { Name: null, Level: null, Share: 1 },
      ]);
    }
  });

  it('writes an empty table', async () => {
    const sink = await written([]);
    expect(sink.text('reports/it.csv')).toBe('Name,Level,Share\n');
    expect(await parquetReadObjects({ file: parquetOf(sink) })).toEqual([]);
  });

  it('writes groups of 8,192 rows, in portions of whatever size', async () => {
    const many = Array.from({ length: 20_000 }, (_, level): Row => ({ name: `n${level}`, level, share: '0' }));
    for (const table of [many, portions(many.slice(0, 5), many.slice(5, 19_000), many.slice(19_000))]) {
      const file = parquetOf(await written(table));
      expect(parquetMetadata(file).row_groups.map(group => Number(group.num_rows))).toEqual([8_192, 8_192, 3_616]);
      const levels = (await parquetReadObjects({ file, columns: ['Level'] })).map(row => row['Level']);
      expect(levels).toEqual(many.map(({ level }) => level));
    }
  });

  it('writes Parquet alone where no CSV is wanted, with columns that may not be null, in groups of a size of its own', async () => {
    const sink = new MemorySink();
    const into = { create: async (name: string) => await sink.create(name), tables: ['parquet'] as const };
    const many = Array.from({ length: 25 }, (_, level): Row => ({ name: 'n', level, share: '1' }));
    await writeTable(into, 'reports/it', columns, many, { nullable: ['Level'], rowsPerGroup: 10 });
    expect([...sink.files.keys()]).toEqual(['reports/it.parquet']);
    const { schema, row_groups: groups } = parquetMetadata(parquetOf(sink));
    expect(schema.slice(1).map(column => column.repetition_type)).toEqual(['REQUIRED', 'OPTIONAL', 'REQUIRED']);
    expect(groups.map(group => Number(group.num_rows))).toEqual([10, 10, 5]);
  });

  it('leaves neither file behind when the disk is full, or when reading the rows fails', async () => {
    const full = new MemorySink(0);
    await expect(written(rows, full)).rejects.toThrow('no space left');
    const failing = async function* (): AsyncIterable<readonly Row[]> {
      yield rows;
      throw new Error('segment lost');
    };
    const broken = new MemorySink();
    await expect(written(failing(), broken)).rejects.toThrow('segment lost');
    for (const sink of [full, broken]) expect([sink.files.size, sink.aborted]).toEqual([0, 2]);
  });
});
