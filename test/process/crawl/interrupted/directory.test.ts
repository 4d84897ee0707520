import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CrawlResults, crawl, newDirectory, resume, workFolder } from '../../../crawl/crawl-run.ts';
import { startLayeredSite } from '../../../crawl/layered-site.ts';
import type { LoopbackSite } from '../../../servers/loopback-site.ts';
import { runChild, startChild, until } from '../child-crawl.ts';
import { mounts, onOwnDisk } from '../own-disk.ts';

let site: LoopbackSite;
let whole: Record<string, string>;

beforeAll(async () => {
  site = await startLayeredSite(3);
  whole = (await crawl(`${site.origin}/`, { maxDownloads: 8, formats: ['csv', 'gexf'] })).results.files();
});
afterAll(() => site.close());

/** Kills a process in the middle of a crawl, so that its journal is still there. */
async function killInTheMiddle(directory: string): Promise<void> {
  const before = site.paths().length;
  const child = startChild('crawl', `${site.origin}/`, '--delay', '5', '--out', directory, '--quiet');
  await until(() => site.paths().length > before + 60);
  child.process.kill('SIGKILL');
  await child.ended;
}

test.each([
  { what: 'cut', damage: (bytes: Buffer) => bytes.subarray(0, bytes.length - 1_500) },
  { what: 'followed by noise', damage: (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(9_000, 0x5a)]) },
  { what: 'with flipped bits in its last page', damage: (bytes: Buffer) => flipped(bytes, bytes.length - 700) },
])('goes on from the last good record of a journal whose tail is $what (adverse 59)', async ({ damage }) => {
  const directory = newDirectory();
  await killInTheMiddle(directory);
  const journal = join(directory, 'crawl.db-wal');
  const bytes = readFileSync(journal);
  expect(bytes.length).toBeGreaterThan(10_000);
  writeFileSync(journal, damage(bytes));
  rmSync(join(directory, 'crawl.db-shm'), { force: true });
  const { results } = await resume(directory);
  expect(results.files()).toEqual(whole);
});

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 0xff, at);
  return copy;
}

test('bodies that were cut short before their turn was committed are asked for again (adverse 59)', async () => {
  const directory = newDirectory();
  await killInTheMiddle(directory);
  mkdirSync(join(directory, 'state', 'bodies', '1'), { recursive: true });
  writeFileSync(join(directory, 'state', 'bodies', '1', '99-nobody'), 'half a bo');
  const { results } = await resume(directory);
  expect(results.files()).toEqual(whole);
  expect(existsSync(join(directory, 'state', 'bodies', '1', '99-nobody'))).toBe(false);
});

test.each([
  { when: 'taken the lock', names: ['lock.db', 'lock.pid'] },
  { when: 'made the database', names: ['lock.db', 'lock.pid', 'crawl.db'] },
])('a crawl begins where one was killed when it had $when', async ({ names }) => {
  const directory = newDirectory();
  mkdirSync(directory);
  for (const name of names) writeFileSync(join(directory, name), '');
  const { exitCode, stderr } = await runChild(
    'crawl',
    `${site.origin}/`,
    '--delay',
    '0',
    '--out',
    directory,
    '--quiet',
  );
  expect(`${exitCode} ${stderr}`).toBe('0 ');
  expect(new CrawlResults(directory).files()).toEqual(whole);
});

test.each([
  { when: 'taken the lock', names: ['lock.db', 'lock.pid'] },
  { when: 'made the lock', names: ['lock.db', 'lock.db-journal'] },
  { when: 'made the log', names: ['lock.db', 'lock.pid', 'logs', 'state'] },
  { when: 'removed a part of an earlier crawl', names: ['lock.db', 'lock.pid', 'graph', 'links', 'reports', 'logs'] },
])('--overwrite begins where one was killed when it had $when', async ({ names }) => {
  const directory = newDirectory();
  mkdirSync(directory);
  for (const name of names)
    if (name.startsWith('lock')) writeFileSync(join(directory, name), '');
    else mkdirSync(join(directory, name));
  const args = ['crawl', `${site.origin}/`, '--delay', '0', '--out', directory, '--overwrite', '--quiet'];
  const { exitCode, stderr } = await runChild(...args);
  expect(`${exitCode} ${stderr}`).toBe('0 ');
  expect(new CrawlResults(directory).files()).toEqual(whole);
});

test('--overwrite leaves a directory alone that holds more than a lock and files of a crawl', async () => {
  const directory = newDirectory();
  mkdirSync(directory);
  for (const name of ['lock.db', 'lock.pid', 'thesis.tex']) writeFileSync(join(directory, name), '');
  const { exitCode, stderr } = await runChild('crawl', `${site.origin}/`, '--out', directory, '--overwrite');
  expect([exitCode, stderr]).toEqual([4, expect.stringContaining('it holds other files than those of a crawl')]);
  expect(existsSync(join(directory, 'thesis.tex'))).toBe(true);
});

test('a crawl does not begin where another one has begun', async () => {
  const directory = newDirectory();
  await killInTheMiddle(directory);
  const { exitCode, stderr } = await runChild('crawl', `${site.origin}/`, '--out', directory, '--quiet');
  expect([exitCode, stderr]).toEqual([4, expect.stringMatching(/it is not empty.*orbweaver resume/)]);
});

test('a damaged database ends a resume with one sentence, not with wrong results (adverse 59)', async () => {
  const directory = newDirectory();
  await killInTheMiddle(directory);
  const database = new DatabaseSync(join(directory, 'crawl.db'));
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const file = openSync(join(directory, 'crawl.db'), 'r+');
  for (let at = 4096; at < statSync(join(directory, 'crawl.db')).size; at += 512) writeSync(file, 'noise', at);
  closeSync(file);
  const { exitCode, stderr } = await runChild('resume', directory, '--quiet');
  expect(exitCode).toBe(4);
  expect(stderr).toMatch(/crawl\.db.* (?:is damaged|is no database)/);
  expect(existsSync(join(directory, 'graph'))).toBe(false);
});

test('a directory that another version of Orbweaver wrote is refused with one sentence', async () => {
  const directory = newDirectory();
  await killInTheMiddle(directory);
  const database = new DatabaseSync(join(directory, 'crawl.db'));
  database.exec('PRAGMA user_version = 99');
  database.close();
  for (const command of ['resume', 'status']) {
    const { exitCode, stderr } = await runChild(command, directory);
    expect(exitCode).toBe(4);
    expect(stderr).toContain(
      'crawl.db was written by another version of Orbweaver (state format 99, this one reads 4)',
    );
  }
});

describe.skipIf(!mounts)('a disk', () => {
  const run = async (size: string, script: string) => await onOwnDisk(size, script, { START: `${site.origin}/` });

  test.each(['500k', '600k'])(
    'that is full at %s stops a crawl with exit code 5; with room it goes on and loses nothing (adverse 59)',
    async size => {
      const copy = join(workFolder, `copy-${size}`);
      const output = await run(
        size,
        `$ORBWEAVER crawl $START --delay 0 --out $DISK/crawl --quiet; echo "first: $?"
       mount -o remount,size=50m "$DISK"
       if [ -e $DISK/crawl/crawl.db ]; then $ORBWEAVER resume $DISK/crawl --quiet; echo "second: $?"; fi
       cp -r $DISK/crawl ${copy}`,
      );
      expect(output).toContain('first: 5');
      expect(output).toMatch(/the disk with \S+ is full; free some space, then: orbweaver resume/);
      expect(output).toContain('second: 0');
      expect(new CrawlResults(copy).files()).toEqual(whole);
    },
  );

  test.each(['8k', '24k', '60k', '200k', '340k'])(
    'that is full at %s, when the crawl begins, is told in one sentence, and what it advises works (adverse 59)',
    async size => {
      const crawl = '$ORBWEAVER crawl $START --delay 0 --out $DISK/crawl --quiet';
      const output = await run(
        size,
        `${crawl} 2>$DISK.said; echo "first: $?"; cat $DISK.said
         mount -o remount,size=50m "$DISK"
         if grep -q "orbweaver resume" $DISK.said; then $ORBWEAVER resume $DISK/crawl --quiet; else ${crawl}; fi
         echo "second: $?"`,
      );
      expect(output).toMatch(
        /^first: 5\norbweaver: the disk with \S+ is full; free some space, then: (?:orbweaver resume \S+|begin the crawl again)\n(?:.+\n)?second: 0\n$/,
      );
    },
  );

  test('that is read-only is refused before any request, in one sentence (adverse 59)', async () => {
    const before = site.asked.length;
    const output = await run(
      '1m',
      `mkdir $DISK/empty; mount -o remount,ro "$DISK"
       $ORBWEAVER crawl $START --out $DISK/empty --quiet; echo "crawl: $?"
       $ORBWEAVER crawl $START --out $DISK/new --quiet; echo "crawl: $?"`,
    );
    expect(output.match(/crawl: 4/g)).toHaveLength(2);
    expect(output).toMatch(/\/empty is refused; it cannot be written/);
    expect(site.asked).toHaveLength(before);
  });
});
