/** A source whose feed is at one host and whose publications are at another. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WatchState } from '../../../functions/embedded/watch/read-watch.ts';
import type { PublicationRecord } from '../../../shared/wings/publications/export/publication-record.ts';
import { type AdverseSources, serveAdverseSources } from '../../servers/news/adverse-sources.ts';
import { runCli } from '../cli/run-cli.ts';
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
  expect(made.stderr.replaceAll(/\s+/g, ' ')).toContain('5 of the addresses that it names are at other hosts');
  expect(made.stderr).toContain('--host');
  expect(back.asked.length).toBe(before);
});

test('hosts in the file of a watch are taken like --host, and a wrong one is named by its place', async () => {
  const config = join(folder, 'watch.json');
  const site = { url: source(), hosts: [`${back.url}/articles/`, `${back.url}/articles/`] };
  writeFileSync(config, JSON.stringify({ delayMs: 0, sites: [site] }));
  const directory = join(folder, 'configured');
  const made = await runCli(['watch', 'new', directory, '--config', config, '--quiet'], { env });
  expect(made).toMatchObject({ exitCode: 0 });
  await look(directory);
  await look(directory);
  expect((await found(directory)).length).toBe(5);
  writeFileSync(config, JSON.stringify({ sites: [{ ...site, hosts: ['ftp://a.test'] }] }));
  const refused = await runCli(['watch', 'new', join(folder, 'refused'), '--config', config], { env });
  expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringContaining('sites[0].hosts[0]')]);
});

test('a host, a source and an interval are added to a watch later', async () => {
  const directory = join(folder, 'later');
  const news = `${front.url}/split/${new URL(back.url).port}/`;
  const settings = ['--delay', '0', '--quiet', '--host', 'unused.test'];
  const made = await runCli(['watch', 'new', directory, '--source', news, ...settings], { env });
  // Without the host of its publications there is nothing to watch.
  expect(made.exitCode).toBe(2);
  const begun = ['--delay', '0', '--quiet', '--source', `${front.url}/equal-etag/`];
  expect(await runCli(['watch', 'new', directory, ...begun], { env })).toMatchObject({ exitCode: 0 });
  const sources = ['watch', 'sources'];
  const nothing = await runCli([...sources, 'add', directory, `${back.url}/no-feed/`], { env });
  expect([nothing.exitCode, nothing.stderr]).toEqual([2, expect.stringContaining(`${back.url}`)]);
  const added = await runCli([...sources, 'add', directory, `${back.url}/equal-etag/`], { env });
  expect(added.stdout).toBe(`${back.url}/equal-etag/ is source 2 from the next run on.\n`);
  expect(added.stderr).toContain('feed');
  const again = await runCli([...sources, 'add', directory, '--host', back.url], { env });
  expect([again.exitCode, again.stdout]).toEqual([4, '']);
  const host = await runCli([...sources, 'add', directory, '--host', 'publications.test'], { env });
  expect(host.stdout).toMatch(/^https:\/\/publications\.test\/ is host 3 of the watch from the next run on/);
  const feed = (await status(directory)).sources[1]!.entries.find(({ kind }) => kind === 'feed')!;
  const fixed = await runCli([...sources, 'interval', directory, feed.address, '--seconds', '77'], { env });
  expect(fixed.stdout).toBe(`${feed.address} is looked at every 1 min 17 s from now on.\n`);
  expect((await runCli([...sources, 'remove', directory, '3'], { env })).exitCode).toBe(0);
  await look(directory);
  const after = (await status(directory)).sources[1]!;
  expect(after.publications).toBeGreaterThan(0);
  const { fixedS, last, due } = after.entries.find(({ address }) => address === feed.address)!;
  expect([fixedS, due]).toEqual([77, last!.at + 77_000]);
  await runCli([...sources, 'interval', directory, feed.address], { env });
  expect((await status(directory)).sources[1]!.entries.find(({ address }) => address === feed.address)!.fixedS).toBe(
    undefined,
  );
});
