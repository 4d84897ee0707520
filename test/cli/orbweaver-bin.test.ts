import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { binFile, runCli } from './run-cli.ts';

/** A Node older than 24 on this machine, where there is one. */
const olderNode = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  .map(folder => join(folder, 'node'))
  .find(node => existsSync(node) && majorOf(node) < 24);

if (olderNode === undefined) console.log('No Node older than 24 here: how the command line meets one is not tested.');

function majorOf(node: string): number {
  return Number(execFileSync(node, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }));
}

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

test.skipIf(olderNode === undefined)('says in one sentence that Node 24 is missing', async () => {
  const run = await runCli(['--version'], { node: olderNode!, bin: join(project, 'functions', 'orbweaver.js') });
  expect(run).toMatchObject({ exitCode: 4, stdout: '' });
  expect(run.stderr).toMatch(/^Orbweaver needs Node 24 or later; this is v\d+\.\d+\.\d+\. .*npm ci.*\n$/);
});

test.skipIf(olderNode === undefined)('hands over to the Node 24 that npm ci installed', async () => {
  const installed = join(project, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');
  mkdirSync(installed, { recursive: true });
  symlinkSync(process.execPath, join(installed, 'node'));
  mkdirSync(join(project, 'functions', 'cli'));
  writeFileSync(
    join(project, 'functions', 'cli', 'main.ts'),
    'export const main = async (args: string[]): Promise<number> => { console.log(process.version, ...args); return 3; };\n',
  );
  const run = await runCli(['crawl', 'x'], { node: olderNode!, bin: join(project, 'functions', 'orbweaver.js') });
  expect(run).toEqual({ exitCode: 3, stdout: `${process.version} crawl x\n`, stderr: '' });
});
