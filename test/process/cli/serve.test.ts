import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLayeredSite } from '../../crawl/layered-site.ts';
import type { LoopbackSite } from '../../servers/loopback-site.ts';
import { binFile, olderNode, runCli } from './run-cli.ts';

let folder: string;
let site: LoopbackSite;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orbweaver-serve-cli-'));
  site = await startLayeredSite(10, { answerAfterMs: 50 });
});
afterAll(async () => {
  // A test that failed has left its server behind.
  for (const child of children) child.kill('SIGKILL');
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Served {
  readonly process: ChildProcess;
  readonly link: URL;
  readonly ended: Promise<number | null>;
  readonly said: () => string;
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
}

async function serve(...args: readonly string[]): Promise<Served> {
  return await serveBy(process.execPath, ...args);
}

async function serveBy(node: string, ...args: readonly string[]): Promise<Served> {
  const env = {
    PATH: process.env['PATH'],
    ORBWEAVER_STATE: join(folder, 'state'),
    // A setting of the environment is not for crawls of the page: what it shows is what is crawled.
    ORBWEAVER_DEPTH: '0',
  };
  const child = spawn(node, [binFile, 'serve', ...args], { cwd: folder, env });
  children.push(child);
  let said = '';
  child.stderr.on('data', (data: Buffer) => {
    said += String(data);
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const link = new URL(String(line).trim());
  const authorization = `Bearer ${link.hash.slice('#token='.length)}`;
  const call = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const text = body === undefined ? null : JSON.stringify(body);
    const answer = await fetch(new URL(path, link.origin), { method, headers: { authorization }, body: text });
    return (await answer.json()) as Record<string, unknown>;
  };
  return { process: child, link, ended, said: () => said, call };
}

async function isServed(link: URL): Promise<boolean> {
  try {
    await fetch(link);
    return true;
  } catch {
    return false;
  }
}

async function untilState(served: Served, id: string, state: string): Promise<void> {
  while ((await served.call('GET', `/crawls/${id}`))['state'] !== state) await sleep(100);
}

describe('orbweaver serve', () => {
  test('prints its link with the token, and on Ctrl-C stops the crawls it started, so that they can be resumed', async () => {
    const served = await serve('--root', 'crawls', '--lang', 'ru');
    expect(served.link.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?lang=ru#token=[\w-]{43}$/);
    const { id } = await served.call('POST', '/crawls', { sites: [{ url: site.origin }], delayMs: 0 });
    await untilState(served, String(id), 'running');
    while (site.paths().length < 10) await sleep(50);
    served.process.kill('SIGINT');
    expect(await served.ended).toBe(0);
    expect(served.said()).toContain('Stopping 1 crawl after the requests in flight');
    const summary = JSON.parse(readFileSync(join(folder, 'crawls', String(id), 'crawl.json'), 'utf8'));
    expect(summary).toMatchObject({ finishReason: 'stopped', sites: [{ finishReason: 'stopped' }] });
    expect(summary.spec.sites[0]).not.toHaveProperty('maxLevel');
  });

  test('may be killed: its crawls go on', async () => {
    const served = await serve('--root', 'more');
    const { id } = await served.call('POST', '/crawls', { sites: [{ url: site.origin }], delayMs: 0, maxLevel: 2 });
    await untilState(served, String(id), 'running');
    expect(served.said()).toMatch(/Crawls of \/.*\/more, a folder that is not there yet: the first crawl makes it\./);
    served.process.kill('SIGKILL');
    await served.ended;
    const next = await serve('--root', 'more');
    await untilState(next, String(id), 'finished');
    next.process.kill('SIGTERM');
    expect(await next.ended).toBe(0);
  });

  test.skipIf(olderNode === undefined)(
    'ends with its launcher when that is killed alone: its crawls go on',
    async () => {
      const served = await serveBy(olderNode!, '--root', 'launched');
      const { id } = await served.call('POST', '/crawls', { sites: [{ url: site.origin }], delayMs: 0, maxLevel: 2 });
      await untilState(served, String(id), 'running');
      served.process.kill('SIGKILL');
      await expect.poll(async () => await isServed(served.link), { timeout: 60_000 }).toBe(false);
      const next = await serve('--root', 'launched');
      await untilState(next, String(id), 'finished');
      next.process.kill('SIGTERM');
      expect(await next.ended).toBe(0);
    },
  );

  test.each([
    [['--host', '0.0.0.0'], /--host: 0\.0\.0\.0 is refused; allowed are 127\.0\.0\.1, localhost, ::1/],
    [['--port', '70000'], /--port: 70000 is refused; allowed is 0 to 65535/],
    [['--root', binFile], /--root: .*orbweaver\.js is refused; it is not a directory/],
    [['--lang', 'de'], /--lang: de is refused; allowed are en, ru/],
    [['--remote', 'Nothing'], /--api: a missing value is refused/],
    [['--remote', '--api', 'ftp://x'], /--api: "ftp:\/\/x" is refused/],
  ])('refuses %j', async (args, sentence) => {
    const run = await runCli(['serve', ...args], { cwd: folder });
    expect([run.exitCode, run.stderr]).toEqual([4, expect.stringMatching(sentence)]);
  });

  test('refuses a port that is taken', async () => {
    const { port } = new URL(site.origin);
    const run = await runCli(['serve', '--port', port], { cwd: folder });
    expect([run.exitCode, run.stderr]).toEqual([4, expect.stringMatching(/--port: \d+ is refused \(it is taken\)/)]);
  });

  test('finds the API of a stack by the outputs of its deployment', async () => {
    const outputs = { Other: {}, Mine: { ApiUrl: 'http://127.0.0.1:9/v1/' } };
    writeFileSync(join(folder, 'cdk-outputs.json'), JSON.stringify(outputs));
    const unknown = await runCli(['serve', '--remote', 'Their'], { cwd: folder });
    expect(unknown.stderr).toMatch(/--remote: "Their" is refused; allowed are the stacks .*: Other, Mine/);
    const served = await serve('--remote', 'Mine');
    expect((await served.call('GET', '/crawls'))['status']).toBe(502);
    served.process.kill('SIGINT');
    expect(await served.ended).toBe(0);
    expect(served.said()).toContain('Crawls of http://127.0.0.1:9/v1/');
  });
});
