import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { binFile } from './run-cli.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-readers-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

test('crawls on when nobody reads its progress any more', async () => {
  const out = join(folder, 'crawl');
  const args = [binFile, 'crawl', '--example', '--delay', '100', '--log-display', '--out', out];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ORBWEAVER_STATE: join(folder, 'state') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.once('data', () => child.stderr.destroy());
  const exited = new Promise<number | null>(resolve => child.on('exit', resolve));
  expect(await Promise.all([exited, text(child.stdout)])).toEqual([0, `${out}\n`]);
});

test.skipIf(!existsSync('/dev/full'))('says in one sentence that its results have no room', async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [binFile, 'schema'], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  const exited = new Promise<number | null>(resolve => child.on('exit', resolve));
  const [exitCode, said] = await Promise.all([exited, text(child.stderr!)]);
  expect(exitCode).toBe(5);
  expect(said).toMatch(/^orbweaver: standard output cannot be written \(ENOSPC: .*\)\.\n$/);
});
