/** Pages of a watch that were being read whenever somebody killed it are read all the same. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { mostDeaths, mostUnprovenDeaths } from '../../../shared/domain/protocol/parse-note.ts';
import { runCli } from '../cli/run-cli.ts';
import { type ChangingSource, serveChangingSource } from './changing-source.ts';

const root = mkdtempSync(join(tmpdir(), 'orbweaver-suspect-'));
const env = { ORBWEAVER_STATE: join(root, 'user') };
const stories = 12;
let source: ChangingSource;
let directory: string;

beforeEach(async () => {
  source = await serveChangingSource();
  source.publish(stories);
  directory = join(mkdtempSync(join(root, 'w-')), 'watch');
});
afterEach(async () => await source.close());
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** An application that kills the watch so many times, when all pages of a turn have been read. */
function killerOfWatches(times: number): string {
  const [module, mark] = [`${directory}.mjs`, `${directory}.mark`];
  writeFileSync(mark, 'x'.repeat(times));
  writeFileSync(
    module,
    `import { readFileSync, writeFileSync } from 'node:fs';
     const watch = process.ppid;
     export const applications = [{
       name: 'killer',
       columns: { story: 'integer' },
       extract() {
         const left = readFileSync(${JSON.stringify(mark)}, 'utf8');
         if (left === '') return [];
         writeFileSync(${JSON.stringify(mark)}, left.slice(1));
         // Later its parent is whoever adopts orphans.
         if (process.ppid === watch) process.kill(watch, 'SIGKILL');
       },
     }];`,
  );
  return module;
}

async function watchKilled(times: number): Promise<void> {
  const made = ['watch', 'new', directory, '--source', source.url, '--delay', '0', '--applications'];
  expect(await runCli([...made, killerOfWatches(times), '--quiet'], { env })).toMatchObject({ exitCode: 0 });
  for (let killed = 0; killed < times; killed += 1) expect((await run()).exitCode).not.toBe(0);
}

const run = async () => await runCli(['watch', 'run', directory, '--once', '--quiet'], { env });

/** The records of earlier tries to read the turn, for each of its entries. */
function plantDeaths(deaths: number): void {
  const db = new DatabaseSync(join(directory, 'crawl.db'));
  try {
    const pending = db.prepare('SELECT turn, attempt FROM pending').get() as { turn: number; attempt: string };
    const of = Object.fromEntries(Array.from({ length: stories }, (_, index) => [index, deaths]));
    const note = { turn: pending.turn, attempt: pending.attempt, tries: 3, deaths: of, isRead: false };
    db.prepare('INSERT OR REPLACE INTO parse_notes VALUES (1, ?)').run(JSON.stringify(note));
  } finally {
    db.close();
  }
}

function kept(): number {
  const db = new DatabaseSync(join(directory, 'watch.db'), { readOnly: true });
  try {
    return (db.prepare('SELECT count(*) AS n FROM publications').get() as { n: number }).n;
  } finally {
    db.close();
  }
}

const died = (): number =>
  readFileSync(join(directory, 'logs', 'errors.csv'), 'utf8').split('whatever read it died').length - 1;

test('kills after the last page of a turn was read blame no page', async () => {
  await watchKilled(4);
  expect(await run()).toMatchObject({ exitCode: 0, stderr: '' });
  expect([kept(), died()]).toEqual([stories, 0]);
});

test('deaths at every page of a turn blame none that a process apart can read', async () => {
  await watchKilled(1);
  plantDeaths(mostDeaths);
  expect(await run()).toMatchObject({ exitCode: 0, stderr: '' });
  expect([kept(), died()]).toEqual([stories, 0]);
});

test('pages at which workers die again and again are left out, and told', async () => {
  await watchKilled(1);
  plantDeaths(mostUnprovenDeaths);
  expect(await run()).toMatchObject({ exitCode: 0 });
  expect([kept(), died()]).toEqual([0, stories]);
});
