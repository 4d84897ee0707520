/** Where a file of a crawl is expected there is a named pipe, a directory or a device: nothing waits for it or reads it. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CrawlResults, crawl, newDirectory, workFolder } from '../../../crawl/crawl-run.ts';
import { page, startSite } from '../../../servers/loopback-site.ts';
import { binFile } from '../../cli/run-cli.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let finished: string;
let graph: string;

beforeAll(async () => {
  site = await startSite({ '/': page('start', '/a'), '/a': page('a', '/') });
  finished = (await crawl(`${site.origin}/`)).directory;
  graph = `graph/${site.fileName}`;
});

/** The site stays up: `resume` fetches again what a harmed segment held. */
afterAll(() => site.close());

/** A copy of the finished crawl in which `name` is made anew. */
function copyWith(name: string, make: (path: string) => void): string {
  const directory = newDirectory();
  cpSync(finished, directory, { recursive: true });
  const path = join(directory, name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  make(path);
  return directory;
}

const pipe = (path: string): void => void execFileSync('mkfifo', [path]);

/** A run that hangs is killed, and has no exit code. */
async function run(...args: readonly string[]): Promise<{ exitCode: number | null; stderr: string }> {
  const env = { PATH: process.env['PATH'], ORBWEAVER_STATE: process.env['ORBWEAVER_STATE'] };
  const options = { cwd: workFolder, env, timeout: 60_000, killSignal: 'SIGKILL' } as const;
  const child = spawn(process.execPath, [binFile, ...args], options);
  const exited = new Promise<number | null>(resolve => child.on('exit', resolve));
  const [stderr, exitCode] = await Promise.all([text(child.stderr), exited, text(child.stdout)]);
  return { exitCode, stderr };
}

const commands = (directory: string) => [
  ['status', directory],
  ['sites', 'list', directory],
  ['simulate', directory],
  ['export', directory, '--format', 'net'],
  ['resume', directory, '--quiet'],
];

describe.skipIf(process.platform === 'win32')('no command waits for a named pipe', () => {
  test.each([
    'crawl.json',
    'crawl.db',
    'crawl.db-wal',
    'crawl.db-shm',
    'lock.db',
    'lock.pid',
    'STOP',
    'logs/common.csv',
    'state/segments/1/1',
  ])('called %s', async name => {
    const directory = copyWith(name, pipe);
    for (const args of commands(directory)) {
      const { exitCode, stderr } = await run(...args);
      expect([args[0], exitCode, stderr]).toEqual([args[0], expect.toBeOneOf([0, 4]), expect.any(String)]);
      expect(stderr).not.toMatch(/internal error|\n {4}at /);
      if (exitCode === 4) expect(stderr).toMatch(/^orbweaver: \S+.*\n$/);
    }
  });

  test('or reads a device that never ends, through a link', async () => {
    const directory = copyWith('crawl.json', path => symlinkSync('/dev/zero', path));
    const { exitCode, stderr } = await run('status', directory);
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('"crawl.json" in it is a link to another place')]);
  });
});

test('a directory in place of a file is told in one sentence', async () => {
  const directory = copyWith('crawl.db', mkdirSync);
  expect(await run('status', directory)).toEqual({
    exitCode: 4,
    stderr: `orbweaver: ${directory}/crawl.db cannot be used: it is a directory (EISDIR); mend that.\n`,
  });
});

test('a result file is never written through a link', async () => {
  const outside = join(workFolder, 'outside');
  writeFileSync(outside, 'mine');
  const directory = copyWith(`${graph}.net.part`, path => symlinkSync(outside, path));
  const { exitCode, stderr } = await run('export', directory, '--format', 'net');
  expect([exitCode, readFileSync(outside, 'utf8')]).toEqual([4, 'mine']);
  expect(stderr).toContain(`"${graph}.net.part" in it is a link to another place`);
});

test.skipIf(process.platform === 'win32')('a result file is written in place of a named pipe', async () => {
  const directory = copyWith(`${graph}.net.part`, pipe);
  expect(await run('export', directory, '--format', 'net')).toMatchObject({ exitCode: 0 });
  expect(statSync(join(directory, `${graph}.net`)).isFile()).toBe(true);
  expect(existsSync(join(directory, `${graph}.net.part`))).toBe(false);
  expect(new CrawlResults(directory).nodes()).toHaveLength(2);
});
