import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Progress } from '../../../shared/report/progress.ts';
import type { CrawlSummary } from '../../../shared/report/summary.ts';
import { binFile, runCli } from './run-cli.ts';

let folder: string;
let env: Readonly<Record<string, string>>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-example-'));
  env = { ORBWEAVER_STATE: join(folder, 'state') };
});

afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => runCli(args, { cwd: folder, env });

/** The result files of a crawl by name, without the port that the bundled site happened to have. */
function resultsOf(directory: string): Readonly<Record<string, string>> {
  const results: Record<string, string> = {};
  for (const part of ['graph', 'links', 'reports']) {
    for (const name of readdirSync(join(folder, directory, part)).sort()) {
      const content = readFileSync(join(folder, directory, part, name), 'utf8');
      results[name.replace(/_\d+\./, '_PORT.')] = content.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT');
    }
  }
  return results;
}

test('crawls the bundled site and tells what was found as JSON', async () => {
  const { exitCode, stdout, stderr } = await run('crawl', '--example', '--out', 'whole', '--json', '--quiet');
  expect(`${exitCode} ${stderr}`).toBe('0 ');
  const summary = JSON.parse(stdout) as CrawlSummary;
  expect(summary).toMatchObject({ directory: 'whole', finishReason: 'no-work', unchanged: false });
  expect(summary.outcomes).toEqual({ found: 35, nodes: 23, redirects: 4, duplicates: 2, skipped: 6 });
  expect(summary.sites[0]).toMatchObject({
    skippedBy: { robots: 1, 'http-status': 1, 'content-type': 1, extension: 1, redirects: 1, repeating: 1 },
    levels: 4,
    badLinks: 2,
  });
});

test('names the directory by host and time where none is given, and prints it', async () => {
  const { exitCode, stdout, stderr } = await run('crawl', '--example', '--depth', '0');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^crawls\/127\.0\.0\.1_\d+-\d{8}T\d{6}Z\n$/);
  expect(stderr).toMatch(/^Finished after \d+ s \(no-work: everything within the depth limit was fetched\)\.$/m);
  expect(readdirSync(join(folder, stdout.trim()))).toContain('crawl.json');
});

test('stops at Ctrl-C with exit code 3, and goes on to the very results of a crawl that was never stopped', async () => {
  // A second try of the test finds no directory of the first.
  const halves = basename(mkdtempSync(join(folder, 'halves-')));
  const stopped = await interruptedCrawl(halves);
  expect(stopped).toMatchObject({ exitCode: 3, stdout: `${halves}\n` });
  expect(stopped.stderr).toContain(`Go on: orbweaver resume ${halves} --example`);

  const status = await run('status', halves, '--json');
  const progress = JSON.parse(status.stdout) as Progress;
  const { outcomes } = JSON.parse(readFileSync(join(folder, halves, 'crawl.json'), 'utf8')) as CrawlSummary;
  expect(outcomes.skipped).toBeGreaterThan(0);
  expect(progress).toMatchObject({ state: 'stopped', finishReason: 'stopped', queued: 0, outcomes });
  expect(progress.sites[0]).toMatchObject({ queued: 0, outcomes });
  expect((await run('status', halves)).stdout).toMatch(/^Stopped: 1 site, /);

  expect(await run('resume', halves, '--example', '--quiet')).toEqual({
    exitCode: 0,
    stdout: `${halves}\n`,
    stderr: '',
  });
  expect(resultsOf(halves)).toEqual(resultsOf('whole'));

  const again = await run('resume', halves, '--json', '--quiet');
  expect([again.exitCode, JSON.parse(again.stdout)]).toMatchObject([0, { unchanged: true, finishReason: 'no-work' }]);
});

test('writes more formats of a finished crawl', async () => {
  const { exitCode, stdout } = await run('export', 'whole', '--format', 'net,graphml');
  const written = stdout.trimEnd().split('\n');
  expect(exitCode).toBe(0);
  expect(written.map(file => file.replace(/_\d+/, ''))).toEqual([
    ...['graph/127.0.0.1.folder-links.graphml', 'graph/127.0.0.1.graphml', 'graph/127.0.0.1.net'],
  ]);
  for (const file of written) expect(existsSync(join(folder, 'whole', file))).toBe(true);
});

test('exports the default formats where none is named, and refuses one that it does not know', async () => {
  const { exitCode, stdout } = await run('export', 'whole');
  expect([exitCode, stdout.replaceAll(/_\d+/g, '').trimEnd().split('\n')]).toEqual([
    0,
    [
      ...['graph/127.0.0.1.edges.csv', 'graph/127.0.0.1.folder-links.gexf'],
      ...['graph/127.0.0.1.gexf', 'graph/127.0.0.1.nodes.csv'],
    ],
  ]);
  expect(await run('export', 'whole', '--format', 'xls')).toEqual({
    exitCode: 4,
    stdout: '',
    stderr:
      'orbweaver: --format: "xls" is refused; allowed are csv, gexf, graphml, net, parquet, xlsx, commoncrawl (did you mean xlsx?); writers of plugins are named by `writers`.\n',
  });
});

test('refuses directories that hold no crawl', async () => {
  for (const command of ['status', 'stop', 'resume']) {
    expect(await run(command, 'nowhere')).toEqual({
      exitCode: 4,
      stdout: '',
      stderr:
        'orbweaver: nowhere holds no crawl and no watch; allowed is a directory that orbweaver crawl or orbweaver watch has written.\n',
    });
  }
});

test('says of a finished crawl whose crawl.json is damaged what is wrong', async () => {
  expect(await run('crawl', '--example', '--out', 'damaged', '--quiet')).toMatchObject({ exitCode: 0 });
  writeFileSync(join(folder, 'damaged', 'crawl.json'), '{');
  for (const command of ['status', 'resume']) {
    const { exitCode, stderr } = await run(command, 'damaged');
    expect(exitCode).toBe(4);
    expect(stderr).toMatch(/^orbweaver: damaged\/crawl\.json is missing or damaged \(.+\); put it back, .+\n$/);
  }
});

test('says how to go on where a process was killed before its crawl had begun', async () => {
  mkdirSync(join(folder, 'killed'));
  writeFileSync(join(folder, 'killed', 'lock.db'), '');
  writeFileSync(join(folder, 'killed', 'crawl.db'), '');
  const stderr =
    'orbweaver: killed holds no crawl; none has begun there yet. If its process has ended, begin it again with --out killed.\n';
  for (const command of ['status', 'resume'])
    expect(await run(command, 'killed')).toEqual({ exitCode: 4, stdout: '', stderr });
  expect(await run('crawl', '--example', '--out', 'killed', '--quiet')).toMatchObject({ exitCode: 0 });
});

/** Crawls slowly and sends one Ctrl-C once there are some pages. */
async function interruptedCrawl(directory: string) {
  const args = [binFile, 'crawl', '--example', '--delay', '100', '--log-display', '--out', directory];
  const child = spawn(process.execPath, args, { cwd: folder, env: { PATH: process.env['PATH'], ...env } });
  let stdout = '';
  let stderr = '';
  let interrupted = false;
  child.stdout.on('data', (data: Buffer) => {
    stdout += String(data);
  });
  child.stderr.on('data', (data: Buffer) => {
    stderr += String(data);
    if (interrupted || !stderr.includes('/rooms/2.html')) return;
    interrupted = true;
    child.kill('SIGINT');
  });
  const exitCode = await new Promise<number | null>(resolve => child.on('close', resolve));
  return { exitCode, stdout, stderr };
}
