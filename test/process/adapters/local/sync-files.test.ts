import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { disk, syncFiles } from '../../../../shared/adapters/local/files/sync-files.ts';

const folders: string[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const each of folders.splice(0)) rmSync(each, { recursive: true });
});

/** Files in two folders; in place of the system's `sync` a program that notes its arguments and ends with `code`. */
function resultsOf(count: number, code: number): { root: string; names: readonly string[]; args: () => string } {
  const root = mkdtempSync(join(tmpdir(), 'orbweaver-'));
  folders.push(root);
  const names = Array.from({ length: count }, (_, file) => `${file % 2 === 0 ? 'graph' : 'pages'}/${file}.csv`);
  for (const each of ['graph', 'pages', 'bin']) mkdirSync(join(root, each));
  for (const name of names) writeFileSync(join(root, name), name);
  const program = join(root, 'bin', 'sync');
  writeFileSync(program, `#!/bin/sh\necho "$@" > '${join(root, 'args')}'\nexit ${code}\n`);
  chmodSync(program, 0o755);
  vi.stubEnv('PATH', `${join(root, 'bin')}:${process.env['PATH']}`);
  return { root, names, args: () => readFileSync(join(root, 'args'), 'utf8').trim() };
}

test.runIf(process.platform === 'linux')(
  'many files are forced with their whole file system, each folder named',
  async () => {
    const { root, names, args } = resultsOf(1_000, 0);
    const force = vi.spyOn(disk, 'force');
    await syncFiles(root, names);
    expect(args()).toBe(`-f -- ${join(root, 'graph')} ${join(root, 'pages')} ${root}`);
    expect(force).not.toHaveBeenCalled();
  },
);

test('where the command fails each file and each folder is forced', async () => {
  const { root, names } = resultsOf(1_000, 1);
  const force = vi.spyOn(disk, 'force');
  await syncFiles(root, names);
  expect(force).toHaveBeenCalledTimes(1_003);
});

test('few files are forced one by one', async () => {
  const { root, names, args } = resultsOf(999, 0);
  const force = vi.spyOn(disk, 'force');
  await syncFiles(root, names);
  expect(force).toHaveBeenCalledTimes(1_002);
  expect(args).toThrow(/ENOENT/);
});
