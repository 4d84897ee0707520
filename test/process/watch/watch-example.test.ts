/** A watch of the generated news sites, from the command line: what it finds is what the sites have published. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServedNewsSites, serveNewsSites } from '../../../functions/example-site/news/serve-news-sites.ts';
import type { PublicationRecord } from '../../../shared/wings/publications/export/publication-record.ts';
import { type TruePublication, truthOf } from '../../servers/news-truth.ts';
import { Random } from '../../simulation/world/random.ts';
import { binFile, runCli } from '../cli/run-cli.ts';
import { killedRun } from './killed-run.ts';

const hour = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'orbweaver-watch-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
/** The clock of the sites is set by the tests: dates after the real present would not be believed. */
const present = Date.now();
const firstVisit = present - 62 * hour;
let shown = firstVisit;
let news: ServedNewsSites;

beforeAll(async () => {
  news = await serveNewsSites(present - 90 * hour, () => shown);
});

afterAll(async () => {
  await news.close();
  rmSync(folder, { recursive: true, force: true });
});

let shared = 0;

async function newWatch(name: string, ...options: readonly string[]): Promise<string> {
  const directory = join(folder, name);
  const source = ['--source', news.urls.herald, '--source', news.urls.courier];
  const made = await runCli(['watch', 'new', directory, ...source, '--delay', '0', '--quiet', ...options], { env });
  expect(made).toMatchObject({ exitCode: 0, stdout: `${directory}\n` });
  return directory;
}

async function visit(directory: string): Promise<void> {
  const run = await runCli(['watch', 'run', directory, '--once', '--quiet'], { env });
  expect(run).toEqual({ exitCode: 0, stdout: `${directory}\n`, stderr: '' });
}

async function found(directory: string): Promise<readonly PublicationRecord[]> {
  const { stdout } = await runCli(['publications', directory, '--format', 'jsonl'], { env });
  return stdout
    .trimEnd()
    .split('\n')
    .flatMap(line => (line === '' ? [] : [JSON.parse(line) as PublicationRecord]));
}

/** Soft hyphens are no part of a text. */
const words = (text: string): string => text.replaceAll('\u00ad', '').replaceAll(/\s+/g, ' ').trim();

function trueOfHerald(): readonly TruePublication[] {
  return truthOf(news.sites, shown).filter(({ site }) => site === 'herald');
}

function byAddress(records: readonly PublicationRecord[]): ReadonlyMap<string, PublicationRecord> {
  return new Map(records.flatMap(record => [record.url, ...record.addresses].map(url => [url, record] as const)));
}

/** Every three seconds: however slow a run is, some are due in the next one. */
const rechecks = Array.from({ length: 20 }, (_, index) => 10 * (index + 1)).join(',');

describe('a watch of the generated news sites', () => {
  let directory: string;

  test('takes out every publication that is named, with what its page tells', async () => {
    directory = await newWatch('visits', '--archive', '--recheck', rechecks);
    await visit(directory);
    const records = await found(directory);
    const known = byAddress(records);
    const expected = truthOf(news.sites, shown).filter(({ gone }) => gone === undefined);
    expect(expected.length).toBeGreaterThan(30);
    expect(expected.filter(({ address }) => !known.has(address)).map(({ address }) => address)).toEqual([]);
    for (const { site, kind, address, title, authors, published, section } of expected) {
      const record = known.get(address)!;
      expect({ ...record, published: undefined }).toMatchObject({ title, state: 'live', version: 1 });
      expect((record.published as { at: string }).at).toBe(published.at);
      expect(record.authors).toEqual(authors);
      // Pages of other templates do not name the section.
      if (site === 'herald' && kind !== 'long') expect(record.section).toBe(section);
    }
    for (const { address, versions } of expected)
      expect(words(known.get(address)!.text)).toBe(words(versions.at(-1)!.text));
  });

  test('finds copies of the other site, and says which was first', async () => {
    const records = await found(directory);
    const known = byAddress(records);
    const truth = truthOf(news.sites, shown);
    const isArticle = (url: string | undefined): boolean =>
      truth.some(each => each.address === url && each.kind === 'article');
    const copies = truth.filter(({ copyOf, address }) => isArticle(copyOf) && known.has(address));
    expect(copies.length).toBeGreaterThan(0);
    for (const { address, copyOf } of copies)
      expect([known.get(address)!.cluster, known.get(copyOf!)!.cluster]).toEqual(
        Array.from({ length: 2 }, () => Math.min(known.get(address)!.id, known.get(copyOf!)!.id)),
      );
  });

  test('days later it finds what is new, what was changed and what is gone', async () => {
    const before = byAddress(await found(directory));
    shown = present;
    await new Promise(resolve => setTimeout(resolve, 10_500));
    await visit(directory);
    const known = byAddress(await found(directory));
    const truth = trueOfHerald();
    const live = truth.filter(({ gone }) => gone === undefined);
    expect(live.filter(({ address }) => !known.has(address)).map(({ address }) => address)).toEqual([]);
    expect(live.length).toBeGreaterThan([...before.keys()].filter(url => url.startsWith(news.urls.herald)).length);
    const seenBefore = truth.filter(({ address, kind }) => before.has(address) && kind === 'article');
    const changed = seenBefore.filter(({ versions }) => versions.some(({ from }) => Date.parse(from) > firstVisit));
    expect(changed.length).toBeGreaterThan(0);
    for (const { address } of seenBefore) {
      const isChanged = changed.some(each => each.address === address);
      expect([address, known.get(address)!.version]).toEqual([address, isChanged ? 2 : 1]);
    }
    const gone = truth.filter(each => each.gone !== undefined && before.has(each.address));
    expect(gone.length).toBeGreaterThan(0);
    for (const { address } of gone) expect([address, known.get(address)!.state]).toEqual([address, 'gone']);
  });

  test('gives as Parquet what it gives as JSON Lines', async () => {
    const child = spawn(process.execPath, [binFile, 'publications', directory, '--format', 'parquet'], {
      env: { ...process.env, ...env },
    });
    const bytes = await buffer(child.stdout);
    const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
    const records = await found(directory);
    expect(rows.map(row => [Number(row['id']), row['url'], row['title'], row['text'], row['authors']])).toEqual(
      records.map(({ id, url, title, text, authors }) => [id, url, title, text, authors]),
    );
    expect(rows.map(({ published }) => (published as Date).toISOString())).toEqual(
      records.map(({ published }) => (published as { at: string }).at),
    );
  });

  test('shows its sources and entries, and finds words in any form', async () => {
    const { stdout } = await runCli(['watch', 'status', directory, '--json'], { env });
    const state = JSON.parse(stdout);
    expect(state).toMatchObject({ state: 'stopped', sources: [{ number: 1 }, { number: 2 }] });
    expect(state.publications).toBe((await found(directory)).length);
    const feed = state.sources[0].entries.find(
      ({ address }: { address: string }) => address === `${news.urls.herald}rss.xml`,
    );
    expect(feed).toMatchObject({ kind: 'feed', on: true, failures: 0, looks: 2, last: { outcome: 'read' } });
    const search = await runCli(['publications', directory, '--query', 'мельницы', '--format', 'jsonl'], { env });
    expect(search.stdout).toMatch(/мельниц/);
  });

  test('an entry is switched off and on, added and removed', async () => {
    const feed = `${news.urls.herald}rss.xml`;
    const run = async (...args: string[]) => await runCli(['watch', 'sources', ...args], { env });
    expect(await run('off', directory, feed)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(feed) });
    const status = await runCli(['watch', 'sources', 'list', directory], { env });
    expect(status.stdout).toMatch(/rss\.xml\n[^\n]*; off\n/);
    expect(await run('on', directory, feed)).toMatchObject({ exitCode: 0 });
    const page = `${news.urls.courier}archive/`;
    expect(await run('add', directory, page, '--kind', 'page')).toMatchObject({ exitCode: 0 });
    expect(await run('remove', directory, page)).toMatchObject({ exitCode: 0 });
    expect(await run('remove', directory, page)).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining(`"${page}" is not known; allowed is one of the`),
    });
    expect(await run('add', directory, 'https://elsewhere.example/')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('https://elsewhere.example/ gives no page'),
    });
  });
});

test('a watch whose publications are missing or damaged says so, and finds nothing anew', async () => {
  const directory = await newWatch('harmed');
  const file = join(directory, 'watch.db');
  // As a process leaves it that is killed while it makes the file.
  writeFileSync(file, '');
  await visit(directory);
  const run = async () => await runCli(['watch', 'run', directory, '--once', '--quiet'], { env });
  const whole = readFileSync(file);
  rmSync(file);
  expect(await run()).toEqual({ exitCode: 4, stdout: '', stderr: expect.stringContaining(`${file} is missing`) });
  writeFileSync(file, whole.subarray(0, whole.length / 2));
  expect(await run()).toMatchObject({ exitCode: 4, stderr: expect.stringContaining(`${file} is damaged`) });
  writeFileSync(file, whole);
  expect(await run()).toMatchObject({ exitCode: 0 });
});

/** The facts that do not depend on when and in which order pages were requested. */
function lasting(records: readonly PublicationRecord[]): readonly unknown[] {
  return records
    .map(({ url, title, text, authors, published, version, state, addresses }) => ({
      ...{ url, title, text, authors, published, version, state, addresses },
    }))
    .toSorted((a, b) => (a.url < b.url ? -1 : 1));
}

const kills = 30;

test('killed thirty times at any instant, it has found exactly what the sites have published, and nothing twice', async () => {
  const options = ['--archive', '--delay', '20'];
  const whole = await newWatch('whole', ...options);
  await visit(whole);
  const killed = await newWatch('killed', ...options);
  const random = new Random(12);
  let fewest = Number.POSITIVE_INFINITY;
  for (let kill = 0; kill < kills; kill += 1) {
    await killedRun(killed, random.int(250, 1_500), env);
    if (kill === 0) fewest = (await found(killed)).length;
  }
  await visit(killed);
  const records = await found(killed);
  expect(fewest).toBeLessThan(records.length);
  expect(lasting(records)).toEqual(lasting(await found(whole)));
  const urls = records.flatMap(({ url, addresses }) => [url, ...addresses]);
  expect(urls.length).toBe(new Set(urls).size);
  const known = byAddress(records);
  const live = truthOf(news.sites, shown).filter(({ gone }) => gone === undefined);
  expect(
    live.map(({ address }) => {
      const { title, authors, published, text, state } = known.get(address)!;
      return { address, title, authors, at: (published as { at: string }).at, text: words(text), state };
    }),
  ).toEqual(
    live.map(({ address, title, authors, published, versions }) => ({
      ...{ address, title, authors, at: published.at, text: words(versions.at(-1)!.text), state: 'live' },
    })),
  );
  // A page that is no publication of the sites is none of the watch either.
  const ofSites = new Set(truthOf(news.sites, shown).flatMap(({ address, twins }) => [address, ...twins]));
  expect(urls.filter(url => !ofSites.has(url))).toEqual([]);
}, 240_000);

test('a second process is told that the directory is in use; entries are changed while the first one works', async () => {
  const directory = await newWatch(`shared-${++shared}`);
  const child = spawn(process.execPath, [binFile, 'watch', 'run', directory, '--quiet'], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const state = async () => JSON.parse((await runCli(['watch', 'status', directory, '--json'], { env })).stdout);
  try {
    while ((await state()).state !== 'running') await new Promise(resolve => setTimeout(resolve, 50));
    const second = await runCli(['watch', 'run', directory, '--once', '--quiet'], { env });
    expect(second).toMatchObject({ exitCode: 5, stdout: '', stderr: expect.stringContaining(directory) });
    const added = `${news.urls.courier}rubric/1/?of=added`;
    await runCli(['watch', 'sources', 'add', directory, added, '--kind', 'page'], { env });
    const looked = async () =>
      (await state()).sources[1].entries.find(({ address }: { address: string }) => address === added)?.looks ?? 0;
    while ((await looked()) === 0) await new Promise(resolve => setTimeout(resolve, 100));
    expect((await state()).state).toBe('running');
    await runCli(['watch', 'stop', directory], { env });
  } finally {
    if (child.exitCode === null) setTimeout(() => child.kill('SIGKILL'), 60_000).unref();
    await exited;
  }
  expect(child.signalCode).toBeNull();
});
