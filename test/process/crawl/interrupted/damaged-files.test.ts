/**
 * Each file of a crawl directory, damaged in each way: every command either goes on right or ends in one sentence that
 * names the file.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exitCodeOf, failureOf } from '../../../../functions/cli/terminal/exit-codes.ts';
import { exportLocalCrawl } from '../../../../functions/embedded/export-crawl.ts';
import { readLocalStatus } from '../../../../functions/embedded/run-crawl.ts';
import { decodeSegment, encodeSegment, type Segment } from '../../../../shared/domain/turn/segment.ts';
import { begin, CrawlResults, finish, newDirectory, resume } from '../../../crawl/crawl-run.ts';
import { startLayeredSite } from '../../../crawl/layered-site.ts';
import type { LoopbackSite } from '../../../servers/loopback-site.ts';
import { runChild } from '../child-crawl.ts';
import { damages } from './damages.ts';
import { killingPlugin } from './killing-plugin.ts';

let site: LoopbackSite;
let whole: Record<string, string>;
let status: { readonly finished: object; readonly killed: object };
const finished = newDirectory();
const killed = newDirectory();
const userState = process.env['ORBWEAVER_STATE']!;

beforeAll(async () => {
  site = await startLayeredSite(1);
  whole = (await finish(finished, await begin(finished, `${site.origin}/`))).results.files();
  const plugin = killingPlugin(killed, 1);
  const args = ['crawl', `${site.origin}/`, '--delay', '0', '--out', killed, '--quiet', '--format', 'csv'];
  await runChild(...args, '--plugin', plugin, '--analyzer', 'killer');
  // A reader of a journal may clear it away.
  const read = newDirectory();
  cpSync(killed, read, { recursive: true });
  status = { finished: await statusOf(finished), killed: await statusOf(read) };
});
afterAll(() => site.close());

/** The outcome of a command: `right`, or the sentence for the person. */
type Told = 'right' | { readonly exitCode: number; readonly text: string };

async function told(work: () => Promise<boolean>): Promise<Told> {
  try {
    expect(await work()).toBe(true);
    return 'right';
  } catch (error) {
    if (error instanceof Error && error.name === 'AssertionError') throw error;
    return failureOf(error, false);
  }
}

async function isSameStatus(directory: string, expected: object): Promise<boolean> {
  expect(await statusOf(directory)).toEqual(expected);
  return true;
}

/** Without what is another in each copy. */
async function statusOf(directory: string): Promise<object> {
  return { ...(await readLocalStatus(directory)), directory: '', elapsedMs: 0 };
}

async function isSameExport(directory: string): Promise<boolean> {
  await exportLocalCrawl({ directory, formats: ['csv'] });
  expect(new CrawlResults(directory).files()).toEqual(whole);
  return true;
}

/** A crawl that was finished before stays as it is, damaged result files too. */
async function isWholeAfterResume(directory: string): Promise<boolean> {
  const { summary, results } = await resume(directory);
  expect(exitCodeOf(summary)).toBe(0);
  if (!summary.unchanged) expect(results.files()).toEqual(whole);
  return true;
}

function filesIn(directory: string, folder = ''): string[] {
  return readdirSync(join(directory, folder), { withFileTypes: true }).flatMap(entry => {
    const name = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(directory, name) : [name];
  });
}

/** One sentence that names the file, or its database for a journal, and how to go on. */
function expectSentence(answer: Told, file: string): void {
  if (answer === 'right') return;
  const { exitCode, text } = answer;
  const database = file.replace(/-(journal|wal|shm)$/, '');
  expect(text).toContain(database);
  expect(text).not.toMatch(/internal error|ORBWEAVER_DEBUG|\n {4}at /);
  expect(text.trim().split('\n')).toHaveLength(1);
  expect([4, 5]).toContain(exitCode);
}

const commands: Readonly<Record<string, (directory: string) => Promise<boolean>>> = {
  'status of a finished crawl': async directory => await isSameStatus(directory, status.finished),
  'export of a finished crawl': isSameExport,
  'resume of a finished crawl': isWholeAfterResume,
  'status of a killed crawl': async directory => await isSameStatus(directory, status.killed),
  'resume of a killed crawl': isWholeAfterResume,
};

describe.each(Object.entries(damages))('a file that is %s', (_, damage) => {
  test.each(Object.entries(commands))(
    'in the directory: %s',
    async (name, command) => {
      const base = name.includes('killed') ? killed : finished;
      // Without its journal the state is that of some turns before.
      const isOlder = (file: string): boolean => name === 'status of a killed crawl' && file === 'crawl.db-wal';
      // A resume of a finished crawl reads none of its results, and one segment is like the other.
      const isUnread = (file: string): boolean =>
        /segments.[0-9]+.[2-9]/.test(file) ||
        (name === 'resume of a finished crawl' && /^(graph|links|reports|fragment)/.test(file));
      for (const file of filesIn(base).filter(each => !isOlder(each) && !isUnread(each))) {
        const directory = newDirectory();
        cpSync(base, directory, { recursive: true });
        damage(join(directory, file));
        expectSentence(await told(async () => await command(directory)), file);
        rmSync(directory, { recursive: true });
      }
    },
    120_000,
  );

  test.each(Object.entries(commands).filter(([name]) => name.includes('killed')))(
    'among those of the user: %s',
    async (_name, command) => {
      for (const file of filesIn(userState)) {
        const [directory, state] = [newDirectory(), newDirectory()];
        cpSync(killed, directory, { recursive: true });
        cpSync(userState, state, { recursive: true });
        damage(join(state, file));
        process.env['ORBWEAVER_STATE'] = state;
        try {
          const answer = await told(async () => await command(directory));
          // Without its key nothing that was signed counts, and the plugin is to be named again.
          if (file !== 'signing.key') expectSentence(answer, file);
          else if (answer !== 'right') expect(answer.text).toMatch(/name each of them by --plugin|signing\.key/);
        } finally {
          process.env['ORBWEAVER_STATE'] = userState;
          rmSync(directory, { recursive: true });
          rmSync(state, { recursive: true });
        }
      }
    },
    120_000,
  );
});

test('what a damaged file is not said to be is said of it: sentences of the files that hold everything', async () => {
  const say = async (file: string, damage: string, command: string): Promise<Told> => {
    const directory = newDirectory();
    cpSync(finished, directory, { recursive: true });
    damages[damage]!(join(directory, file));
    return await told(async () => await commands[`${command} of a finished crawl`]!(directory));
  };
  expect(await say('crawl.db', 'missing', 'resume')).toMatchObject({
    exitCode: 4,
    text: expect.stringContaining('crawl.db is missing or damaged (ENOENT'),
  });
  expect(await say('crawl.db', 'empty', 'status')).toMatchObject({
    text: expect.stringContaining('crawl.db is missing or damaged (it holds no crawl)'),
  });
  expect(await say('crawl.db', 'cut in half', 'resume')).toMatchObject({
    exitCode: 4,
    text: expect.stringContaining('crawl.db is damaged (SQLITE_CORRUPT); put back a copy of it'),
  });
  expect(await say('crawl.json', 'cut in half', 'status')).toMatchObject({
    text: expect.stringContaining('crawl.json is missing or damaged'),
  });
  const segment = filesIn(finished).find(file => file.includes('segments'))!;
  expect(await say(segment, 'empty', 'export')).toMatchObject({
    exitCode: 4,
    text: expect.stringMatching(/segments\/1\/\d+ is damaged: its checksum does not fit, so nothing is written/),
  });
});

test('a text of robots.txt that was lost is asked for again', async () => {
  const directory = newDirectory();
  cpSync(killed, directory, { recursive: true });
  for (const file of filesIn(directory).filter(name => name.includes('robots')))
    writeFileSync(join(directory, file), '');
  const before = site.asked.filter(({ path }) => path === '/robots.txt').length;
  expect(await isWholeAfterResume(directory)).toBe(true);
  expect(site.asked.filter(({ path }) => path === '/robots.txt').length).toBe(before + 1);
  expect(existsSync(join(directory, 'crawl.json'))).toBe(true);
});

describe('a value of crawl.db that is damaged, which no check of SQLite finds,', () => {
  /** The output of each command for a copy of the finished crawl with this change. */
  async function answersAfter(sql: string, names = ['status', 'export', 'resume']): Promise<readonly Told[]> {
    const answers: Told[] = [];
    for (const name of names) {
      const directory = newDirectory();
      cpSync(finished, directory, { recursive: true });
      const db = new DatabaseSync(join(directory, 'crawl.db'));
      db.exec(sql);
      db.close();
      answers.push(await told(async () => await commands[`${name} of a finished crawl`]!(directory)));
      rmSync(directory, { recursive: true });
    }
    return answers;
  }

  test.each([
    "sites SET trouble = '{'",
    "sites SET trouble = '{}'",
    "sites SET trouble = '[]'",
    "sites SET trouble = json_set(trouble, '$.hold', json('{}'))",
    "sites SET counters = 'x'",
    "sites SET counters = '{}'",
    "sites SET counters = json_set(counters, '$.nodes', 1.5)",
    "sites SET counters = json_set(counters, '$.bytes', json('1e999'))",
    "sites SET robots = '{'",
    "sites SET robots = '{}'",
    "sites SET redirected_from = '['",
    "sites SET redirected_from = '{}'",
    "sites SET origin = 'http//x'",
    "sites SET start = 'x'",
    "sites SET status = 'no-wark'",
    "sites SET waiting = 'bakclog'",
    'sites SET used = -1',
    'sites SET turn = -1',
    'sites SET turn = 1 << 60',
    "crawl SET state = 'finishes'",
    "crawl SET stop = 'x'",
    "crawl SET finish_reason = 'no-wark'",
    'crawl SET active_sites = -1',
    'crawl SET started_at = 1 << 60',
    "specs SET spec = '{}'",
    "specs SET spec = json_set(spec, '$.sites', json('[]'))",
    "specs SET spec = json_remove(spec, '$.exclude')",
    "specs SET spec = json_set(spec, '$.sites[0].url', 'x')",
  ])('%s', async change => {
    for (const answer of await answersAfter(`UPDATE ${change}`))
      expect(answer).toEqual({ exitCode: 4, text: expect.stringMatching(/crawl\.db is (missing or )?damaged \(/) });
  });

  /** Numbers that bound a loop or a table: nothing is as long as they say. */
  test.each([
    ['sites SET turn = 1 << 52', 'site 1 counts 4503599627370496 turns'],
    ['sites SET turn = turn - 1', 'site 1 counts'],
    ['sites SET level = 1 << 52', 'site 1 has come to level 4503599627370496'],
    ['pages SET level = 1 << 60', 'site 1 has a page of level 1152921504606846976'],
    ['pages SET level = -1', 'site 1 has a page of level'],
    [
      "specs SET spec = json_set(spec, '$.ruleOptions.inFlight', 1 << 52)",
      'its spec has a value at ruleOptions.inFlight',
    ],
    ["specs SET spec = json_set(spec, '$.sites[0].maxDownloads', 1 << 52)", 'at sites.0.maxDownloads'],
  ])('%s: told before it is believed', async (change, why) => {
    for (const answer of await answersAfter(`UPDATE ${change}`, ['export', 'resume']))
      expect(answer).toEqual({ exitCode: 4, text: expect.stringContaining(why) });
  });

  test('a pending turn that no site has', async () => {
    const [answer] = await answersAfter("INSERT INTO pending VALUES (1, 1 << 52, 'x')", ['resume']);
    expect(answer).toEqual({
      exitCode: 4,
      text: expect.stringContaining('site 1 waits for turn 4503599627370496'),
    });
  });
});

test('a segment whose checksum fits, and which no crawl has written, counts as lost', async () => {
  const decoded = (file: string): Segment => decodeSegment(readFileSync(join(finished, file)).subarray(0, -4));
  const file = filesIn(finished).find(
    each => each.includes('segments') && decoded(each).pages.some(({ page }) => page !== undefined),
  )!;
  const { numbers, ...segment } = decoded(file);
  const page = segment.pages.find(({ page: held }) => held !== undefined)!;
  const links = { ...page.page!.links, external: 2 ** 40 };
  const broken: Readonly<Record<string, Segment>> = {
    'its links are not among its numbers': {
      ...segment,
      numbers,
      pages: [{ ...page, page: { ...page.page!, links } }],
    },
    'it is of another turn': { ...segment, numbers, phase: { level: 2 ** 40, round: 0 } },
  };
  for (const [why, value] of Object.entries(broken)) {
    const directory = newDirectory();
    cpSync(finished, directory, { recursive: true });
    const bytes = Buffer.concat(encodeSegment(value));
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32LE(crc32(bytes));
    writeFileSync(join(directory, file), Buffer.concat([bytes, checksum]));
    const answer = await told(async () => await commands['export of a finished crawl']!(directory));
    expect(answer).toEqual({ exitCode: 4, text: expect.stringContaining(why) });
    rmSync(directory, { recursive: true });
  }
});
