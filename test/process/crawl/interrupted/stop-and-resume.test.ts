import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Progress } from '../../../../shared/report/progress.ts';
import { begin, CrawlResults, newDirectory, resume } from '../../../crawl/crawl-run.ts';
import { startLayeredSite } from '../../../crawl/layered-site.ts';
import type { LoopbackSite } from '../../../servers/loopback-site.ts';
import { type ChildCrawl, runChild, startChild, until } from '../child-crawl.ts';

let site: LoopbackSite;
let whole: Record<string, string>;
let running: ChildCrawl | undefined;
let answerAfterMs = 5;

beforeAll(async () => {
  site = await startLayeredSite(2, { answerAfterMs: () => answerAfterMs });
  const directory = newDirectory();
  await runChild('crawl', `${site.origin}/`, '--delay', '0', '--max-downloads', '16', '--out', directory, '--quiet');
  whole = new CrawlResults(directory).files();
});
afterAll(() => site.close());

afterEach(async () => {
  running?.process.kill('SIGKILL');
  await running?.ended;
  running = undefined;
});

/** A crawl that has begun to fetch and would take half a minute, so that what a test does meanwhile is never too late. */
async function startSlowly(directory: string): Promise<ChildCrawl> {
  const before = site.paths().length;
  answerAfterMs = 600;
  running = startChild('crawl', `${site.origin}/`, '--delay', '25', '--out', directory);
  await until(() => site.paths().length > before + 5);
  return running;
}

async function expectWholeAfterResume(directory: string): Promise<void> {
  answerAfterMs = 5;
  const { exitCode, stderr } = await runChild('resume', directory, '--quiet');
  expect(`${exitCode} ${stderr}`).toBe('0 ');
  expect(new CrawlResults(directory).files()).toEqual(whole);
}

test('a crawl given up and resumed within one process does not wait for its own lease', {
  timeout: 90_000,
}, async () => {
  const directory = newDirectory();
  const before = site.paths().length;
  answerAfterMs = 30;
  const given = await begin(directory, `${site.origin}/`, { delayMs: 25, formats: ['csv', 'gexf'] });
  const ended = given.run();
  await until(() => site.paths().length > before + 5);
  given.stopNow();
  await ended;
  const { results } = await resume(directory);
  expect(results.files()).toEqual(whole);
});

test('Ctrl-C once finishes what is in flight, writes results, says how to go on; exit code 3', async () => {
  const directory = newDirectory();
  const child = await startSlowly(directory);
  child.process.kill('SIGINT');
  const { exitCode, stdout, stderr } = await child.ended;
  expect([exitCode, stdout]).toEqual([3, `${directory}\n`]);
  expect(stderr).toContain(`orbweaver resume ${directory}`);
  const results = new CrawlResults(directory);
  expect(results.json()).toMatchObject({ finishReason: 'stopped' });
  expect(Object.values(results.reasons())).toContain('stopped');
  await expectWholeAfterResume(directory);
});

test('Ctrl-C twice stops at once with exit code 3, and nothing is lost', async () => {
  const directory = newDirectory();
  const child = await startSlowly(directory);
  child.process.kill('SIGINT');
  child.process.kill('SIGTERM');
  const { exitCode } = await child.ended;
  expect(exitCode).toBe(3);
  await expectWholeAfterResume(directory);
});

test('a file STOP in the directory stops a crawl (adverse 58)', async () => {
  const directory = newDirectory();
  const child = await startSlowly(directory);
  writeFileSync(join(directory, 'STOP'), '');
  const { exitCode } = await child.ended;
  expect([exitCode, existsSync(join(directory, 'STOP'))]).toEqual([3, false]);
  await expectWholeAfterResume(directory);
});

test('orbweaver stop stops a crawl, orbweaver status tells of it while it runs and afterwards', async () => {
  const directory = newDirectory();
  const child = await startSlowly(directory);
  const status = async (): Promise<Progress> =>
    JSON.parse((await runChild('status', directory, '--json')).stdout) as Progress;
  const during = await status();
  expect(during).toMatchObject({ state: 'running', sites: [{ status: 'active', delayMs: 25 }] });
  expect((await runChild('stop', directory)).exitCode).toBe(0);
  expect((await child.ended).exitCode).toBe(3);
  expect(await status()).toMatchObject({ state: 'stopped', finishReason: 'stopped' });
  expect((await runChild('stop', directory)).stderr).not.toBe('');
  await expectWholeAfterResume(directory);
  expect(await status()).toMatchObject({ state: 'finished', finishReason: 'no-work', queued: 0 });
});

test('one directory has one process: a second one is refused with exit code 5 (adverse 58)', async () => {
  const directory = newDirectory();
  const child = await startSlowly(directory);
  const second = await runChild('resume', directory);
  expect(second.exitCode).toBe(5);
  expect(second.stderr).toContain(`is in use by process ${child.process.pid}`);
  const overwriting = await runChild('crawl', `${site.origin}/`, '--out', directory, '--overwrite');
  expect(overwriting.exitCode).toBe(5);
  const exporting = await runChild('export', directory, '--format', 'net');
  expect(exporting.exitCode).toBe(5);
  child.process.kill('SIGINT');
  expect((await child.ended).exitCode).toBe(3);
  await expectWholeAfterResume(directory);
});

test('after a kill, status says interrupted and resume goes on', async () => {
  const directory = newDirectory();
  const child = await startSlowly(directory);
  child.process.kill('SIGKILL');
  await child.ended;
  const { stdout } = await runChild('status', directory, '--json');
  expect(JSON.parse(stdout)).toMatchObject({ state: 'interrupted' });
  expect((await runChild('stop', directory)).stderr).toMatch(/no process|not running/i);
  await expectWholeAfterResume(directory);
});

test('nothing crawled is exit code 2 with the reason; a limit is exit code 0', async () => {
  const nothing = await runChild(
    'crawl',
    'http://127.0.0.1:1/',
    '--robots',
    'ignore',
    '--delay',
    '0',
    '--out',
    newDirectory(),
    '--quiet',
  );
  expect(nothing.exitCode).toBe(2);
  expect(nothing.stderr).toContain('127.0.0.1:1');
  const limited = await runChild(
    'crawl',
    `${site.origin}/`,
    '--delay',
    '0',
    '--limit',
    '3',
    '--out',
    newDirectory(),
    '--quiet',
  );
  expect([limited.exitCode, limited.stderr]).toEqual([0, '']);
});

test.each([2, 25])(
  'a clock that was %i hours ahead when a crawl was killed holds it up no longer than its waits were meant to be, and is noted (adverse 56)',
  async hours => {
    const directory = newDirectory();
    const child = await startSlowly(directory);
    child.process.kill('SIGKILL');
    await child.ended;
    const aheadMs = hours * 3_600_000;
    const state = new DatabaseSync(join(process.env['ORBWEAVER_STATE'] ?? '', 'tokens.db'));
    state.exec(`UPDATE tokens SET until = until + ${aheadMs}, next_allowed_at = next_allowed_at + ${aheadMs},
    before = before + ${aheadMs}, wanted_until = wanted_until + ${aheadMs}`);
    state.close();
    const crawl = new DatabaseSync(join(directory, 'crawl.db'));
    crawl.exec(`UPDATE crawl SET started_at = started_at + ${aheadMs}, deadline = deadline + ${aheadMs};
    UPDATE sites SET due = due + ${aheadMs}, robots = json_set(robots, '$.fetchedAt', robots ->> '$.fetchedAt' + ${aheadMs})`);
    crawl.close();
    const asked = site.asked.length;
    const started = performance.now();
    await expectWholeAfterResume(directory);
    // The shortest wait that would be wrong is one of two hours.
    expect(performance.now() - started).toBeLessThan(120_000);
    expect(site.asked.slice(asked).map(({ path }) => path)).toContain('/robots.txt');
    const { notices, elapsedMs } = new CrawlResults(directory).json() as { notices: string[]; elapsedMs: number };
    const host = new URL(site.origin).host;
    const notice = notices.find(sentence => sentence.includes(`since ${host} was last asked`));
    const seconds = Number(/set back by (\d+) s/.exec(notice ?? '')?.[1]);
    expect(seconds).toBeGreaterThan(hours * 3600 - 120);
    expect(seconds).toBeLessThanOrEqual(hours * 3600);
    expect(elapsedMs).toBeGreaterThanOrEqual(0);
  },
);
