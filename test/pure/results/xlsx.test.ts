import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { columnsOf } from '../../../shared/files/column.ts';
import { writeTable } from '../../../shared/files/write-table.ts';
import { type XlsxCell, xlsxBlocks } from '../../../shared/files/xlsx-blocks.ts';
import type { TableSink } from '../../../shared/ports/result-ports.ts';
import { zipMembers } from './zip-members.ts';

async function workbook(
  columns: readonly string[],
  portions: readonly (readonly XlsxCell[])[][],
  rowsOfSheet?: number,
) {
  const rows = async function* () {
    yield* portions;
  };
  const bytes = await buffer(Readable.from(xlsxBlocks(columns, rows(), rowsOfSheet)));
  const parts = new Map([...zipMembers(bytes)].map(([name, part]) => [name, part.toString()]));
  return { bytes, parts, sheet: (number: number) => parts.get(`xl/worksheets/sheet${number}.xml`) };
}

const text = (value: string): string => `<c t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;

describe('an Excel workbook', () => {
  test('has numbers as numbers, all else as texts that are no formulas, and empty cells', async () => {
    const { sheet } = await workbook(
      ['A', 'B'],
      [
        [
          [1.5, '=1+1'],
          [undefined, ''],
        ],
        [[-2, '<a & "b">\u0007']],
      ],
    );
    const rows = sheet(1)!.match(/<row>.*?<\/row>/gs);
    expect(rows).toEqual([
      `<row>${text('A')}${text('B')}</row>`,
      `<row><c><v>1.5</v></c>${text('=1+1')}</row>`,
      '<row><c/><c/></row>',
      `<row><c><v>-2</v></c>${text('&lt;a &amp; &quot;b&quot;&gt;')}</row>`,
    ]);
    expect(sheet(1)).toContain('<autoFilter ref="A1:B4"/>');
  });

  test('of more rows than a sheet takes has further sheets, each with the header', async () => {
    const { parts, sheet } = await workbook(
      ['Id'],
      [
        [[1], [2], [3]],
        [[4], [5]],
      ],
      2,
    );
    const values = [1, 2, 3].map(number => [...sheet(number)!.matchAll(/<v>(\d)<\/v>/g)].map(([, value]) => value));
    expect(values).toEqual([['1', '2'], ['3', '4'], ['5']]);
    expect(parts.get('xl/workbook.xml')!.match(/name="[^"]+"/g)).toEqual([
      'name="Rows"',
      'name="Rows 2"',
      'name="Rows 3"',
    ]);
    expect(parts.has('xl/worksheets/sheet4.xml')).toBe(false);
  });

  test.each([[[]], [[[[1], [2]]]]])('of rows that fill its sheets has no empty one behind them', async portions => {
    const { parts } = await workbook(['Id'], portions as never, 2);
    expect([...parts.keys()].filter(name => name.startsWith('xl/worksheets/'))).toEqual(['xl/worksheets/sheet1.xml']);
  });

  test('keeps texts that look like an escaped character, and ends longer texts than Excel takes', async () => {
    const { sheet } = await workbook(['A'], [[['_x000D_'], ['я'.repeat(40_000)]]]);
    expect(sheet(1)).toContain(text('_x005F_x000D_'));
    expect(sheet(1)).toContain(text(`${'я'.repeat(32_766)}…`));
  });

  test('is the same each time', async () => {
    const [one, other] = [await workbook(['A'], [[[1]]]), await workbook(['A'], [[[1]]])];
    expect(one.bytes.equals(other.bytes)).toBe(true);
  });

  test('names its 27th column AA', async () => {
    const { sheet } = await workbook(
      Array.from({ length: 27 }, (_, k) => String(k)),
      [],
    );
    expect(sheet(1)).toContain('ref="A1:AA1"');
  });
});

/** A sink in memory; `broken`: the end of the file whose writing fails. */
function memorySink(tables: TableSink['tables'], broken?: string) {
  const files = new Map<string, Buffer>();
  const aborted: string[] = [];
  const sink: TableSink = {
    ...(tables !== undefined && { tables }),
    async create(name) {
      const pieces: Buffer[] = [];
      return {
        async write(bytes) {
          if (broken !== undefined && name.endsWith(broken)) throw new Error('the disk is full');
          pieces.push(Buffer.from(bytes));
        },
        async close() {
          files.set(name, Buffer.concat(pieces));
        },
        async abort() {
          aborted.push(name);
        },
      };
    },
  };
  return { sink, files, aborted };
}

const columns = columnsOf<number>([
  ['Id', 'integer', 'number', id => id],
  ['Name', 'string', 'name', id => `page ${id}`],
]);

describe('a table in several formats', () => {
  test('is read once, and has the same rows in each', async () => {
    const { sink, files } = memorySink(['csv', 'parquet', 'xlsx']);
    let read = 0;
    const rows = function* () {
      for (; read < 5_000; read += 1) yield read;
    };
    await writeTable(sink, 'pages/a', columns, rows());
    expect(read).toBe(5_000);
    expect([...files.keys()].sort()).toEqual(['pages/a.csv', 'pages/a.parquet', 'pages/a.xlsx']);
    expect(files.get('pages/a.csv')!.toString().split('\n')).toHaveLength(5_002);
    const sheet = zipMembers(files.get('pages/a.xlsx')!).get('xl/worksheets/sheet1.xml')!.toString();
    expect(sheet.match(/<row>/g)).toHaveLength(5_001);
    const alone = memorySink(['csv']);
    await writeTable(
      alone.sink,
      'pages/a',
      columns,
      Array.from({ length: 5_000 }, (_, id) => id),
    );
    expect(alone.files.get('pages/a.csv')).toEqual(files.get('pages/a.csv'));
  });

  test.each(['.csv', '.parquet', '.xlsx'])(
    'ends with the failure of its %s file, and no file waits for ever',
    async broken => {
      const { sink, files, aborted } = memorySink(['csv', 'parquet', 'xlsx'], broken);
      const rows = Array.from({ length: 100_000 }, (_, id) => id);
      await expect(writeTable(sink, 'a', columns, rows)).rejects.toThrow('the disk is full');
      expect(aborted).toContain(`a${broken}`);
      expect(files.has(`a${broken}`)).toBe(false);
    },
  );

  test('ends with the failure of its rows, and leaves no file', async () => {
    const { sink, files, aborted } = memorySink(['csv', 'parquet', 'xlsx']);
    const rows = function* () {
      for (let id = 0; id < 3_000; id += 1) yield id;
      throw new Error('a segment is lost');
    };
    await expect(writeTable(sink, 'a', columns, rows())).rejects.toThrow('a segment is lost');
    expect([files.size, aborted.sort()]).toEqual([0, ['a.csv', 'a.parquet', 'a.xlsx']]);
  });
});
