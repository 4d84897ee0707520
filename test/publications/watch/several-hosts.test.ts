/** A source whose feed is at one host and whose publications are at another. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WatchState } from '../../../functions/embedded/watch/read-watch.ts';
import type { PublicationRecord } from '../../../shared/wings/publications/export/publication-record.ts';
import { runCli } from '../../cli/run-cli.ts';
import { type AdverseSources, serveAdverseSources } from '../../servers/news/adverse-sources.ts';
import { killedRun } from './killed-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-hosts-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
const delayMs = 100;
let front: AdverseSources;
let back: AdverseSources;

beforeAll(async () => {
  [front, back] = [await serveAdverseSources(), await serveAdverseSources()];
});

afterAll(async () => {
  await Promise.all([front.close(), back.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const source = () => `${front.url}/split/${new URL(back.url).port}/`;

async function look(directory: string): Promise<void> {
  const run = await runCli(['watch', 'run', directory, '--once', '--quiet'], { env });
  expect(run).toEqual({ exitCode: 0, stdout: `${directory}\n`, stderr: '' });
}

async function status(directory: string): Promise<WatchState> {
  return JSON.parse((await runCli(['watch', 'status', directory, '--json'], { env })).stdout) as WatchState;
}

async function found(directory: string): Promise<readonly PublicationRecord[]> {
  const { stdout } = await runCli(['publications', directory, '--format', 'jsonl'], { env });
  return stdout.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line) as PublicationRecord]));
}

test('publications at a host that is watched are taken there once, with what the feed says of them, at that host’s pace', async () => {
  const begun = performance.now();
  const directory = join(folder, 'watch');
  const settings = ['--delay', String(delayMs), '--quiet', '--host', `${back.url}/articles/`];
  const made = await runCli(['watch', 'new', directory, '--source', source(), ...settings], { env });
  expect(made).toMatchObject({ exitCode: 0 });
  await look(directory);
  await look(directory);
  const records = await found(directory);
  const addresses = Array.from({ length: 5 }, (_, n) => `${back.url}/articles/story-${n}.html`);
  expect(records.map(({ url }) => url).toSorted()).toEqual(addresses);
  for (const { sourceNumber, foundBy, published, version, state } of records) {
    expect({ sourceNumber, foundBy, version, state }).toEqual({
      sourceNumber: 2,
      foundBy: 'feed',
      version: 1,
      state: 'live',
    });
    expect(published).toMatchObject({ at: '2017-09-12T12:34:56.000Z', source: 'feed' });
  }
  const asked = back.asked.filter(target => target.includes('story'));
  expect(asked.length).toBe(new Set(asked).size);
  expect(performance.now() - begun).toBeGreaterThan(delayMs * (back.asked.length - 1));
  expect(back.asked).toContain('/robots.txt');
  const { sources } = await status(directory);
  expect(sources).toMatchObject([
    { number: 1, publications: 0, elsewhere: 5 },
    { number: 2, publications: 5, entries: [] },
  ]);
});

test('killed again and again, it takes each of them once', async () => {
  const directory = join(folder, 'killed');
  const settings = ['--delay', String(delayMs), '--quiet', '--host', `${back.url}/articles/`];
  await runCli(['watch', 'new', directory, '--source', source(), ...settings], { env });
  for (const afterMs of [500, 700, 800, 900, 1_000, 1_100, 1_300]) {
    await killedRun(directory, afterMs, env);
  }
  await look(directory);
  await look(directory);
  const records = await found(directory);
  expect(records.map(({ url }) => url).toSorted()).toEqual(
    Array.from({ length: 5 }, (_, n) => `${back.url}/articles/story-${n}.html`),
  );
  for (const { version, published } of records)
    expect({ version, at: (published as { at: string }).at }).toEqual({ version: 1, at: '2017-09-12T12:34:56.000Z' });
});

test('where nobody watches the host, finding says that publications are elsewhere, and nobody asks there', async () => {
  const before = back.asked.length;
  const made = await runCli(['watch', 'new', join(folder, 'one'), '--source', source()], { env });
  expect(made).toMatchObject({ exitCode: 2, stdout: '' });
  expect(made.stderr.replaceAll(/\s+/g, ' ')).toContain('what it names is at other hosts');
  expect(made.stderr).toContain('--host');
  expect(back.asked.length).toBe(before);
});
