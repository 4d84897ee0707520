/** A write-ahead log that is not what a killed process left: SQLite would pass over it without a word. */
import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportLocalCrawl } from '../../../../functions/embedded/export-crawl.ts';
import { readLocalStatus } from '../../../../functions/embedded/run-crawl.ts';
import { LocalCrawls } from '../../../../functions/serve/local-crawls.ts';
import { crawl, newDirectory, resume } from '../../../crawl/crawl-run.ts';
import { startLayeredSite } from '../../../crawl/layered-site.ts';
import type { LoopbackSite } from '../../../servers/loopback-site.ts';
import { runChild } from '../child-crawl.ts';
import { killingPlugin } from './killing-plugin.ts';

let site: LoopbackSite;
let whole: Record<string, string>;
const killed = newDirectory();
const other = newDirectory();

beforeAll(async () => {
  site = await startLayeredSite(3);
  whole = (await crawl(`${site.origin}/`)).results.files();
  await kill(killed, 3);
  await kill(other, 2);
}, 120_000);
afterAll(() => site.close());

async function kill(directory: string, level: number): Promise<void> {
  const args = ['crawl', `${site.origin}/`, '--delay', '0', '--out', directory, '--quiet', '--format', 'csv'];
  await runChild(...args, '--plugin', killingPlugin(directory, level), '--analyzer', 'killer');
}

const journalOf = (directory: string): string => join(directory, 'crawl.db-wal');
const indexOf = (directory: string): string => join(directory, 'crawl.db-shm');

function copyOfKilled(): string {
  const directory = newDirectory();
  cpSync(killed, directory, { recursive: true });
  return directory;
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at]! ^= 0x10;
  writeFileSync(path, bytes);
}

const pageBytes = 4096;
const frameBytes = 24 + pageBytes;
const frameAt = (number: number): number => 32 + (number - 1) * frameBytes;

/** Where the frames of the last life end: what an earlier life left comes behind. */
function framesIn(path: string): number {
  const bytes = readFileSync(path);
  const salts = bytes.subarray(16, 24);
  let count = 0;
  while (bytes.subarray(frameAt(count + 1) + 8, frameAt(count + 1) + 16).equals(salts)) count += 1;
  return count;
}

/** The last commits are lost by each; the first half of the log holds the crawl's row. */
const harms: Readonly<Record<string, (journal: string) => void>> = {
  'cut short': journal => truncateSync(journal, frameAt(Math.ceil(framesIn(journal) / 2)) + 100),
  'cut by its last frame': journal => truncateSync(journal, frameAt(framesIn(journal))),
  'with a bit flipped in its middle': journal => flip(journal, frameAt(Math.ceil(framesIn(journal) * 0.6)) + 500),
  'with a bit flipped in its last frame': journal => flip(journal, frameAt(framesIn(journal)) + 500),
  'with a bit flipped in a checksum': journal => flip(journal, frameAt(Math.ceil(framesIn(journal) * 0.7)) + 17),
  'with other salts from a frame on': journal => flip(journal, frameAt(Math.ceil(framesIn(journal) * 0.7)) + 9),
};

/** Of these no commit is left. */
const ends: Readonly<Record<string, (journal: string) => void>> = {
  missing: journal => rmSync(journal),
  empty: journal => truncateSync(journal, 0),
  'with a bit flipped in its header': journal => flip(journal, 18),
  'that of another crawl': journal => copyFileSync(journalOf(other), journal),
};

async function goesOn(directory: string, why: RegExp): Promise<void> {
  const sentence = new RegExp(
    `^crawl\\.db-wal is damaged \\((?:${why.source})\\), and what the crawl did last is lost: it goes on from the last good`,
  );
  const told = [expect.objectContaining({ code: 'journal-damaged' })];
  // Readers leave it as it is.
  for (let times = 0; times < 2; times += 1)
    expect(await readLocalStatus(directory)).toMatchObject({ state: 'interrupted', damages: told });
  expect(await new LocalCrawls().look(directory)).toMatchObject({ row: { damages: told } });
  await expect(new LocalCrawls().requestStop(directory, { reason: 'stopped' })).rejects.toThrow(sentence);
  await expect(exportLocalCrawl({ directory, formats: ['csv'] })).rejects.toThrow(sentence);
  const { summary, results } = await resume(directory);
  expect(results.files()).toEqual(whole);
  expect(summary.notices).toContainEqual(expect.stringMatching(sentence));
  expect(results.json()['notices']).toEqual(summary.notices);
  expect(await readLocalStatus(directory)).toMatchObject({ state: 'finished', damages: told });
}

describe.each(Object.entries(harms))('a log that is %s', (_, harm) => {
  test('is told, and the crawl goes on from the last good state', async () => {
    const directory = copyOfKilled();
    harm(journalOf(directory));
    await goesOn(directory, /it was cut short, or its checksums do not fit/);
  });
});

describe.each(Object.entries(ends))('a log that is %s', (name, end) => {
  test('is told where the database has a state of before', async () => {
    const directory = copyOfKilled();
    // As where a part of the log was copied into the database before.
    expect(statSync(join(directory, 'crawl.db')).size).toBeGreaterThan(pageBytes);
    end(journalOf(directory));
    await goesOn(
      directory,
      /it is missing or empty|it was cut short, or its checksums do not fit|it belongs to another file or to an earlier time/,
    );
    expect(existsSync(`${journalOf(directory)}.damaged`)).toBe(name !== 'missing');
  });
});

describe('without its index', () => {
  test.each(['with a bit flipped in its middle', 'with a bit flipped in a checksum'])(
    'a log that is %s is told',
    async name => {
      const directory = copyOfKilled();
      harms[name]!(journalOf(directory));
      rmSync(indexOf(directory));
      await goesOn(directory, /its checksums do not fit/);
    },
  );

  test('a whole log is whole', async () => {
    const directory = copyOfKilled();
    rmSync(indexOf(directory));
    expect(await readLocalStatus(directory)).not.toHaveProperty('damages');
  });
});

test('a log that a kill left is whole', async () => {
  for (const base of [killed, other]) {
    const directory = newDirectory();
    cpSync(base, directory, { recursive: true });
    const { summary, results } = await resume(directory);
    expect(results.files()).toEqual(whole);
    expect(summary.notices).toEqual([]);
  }
});
