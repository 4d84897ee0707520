import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { zipResults } from '../../../functions/serve/zip-results.ts';
import { zipMembers } from '../../pure/results/zip-members.ts';

const directory = mkdtempSync(join(tmpdir(), 'orbweaver-zip-'));
afterAll(() => rmSync(directory, { recursive: true }));

const files = {
  'crawl.json': '{}\n',
  'graph/a.example.edges.csv': '',
  'graph/a.example.nodes.csv': `Id,Url\n${'0,/\n'.repeat(5000)}`,
  'reports/b.csv.gz': gzipSync('Site,Pages\n1,2\n').toString('latin1'),
};

function write(name: string, text: string): void {
  mkdirSync(dirname(join(directory, name)), { recursive: true });
  writeFileSync(join(directory, name), text, 'latin1');
}

test('an archive of results has all of them, behind a page that tells their columns', async () => {
  for (const [name, text] of Object.entries(files)) write(name, text);
  const zip = await buffer(await zipResults(directory, 'A crawl'));
  const [[first, readme], ...results] = [...zipMembers(zip)] as [[string, Buffer], ...[string, Buffer][]];
  expect(first).toBe('README.md');
  expect(readme.toString()).toMatch(/^# A crawl\n/);
  expect(readme.toString()).toContain('`graph/a.example.nodes.csv`: Id,Url\n');
  expect(Object.fromEntries(results.map(([name, bytes]) => [name, bytes.toString('latin1')]))).toEqual(files);
  expect(zip.includes(files['reports/b.csv.gz'], undefined, 'latin1')).toBe(true);
  expect(zip.includes('0,/\n0,/\n')).toBe(false);
});

test('a result that is deleted while the archive is made ends it, by its name', async () => {
  const archive = await zipResults(directory, 'A crawl');
  rmSync(join(directory, 'graph'), { recursive: true });
  await expect(buffer(archive)).rejects.toThrow('graph/a.example.edges.csv was deleted while the archive was made');
});
