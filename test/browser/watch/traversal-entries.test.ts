/** Lists that need clicks, as entries of a watch: proposed, switched on by a person, clicked through at each look. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WatchState } from '../../../functions/embedded/watch/read-watch.ts';
import { type ServedNewsSites, serveNewsSites } from '../../../functions/example-site/news/serve-news-sites.ts';
import { binFile, runCli } from '../../process/cli/run-cli.ts';
import { serveAdverseSources } from '../../servers/news/adverse-sources.ts';
import { truthOf } from '../../servers/news-truth.ts';

const hour = 3_600_000;
const delayMs = 50;
const folder = mkdtempSync(join(tmpdir(), 'orbweaver-clicks-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
const present = Date.now();
const firstShown = present - 20 * hour;
let shown = firstShown;
let asked: { readonly at: number; readonly target: string }[] = [];
let news: ServedNewsSites;

beforeAll(async () => {
  news = await serveNewsSites(
    present - 90 * hour,
    () => shown,
    undefined,
    (site, target) => {
      if (site === 'herald') asked.push({ at: performance.now(), target });
    },
  );
});

afterAll(async () => {
  await news.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A watch of the herald with its feed of the newest twenty, its other entries switched off. */
async function newWatch(name: string): Promise<string> {
  const directory = join(folder, name);
  const source = ['--source', news.urls.herald, '--delay', String(delayMs)];
  const made = await runCli(['watch', 'new', directory, ...source], { env });
  expect(made).toMatchObject({ exitCode: 0 });
  expect(made.stderr).toContain(`watch sources on ${directory} ${news.urls.herald}latest/ --kind traversal\n`);
  const { entries } = (await status(directory)).sources[0]!;
  const other = entries.filter(({ on, address }) => on && !address.endsWith('/rss.xml')).map(({ address }) => address);
  if (other.length > 0) await runCli(['watch', 'sources', 'off', directory, ...other], { env });
  return directory;
}

async function status(directory: string): Promise<WatchState> {
  return JSON.parse((await runCli(['watch', 'status', directory, '--json'], { env })).stdout) as WatchState;
}

async function entry(directory: string, kind = 'traversal') {
  return (await status(directory)).sources[0]!.entries.find(each => each.kind === kind && each.on)!;
}

async function look(directory: string, further: Readonly<Record<string, string>> = {}): Promise<void> {
  const run = await runCli(['watch', 'run', directory, '--once', '--quiet'], { env: { ...env, ...further } });
  expect(run).toEqual({ exitCode: 0, stdout: `${directory}\n`, stderr: '' });
}

async function found(directory: string): Promise<readonly string[]> {
  const { stdout } = await runCli(['publications', directory, '--format', 'jsonl'], { env });
  return stdout
    .split('\n')
    .flatMap(line => (line === '' ? [] : [(JSON.parse(line) as { url: string }).url]))
    .toSorted();
}

function live(): readonly string[] {
  return truthOf(news.sites, shown)
    .flatMap(({ site, gone, address }) => (site === 'herald' && gone === undefined ? [address] : []))
    .toSorted();
}

const parts = () => asked.filter(({ target }) => target.startsWith('/api/')).length;

describe('a list that a button grows', () => {
  let directory: string;

  test('is proposed and switched off; without it the watch has what the feed names', async () => {
    directory = await newWatch('list');
    const proposed = (await status(directory)).sources[0]!.entries.filter(({ kind }) => kind === 'traversal');
    expect(proposed).toMatchObject([{ address: `${news.urls.herald}latest/`, on: false, looks: 0 }]);
    asked = [];
    await look(directory);
    expect(await found(directory)).toHaveLength(20);
    expect(parts()).toBe(0);
  });

  test('is clicked through to its end once it is switched on, and no request comes sooner than allowed', async () => {
    const url = `${news.urls.herald}latest/`;
    const on = await runCli(['watch', 'sources', 'on', directory, url, '--kind', 'traversal'], { env });
    expect(on).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(url) });
    asked = [];
    await look(directory);
    expect(await found(directory)).toEqual(live());
    expect(await entry(directory)).toMatchObject({
      failures: 0,
      looks: 1,
      last: { outcome: 'read', fresh: expect.any(Number) },
    });
    expect(parts()).toBeGreaterThan(4);
    const spanMs = asked.at(-1)!.at - asked[0]!.at;
    expect(spanMs).toBeGreaterThan(0.9 * delayMs * (asked.length - 1));
  });

  test('is left at the next look as soon as all that a press shows is known', async () => {
    asked = [];
    await look(directory);
    expect(await entry(directory)).toMatchObject({ failures: 0, looks: 2, last: { outcome: 'read', fresh: 0 } });
    expect(parts()).toBeLessThan(3);
    expect(parts()).toBeGreaterThan(0);
  });

  test('shows what came meanwhile, asked for anew', async () => {
    shown = present - 2 * hour;
    await look(directory);
    const known = await found(directory);
    expect(live().filter(url => !known.includes(url))).toEqual([]);
    expect(leftOf(directory)).toEqual([]);
    shown = firstShown;
  });
});

test('a calendar that a button turns, added by a person, gives the stories of all days', async () => {
  const directory = await newWatch('calendar');
  const url = `${news.urls.herald}calendar/`;
  expect(await runCli(['watch', 'sources', 'add', directory, url, '--kind', 'traversal'], { env })).toMatchObject({
    exitCode: 0,
  });
  await look(directory);
  expect(await found(directory)).toEqual(live());
});

test('killed while it clicks, a watch goes on, and finds the same', async () => {
  const directory = await newWatch('killed');
  await runCli(['watch', 'sources', 'on', directory, `${news.urls.herald}latest/`, '--kind', 'traversal'], { env });
  for (const presses of [1, 2, 3]) {
    asked = [];
    const child = spawn(process.execPath, [binFile, 'watch', 'run', directory, '--once', '--quiet'], {
      env: { PATH: process.env['PATH'], ...env },
      detached: true,
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    while (parts() < presses && child.exitCode === null) await new Promise(resolve => setTimeout(resolve, 10));
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // It had ended.
    }
    await exited;
  }
  await look(directory);
  expect(await found(directory)).toEqual(live());
  expect(await entry(directory)).toMatchObject({ failures: 0 });
});

test('a source that scripts draw has its list on, since nothing else is there, and gives its stories', async () => {
  const served = await serveAdverseSources();
  try {
    const directory = join(folder, 'drawn');
    const url = `${served.url}/drawn/`;
    const made = await runCli(['watch', 'new', directory, '--source', url, '--delay', '0'], { env });
    expect(made).toMatchObject({ exitCode: 0 });
    const { entries } = (await status(directory)).sources[0]!;
    expect(entries.map(({ kind, on, address }) => `${on} ${kind} ${address}`)).toEqual([
      `true traversal ${url}`,
      `false traversal ${url}science/`,
    ]);
    await look(directory);
    const stories = Array.from({ length: 20 }, (_, n) => `${url}a-very-long-story-${n}.html`);
    expect(await found(directory)).toEqual(stories.toSorted());
  } finally {
    await served.close();
  }
});

test('without a browser the look has failed, one sentence says why, and the rest goes on', async () => {
  const directory = await newWatch('none');
  await runCli(['watch', 'sources', 'on', directory, `${news.urls.herald}latest/`, '--kind', 'traversal'], { env });
  const path = join(folder, 'no-browser');
  await look(directory, { ORBWEAVER_BROWSER: path });
  expect(await entry(directory)).toMatchObject({ failures: 1, last: { outcome: 'no-browser', items: 12 } });
  expect(await entry(directory, 'feed')).toMatchObject({ failures: 0, last: { outcome: 'read' } });
  const errors = readFileSync(join(directory, 'logs', 'errors.csv'), 'utf8');
  expect(errors.split('\n').filter(line => line.includes(path))).toHaveLength(1);
  const { stdout } = await runCli(['watch', 'status', directory], { env });
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'no browser could be started (logs/errors.csv says why) (no-browser); 12 named',
  );
});

/** Files of traversals that are not over. */
function leftOf(directory: string): readonly string[] {
  const traversals = join(directory, 'state', 'traversals');
  if (!existsSync(traversals)) return [];
  const files = readdirSync(traversals, { recursive: true, withFileTypes: true });
  return files.filter(each => each.isFile()).map(({ name }) => name);
}
