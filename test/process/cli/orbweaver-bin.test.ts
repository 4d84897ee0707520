import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lifeOf } from '../../../shared/adapters/local/machine-processes.ts';
import { binFile, olderNode, runCli } from './run-cli.ts';

if (olderNode === undefined) console.log('No Node older than 24 here: how the command line meets one is not tested.');

let project: string;

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'orbweaver-bin-'));
  mkdirSync(join(project, 'functions'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  copyFileSync(binFile, join(project, 'functions', 'orbweaver.js'));
});

afterAll(() => rmSync(project, { recursive: true }));

test('says nothing but the result: no warnings of experimental features', async () => {
  expect(await runCli(['normalize', 'https://example.org/'])).toMatchObject({ exitCode: 0, stderr: '' });
});

describe('run as a program', () => {
  /** The arguments for the Node that the program finds first. */
  function told(variables: Readonly<Record<string, string>>): readonly string[] {
    const folder = join(project, 'first');
    mkdirSync(folder, { recursive: true });
    const script =
      '#!/bin/sh\nprintf "%s\\n" "$MALLOC_ARENA_MAX" "$MALLOC_TRIM_THRESHOLD_" "$MALLOC_MMAP_THRESHOLD_" "$@"\n';
    writeFileSync(join(folder, 'node'), script, { mode: 0o755 });
    const env = { PATH: [folder, process.env['PATH']].join(delimiter), ...variables };
    const link = join(folder, 'orbweaver');
    if (!existsSync(link)) symlinkSync(binFile, link);
    return spawnSync(link, ['a  b', '$HOME', '*'], { encoding: 'utf8', env, cwd: folder }).stdout.split('\n');
  }

  test('keeps less free memory, and hands its arguments on as they are', () => {
    const link = join(project, 'first', 'orbweaver');
    expect(told({})).toEqual(['2', '262144', '65536', '--min-semi-space-size=4', link, 'a  b', '$HOME', '*', '']);
  });

  test('leaves what the user has set for the memory', () => {
    const own = { MALLOC_ARENA_MAX: '7', MALLOC_TRIM_THRESHOLD_: '1000000', MALLOC_MMAP_THRESHOLD_: '131072' };
    expect(told(own).slice(0, 3)).toEqual(['7', '1000000', '131072']);
  });

  test('ends with the exit code of the program, and writes nothing of its own', () => {
    const { status, stdout, stderr } = spawnSync(binFile, ['crawl', 'ftp://example.org'], {
      encoding: 'utf8',
      env: { PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) },
    });
    expect([status, stdout]).toEqual([4, '']);
    expect(stderr).toMatch(/^orbweaver: .*\n$/);
  });
});

test.skipIf(olderNode === undefined)('says in one sentence that Node 24 is missing', async () => {
  const run = await runCli(['--version'], { node: olderNode!, bin: join(project, 'functions', 'orbweaver.js') });
  expect(run).toMatchObject({ exitCode: 4, stdout: '' });
  expect(run.stderr).toMatch(/^Orbweaver needs Node 24 or later; this is v\d+\.\d+\.\d+\. .*npm ci.*\n$/);
});

describe.skipIf(olderNode === undefined)('under an older Node, the Node 24 that npm ci installed', () => {
  const bin = (): string => join(project, 'functions', 'orbweaver.js');

  /** Of the stand-in for the command line, which `body` is the main function of. */
  function mainIs(body: string): void {
    const text = `export const main = async (args: string[]): Promise<number> => { ${body} };\n`;
    for (const name of ['command-line', 'crawl-line'])
      writeFileSync(join(project, 'functions', 'cli', `${name}.ts`), text);
  }

  beforeAll(() => {
    const installed = join(project, 'node_modules', `node-${process.platform}-${process.arch}`);
    mkdirSync(join(installed, 'bin'), { recursive: true });
    writeFileSync(join(installed, 'package.json'), '{}');
    symlinkSync(process.execPath, join(installed, 'bin', 'node'));
    mkdirSync(join(project, 'functions', 'cli'));
  });

  test('is handed over to', async () => {
    mainIs('console.log(process.version, ...args); return 3;');
    const run = await runCli(['crawl', 'x'], { node: olderNode!, bin: bin() });
    expect(run).toEqual({ exitCode: 3, stdout: `${process.version} crawl x\n`, stderr: '' });
  });

  test('has standard input and output as they are, and ends by itself', async () => {
    mainIs('for await (const part of process.stdin) process.stdout.write(part); return 0;');
    const input = 'x'.repeat(1_000_000);
    expect(await runCli([], { node: olderNode!, bin: bin(), input })).toEqual({
      exitCode: 0,
      stdout: input,
      stderr: '',
    });
  });

  test('is told to keep less free memory, where the user has set nothing', async () => {
    const names = ['MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_', 'MALLOC_MMAP_THRESHOLD_'];
    mainIs(`console.log(...${JSON.stringify(names)}.map(name => process.env[name])); return 0;`);
    const run = await runCli([], { node: olderNode!, bin: bin(), env: { MALLOC_ARENA_MAX: '3' } });
    expect(run).toMatchObject({ exitCode: 0, stdout: '3 262144 65536\n' });
  });

  test('tells no process that it starts of its launcher', async () => {
    mainIs(`
      const { spawnSync } = await import('node:child_process');
      const { stdout } = spawnSync('env', { encoding: 'utf8' });
      console.log(stdout.includes('ORBWEAVER_'));
      return 0;`);
    expect(await runCli([], { node: olderNode!, bin: bin() })).toMatchObject({ stdout: 'false\n', exitCode: 0 });
  });

  test('ends with its launcher when that is killed alone, also while it works', async () => {
    mainIs(`
      console.log(process.pid);
      setInterval(() => {}, 1000);
      return await new Promise(() => {});`);
    const launcher = spawn(olderNode!, [bin()]);
    const [line] = (await once(launcher.stdout, 'data')) as [Buffer];
    const pid = Number(String(line));
    expect(lifeOf(pid)).toBe('alive');
    launcher.kill('SIGKILL');
    while (lifeOf(pid) === 'alive') await new Promise(resolve => setTimeout(resolve, 10));
  });
});

test('a launcher that is not there is told of in one sentence', async () => {
  expect(await runCli(['--version'], { env: { ORBWEAVER_LAUNCHER: '1' } })).toEqual({
    ...{ exitCode: 4, stdout: '', stderr: 'ORBWEAVER_LAUNCHER: process 1 did not start this one, or has ended.\n' },
  });
});
