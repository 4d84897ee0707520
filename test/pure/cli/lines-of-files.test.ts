import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readLines } from '../../../functions/cli/spec/read-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(['\n', '\r\n', '\r'])(
  'a file of one address a line has each of them with its line, with line ends %j',
  async end => {
    const file = join(folder, 'urls.txt');
    writeFileSync(file, ['https://a.example/', '', ' ', 'https://b.example/', 'https://c.example/'].join(end));
    expect(await readLines('--urls', file)).toEqual([
      { line: 'https://a.example/', number: 1 },
      { line: 'https://b.example/', number: 4 },
      { line: 'https://c.example/', number: 5 },
    ]);
  },
);
