/** The report of the bundled example on paper: PDF and PNG by the browser. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paperReport } from '../../../functions/embedded/watch/paper-report.ts';
import type { Report } from '../../../shared/wings/publications/table/told-table.ts';
import { binFile, runCli } from '../../process/cli/run-cli.ts';
import { zipMembers } from '../../pure/results/zip-members.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-paper-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
const news = join(folder, 'news');

beforeAll(async () => {
  const { exitCode, stderr } = await runCli(['watch', '--example', '--once', '--quiet', '--out', news], { env });
  expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, '']);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function written(format: string, ...options: readonly string[]): Promise<Buffer> {
  const args = [binFile, 'report', news, '--format', format, '--language', 'ru', ...options];
  const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], ...env } });
  return await buffer(child.stdout);
}

test('is a PDF of some pages', async () => {
  const pdf = (await written('pdf')).toString('latin1');
  expect(pdf.slice(0, 5)).toBe('%PDF-');
  expect(pdf.trimEnd().endsWith('%%EOF')).toBe(true);
  const pages = pdf.match(/\/Type\s*\/Page\b(?!s)/g)!.length;
  expect(pages).toBeGreaterThan(3);
  expect(pages).toBeLessThan(20);
});

test('is a PDF of the largest rows where a table has 500 organizations in 60 months', async () => {
  const { tables } = JSON.parse(String(await written('json', '--across', 'month'))) as Report;
  const { table, query } = tables[0]!;
  const rows = Array.from({ length: 500 }, (_, at) => `Organization ${at}`).flatMap(name =>
    Array.from({ length: 60 }, (_, at) => {
      const month = `${2020 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
      return { ...table.rows.find(({ n }) => n > 0)!, key: name, name, part: { key: month, name: month } };
    }),
  );
  const pdf = Buffer.from(await paperReport({ tables: [{ query, table: { ...table, rows } }] }, 'pdf'));
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)!.length).toBeGreaterThan(100);
}, 180_000);

test('is a PNG of the small charts, twice as large as its SVG', async () => {
  const png = await written('png', '--across', 'source');
  const svg = String(await written('svg', '--across', 'source'));
  const [width, height] = [/ width="(\d+)"/, / height="(\d+)"/].map(form => Number(form.exec(svg)![1]));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2 * width!, 2 * height!]);
});

test('is a Word document and a workbook with the sentences of the bundled sites', async () => {
  const document = zipMembers(await written('docx'))
    .get('word/document.xml')!
    .toString();
  const sentences = zipMembers(await written('xlsx'))
    .get('xl/worksheets/sheet3.xml')!
    .toString();
  for (const text of [document, sentences]) expect(text).toContain('Прокуратура выявила в МГУ нецелевое расходование');
});

test('is refused in one sentence where there is no browser', async () => {
  const asked = await runCli(['report', news, '--format', 'pdf'], { env: { ...env, ORBWEAVER_BROWSER: '/none' } });
  expect(asked).toMatchObject({ exitCode: 4, stdout: '' });
  expect(asked.stderr).toContain('/none does not exist; allowed is the path of an installed Chrome or Chromium');
});
