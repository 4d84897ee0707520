/** Crawls of many small sites, whose turn records and segments are rows of `crawl.db`: killed, damaged, of earlier versions. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportLocalCrawl } from '../../../../functions/embedded/export-crawl.ts';
import { begin, CrawlResults, crawl, newDirectory, resume } from '../../../crawl/crawl-run.ts';
import { type LoopbackSite, page, startSite } from '../../../servers/loopback-site.ts';
import { runChild, startChild } from '../child-crawl.ts';
import { killingPlugin } from './killing-plugin.ts';

const siteCount = 66;
let sites: readonly LoopbackSite[];
let onAsked: () => void = () => undefined;
let whole: Record<string, string>;

beforeAll(async () => {
  const pages = (n: number): Parameters<typeof startSite>[0] => ({
    '/': page(`start ${n}`, '/a', '/b', 'http://elsewhere.example/'),
    '/a': page(`a ${n}`, '/c', '/missing'),
    '/b': page(`b ${n}`, '/a'),
    '/c': page(`c ${n}`, '/'),
  });
  const numbers = Array.from({ length: siteCount }, (_, n) => n);
  sites = await Promise.all(numbers.map(n => startSite(pages(n), { onAsked: () => onAsked() })));
  whole = (await crawl(starts())).results.files();
});
afterAll(async () => await Promise.all(sites.map(site => site.close())));

const starts = (): string[] => sites.map(({ origin }) => `${origin}/`);

/** The effect of `work` on the rows, by a connection of its own. */
function inRows<T>(directory: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(directory, 'crawl.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const rowsOf = (directory: string, kind: 'bodies' | 'segments'): string[] =>
  inRows(directory, database =>
    database
      .prepare('SELECT name FROM small_objects WHERE name LIKE ? ORDER BY name')
      .all(`${kind}/%`)
      .map(({ name }) => String(name)),
  );

const filesIn = (directory: string, kind: string): string[] => {
  const folder = join(directory, 'state', kind);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ name }) => name);
};

/** Arguments of a crawl of all sites. */
function crawlInto(directory: string): string[] {
  const list = `${directory}.txt`;
  writeFileSync(list, starts().join('\n'));
  return ['crawl', '--input', list, '--delay', '0', '--quiet', '--format', 'csv', '--out', directory];
}

async function stopEarly(): Promise<string> {
  const directory = newDirectory();
  const running = await begin(directory, starts());
  let count = 0;
  onAsked = () => {
    count += 1;
    if (count === siteCount * 3) running.stop();
  };
  await running.run();
  onAsked = () => undefined;
  return directory;
}

test('a crawl leaves its segments as rows, no turn record, and no file of either', async () => {
  const { directory } = await crawl(starts());
  expect(rowsOf(directory, 'segments').length).toBe(siteCount * 3);
  expect(rowsOf(directory, 'bodies')).toEqual([]);
  expect([filesIn(directory, 'bodies'), filesIn(directory, 'segments')]).toEqual([[], []]);
});

test('however often it is killed, the files come out the same', async () => {
  const directory = newDirectory();
  const run = async (args: readonly string[], requests: number): Promise<number | null> => {
    const child = startChild(...args);
    let count = 0;
    onAsked = () => {
      count += 1;
      if (count === requests) child.process.kill('SIGKILL');
    };
    return (await child.ended).exitCode;
  };
  expect(await run(crawlInto(directory), 90)).toBe(null);
  const again = ['resume', directory, '--quiet'];
  expect(await run(again, 60)).toBe(null);
  expect(await run(again, 75)).toBe(null);
  expect(await run(again, Number.POSITIVE_INFINITY)).toBe(0);
  onAsked = () => undefined;
  expect(new CrawlResults(directory).files()).toEqual(whole);
  expect(rowsOf(directory, 'bodies')).toEqual([]);
  expect(inRows(directory, database => database.prepare('PRAGMA quick_check').get())).toEqual({ quick_check: 'ok' });
});

const damages: Readonly<Record<string, string>> = {
  missing: 'DELETE FROM small_objects WHERE name = ?',
  empty: "UPDATE small_objects SET bytes = X'' WHERE name = ?",
  'cut in half': 'UPDATE small_objects SET bytes = substr(bytes, 1, length(bytes) / 2) WHERE name = ?',
  'with other bytes': 'UPDATE small_objects SET bytes = zeroblob(length(bytes)) WHERE name = ?',
};

test('segments that are missing or damaged are told by their names, and fetched again', async () => {
  const directory = await stopEarly();
  const segments = rowsOf(directory, 'segments').slice(0, Object.keys(damages).length);
  inRows(directory, database => {
    for (const [index, sql] of Object.values(damages).entries()) database.prepare(sql).run(segments[index]!);
  });
  const { summary, results } = await resume(directory);
  expect(results.files()).toEqual(whole);
  expect(summary.notices.length).toBe(segments.length);
  for (const [index, what] of Object.keys(damages).entries()) {
    const because = what === 'missing' ? 'is missing' : 'in .*crawl\\.db is damaged.*';
    const lost = `turn \\d+ was lost \\(.*${segments[index]} ${because}\\); its pages were fetched again`;
    expect(summary.notices).toContainEqual(expect.stringMatching(new RegExp(lost)));
  }
});

test('turn records that are missing or damaged are fetched again before their sites go on', async () => {
  const directory = newDirectory();
  const args = [...crawlInto(directory), '--plugin', killingPlugin(directory, 1), '--analyzer', 'killer'];
  await runChild(...args);
  const bodies = rowsOf(directory, 'bodies');
  expect(bodies.length).toBeGreaterThan(Object.keys(damages).length);
  const ways = Object.values(damages);
  inRows(directory, database => {
    for (const [index, name] of bodies.entries()) database.prepare(ways[index % ways.length]!).run(name);
  });
  const { results } = await resume(directory);
  expect(results.files()).toEqual(whole);
});

/** As an earlier version would have left it. */
function asFiles(directory: string): void {
  inRows(directory, database => {
    for (const { name, bytes } of database.prepare('SELECT name, bytes FROM small_objects').all()) {
      const path = join(directory, 'state', String(name));
      const content = Buffer.from(bytes as Uint8Array);
      const checksum = Buffer.alloc(4);
      checksum.writeUInt32LE(crc32(content));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, Buffer.concat([content, checksum]));
    }
    database.exec('DROP TABLE small_objects; PRAGMA user_version = 3');
  });
}

test('a directory of an earlier version, with files, is gone on with; and its results are written again', async () => {
  const directory = await stopEarly();
  asFiles(directory);
  const { results } = await resume(directory);
  expect(results.files()).toEqual(whole);
  expect(filesIn(directory, 'segments').length).toBeGreaterThan(0);
  expect(rowsOf(directory, 'segments').length).toBeGreaterThan(0);
  const out = newDirectory();
  await exportLocalCrawl({ directory, out, formats: ['csv'] });
  const graphs = (files: Record<string, string>): unknown =>
    Object.fromEntries(Object.entries(files).filter(([name]) => name.startsWith('graph/')));
  expect(graphs(new CrawlResults(out).files())).toEqual(graphs(whole));
});
