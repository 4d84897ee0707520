/** Articles that scripts draw: found out when a watch is made, set for a source later, learnt while it looks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WatchState } from '../../../functions/embedded/watch/read-watch.ts';
import { runCli } from '../../process/cli/run-cli.ts';
import { type DrawnSite, serveDrawnSite } from '../../servers/news/drawn-articles.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-drawn-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
let drawn: DrawnSite;
let plain: DrawnSite;
let made = 0;

beforeAll(async () => {
  [drawn, plain] = [await serveDrawnSite(), await serveDrawnSite(false)];
});

afterAll(async () => {
  await Promise.all([drawn.close(), plain.close()]);
  rmSync(folder, { recursive: true, force: true });
});

async function newWatch(site: DrawnSite, ...options: readonly string[]) {
  made += 1;
  const directory = join(folder, `watch-${made}`);
  const source = ['--source', site.url, '--delay', '0', ...options];
  const { exitCode, stderr } = await runCli(['watch', 'new', directory, ...source], { env });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return { directory, said: stderr.replace(/\s+/g, ' ') };
}

async function look(directory: string): Promise<void> {
  const run = await runCli(['watch', 'run', directory, '--once', '--quiet'], { env });
  expect(run).toEqual({ exitCode: 0, stdout: `${directory}\n`, stderr: '' });
}

async function source(directory: string) {
  const { stdout } = await runCli(['watch', 'status', directory, '--json'], { env });
  return (JSON.parse(stdout) as WatchState).sources[0]!;
}

async function titles(directory: string): Promise<readonly string[]> {
  const { stdout } = await runCli(['publications', directory, '--format', 'jsonl'], { env });
  const rows = stdout
    .split('\n')
    .flatMap(line => (line === '' ? [] : [JSON.parse(line) as { title: string; text: string }]));
  return rows.map(({ title, text }) => `${title}: ${text.includes('the council speaks of')}`).toSorted();
}

const since = expect.any(Number);
const all = ['amber', 'birch', 'cedar', 'dune', 'ember', 'fjord'].map(name => `Vote on ${name}: true`);

describe('a source whose articles scripts draw', { timeout: 600_000 }, () => {
  test('is loaded in a browser from the beginning, and says so', async () => {
    const { directory, said } = await newWatch(drawn);
    expect(said).toContain('Scripts draw the articles: of 2 samples 2 had one in a browser, none as sent');
    const found = { at: since, why: 'drawn', pages: 2 };
    expect((await source(directory)).rendering).toEqual({ render: 'always', own: true, found, publications: 0 });
    await look(directory);
    expect(await titles(directory)).toEqual(all);
    expect((await source(directory)).rendering).toEqual({ render: 'always', own: true, found, publications: 6, since });
    const { stdout } = await runCli(['watch', 'status', directory], { env });
    expect(stdout.replace(/\s+/g, ' ')).toMatch(
      /Set at [\d:]+: 2 articles had no text as sent, and had one in a browser/,
    );
    await runCli(['watch', 'sources', 'set', directory, '1', '--render', 'auto'], { env });
    const changed = { render: 'auto', own: true, publications: 6, since };
    expect((await source(directory)).rendering).toEqual(changed);
  });

  test('is taken as it is sent without a browser, is warned of, and can be set later', async () => {
    const { directory, said } = await newWatch(drawn, '--no-browser');
    expect(said).toContain('2 samples had none as sent, and no browser showed them (none was used).');
    await look(directory);
    const before = await source(directory);
    expect(before).toMatchObject({ publications: 0, warnings: [{ kind: 'drawn', pages: 6 }] });
    // They are tried again.
    expect(before.failed.map(({ why, due }) => [why, due !== undefined])).toEqual(Array(6).fill(['drawn', true]));
    const status = await runCli(['watch', 'status', directory], { env });
    expect(status.stdout.replace(/\s+/g, ' ')).toContain(
      'WARNING: 6 pages without an article: they are drawn by scripts.',
    );
    const { stdout } = await runCli(['watch', 'sources', 'set', directory, '1', '--render', 'auto'], { env });
    expect(stdout).toContain('pages are loaded in a browser: auto, from now on.');
    expect((await source(directory)).rendering).toEqual({ render: 'auto', own: true, publications: 0 });
  });

  test('is learnt while the watch looks, with --render auto', async () => {
    const { directory } = await newWatch(drawn, '--render', 'auto', '--no-browser');
    await look(directory);
    expect(await titles(directory)).toEqual(all);
    expect((await source(directory)).rendering).toEqual({ render: 'auto', publications: 6, since });
  });

  test('is read with a page that cannot be shown as it was sent, where no browser starts', async () => {
    const { directory } = await newWatch(drawn, '--no-browser');
    await runCli(['watch', 'sources', 'set', directory, '1', '--render', 'always'], { env });
    const without = { ...env, ORBWEAVER_BROWSER: join(folder, 'no-such-browser') };
    const run = await runCli(['watch', 'run', directory, '--once', '--quiet'], { env: without });
    expect(run.exitCode).toBe(0);
    expect(await source(directory)).toMatchObject({ publications: 0, warnings: [{ kind: 'drawn', pages: 6 }] });
  });

  test('is extracted with --render alone', async () => {
    const address = `${drawn.url}news/amber-vote-of-the-council.html`;
    const text = async (...options: readonly string[]): Promise<string> => {
      const { stdout } = await runCli(
        ['extract', address, '--json', '--allow-host', new URL(drawn.url).host, ...options],
        { env },
      );
      return (JSON.parse(stdout) as { text: string }).text;
    };
    expect(await text()).toBe('');
    expect(await text('--render', 'auto')).toContain('In sentence 6 the council speaks of amber');
    expect(await text('--render', 'always')).toContain('In sentence 6 the council speaks of amber');
  });
});

test('a source whose articles are in its pages needs no browser, and one sample says so', {
  timeout: 600_000,
}, async () => {
  const { directory, said } = await newWatch(plain);
  expect(said).not.toContain('Scripts draw');
  expect(plain.requested.filter(path => path.startsWith('/news/'))).toHaveLength(1);
  await look(directory);
  expect(await titles(directory)).toEqual(all);
  expect((await source(directory)).rendering).toBeUndefined();
});
