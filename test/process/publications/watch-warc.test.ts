/** The archive of a watch: every version of every page as it was sent, over kills, and packed for replay. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ArchiveFetcher } from '../../../shared/adapters/web/warc/archive-fetcher.ts';
import { cdxjOf, ownRecords } from '../../../shared/adapters/web/warc/cdxj.ts';
import { zipMembers } from '../../pure/results/zip-members.ts';
import { type LoopbackSite, startSite } from '../../servers/loopback-site.ts';
import { binFile, runCli } from '../cli/run-cli.ts';
import { killedRun } from '../watch/killed-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-watch-warc-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
const directory = join(folder, 'press');
const open: LoopbackSite[] = [];
afterAll(async () => {
  for (const site of open) await site.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli([...args], { env });
  expect(exitCode, stderr).toBe(0);
  return stdout;
}

const archived = (): readonly string[] =>
  readdirSync(join(directory, 'archive'))
    .filter(name => name.endsWith('.warc.gz'))
    .sort()
    .map(name => join(directory, 'archive', name));
const indexOf = (): string => readFileSync(join(directory, 'archive', 'index.cdxj'), 'utf8');

const story = (n: number, more: string): string =>
  `<html lang=en><head><title>Story ${n}</title><meta property="og:type" content="article"></head><body><article><h1>Story ${n}</h1>${`<p>The council of town ${n} met for a long evening and spoke about bridges, schools and parks. ${more}</p>`.repeat(6)}</article></body></html>`;

test('each version is replayable, in every run, and only ended files are packed', async () => {
  let more = 'First words.';
  let items = 6;
  const site = await startSite({
    '/': () => `<link rel=alternate type=application/rss+xml href=/feed.xml>`,
    '/feed.xml': ({ path }) => ({
      headers: { 'content-type': 'application/rss+xml' },
      body: `<rss version="2.0"><channel><title>${path}</title>${Array.from({ length: items }, (_, n) => `<item><title>Story ${n}</title><link>${site.origin}/2026/11/story-${n}.html</link></item>`).join('')}</channel></rss>`,
    }),
    '*': ({ path }) => {
      const [, n] = /story-(\d+)/.exec(path) ?? [];
      return n === undefined ? { status: 404, body: 'no' } : story(Number(n), n === '2' ? more : '');
    },
  });
  open.push(site);
  await run(
    'watch',
    'new',
    directory,
    '--source',
    site.origin,
    '--no-browser',
    '--delay',
    '0',
    '--warc',
    '--recheck',
    Array.from({ length: 20 }, (_, n) => 10 * (n + 1)).join(','),
  );
  expect(archived()).toEqual([]);
  const before = site.asked.length;
  await run('watch', 'run', directory, '--once', '--quiet');
  const types = await Array.fromAsync(ownRecords(archived()), ([{ fields }]) => fields.get('warc-type'));
  expect(types.filter(type => type === 'request')).toHaveLength(site.asked.length - before);
  const first = Date.now();
  expect(indexOf()).toBe(await cdxjOf(archived()));

  more = 'Second words, which were corrected.';
  for (const ms of [900, 1_300, 1_700, 2_200]) {
    items += 2;
    await killedRun(directory, ms, env);
  }
  await new Promise(resolve => setTimeout(resolve, 10_100));
  // It may have to end the look that a kill broke off, whose feed is older.
  await run('watch', 'run', directory, '--once', '--quiet');
  expect(indexOf()).toBe(await cdxjOf(archived()));
  const urls = (await run('publications', directory, '--format', 'jsonl')).trim().split('\n');
  expect(urls).toHaveLength(items);
  for (const line of urls) expect(indexOf()).toContain(`"url":"${(JSON.parse(line) as { url: string }).url}"`);

  const story2 = `${site.origin}/2026/11/story-2.html`;
  const words = async (date: number, paths = archived()): Promise<string> => {
    const fetcher = await ArchiveFetcher.open(paths, { folder, date, damaged: text => expect.fail(text) });
    const answer = await fetcher.fetch({ address: story2, userAgent: 'test', purpose: 'page' });
    await fetcher.close();
    return answer.kind === 'answered' ? Buffer.from(answer.body).toString() : answer.kind;
  };
  expect(await words(first)).toBe(story(2, 'First words.'));
  expect(await words(Date.now())).toBe(story(2, more));

  const packed = join(folder, 'press.wacz');
  const pack = (...args: readonly string[]): ReturnType<typeof zipMembers> => {
    const zip = execFileSync(process.execPath, [binFile, 'publications', directory, '--format', 'wacz', ...args], {
      env: { PATH: process.env['PATH'], ...env },
    });
    writeFileSync(packed, zip);
    return zipMembers(zip);
  };
  const members = pack('--query', 'corrected');
  const pages = String(members.get('pages/pages.jsonl')).trim().split('\n').slice(1);
  expect(pages.length).toBeGreaterThanOrEqual(2);
  for (const page of pages) expect(JSON.parse(page)).toMatchObject({ url: story2, title: 'Story 2' });
  expect(String(members.get('indexes/index.cdxj'))).toBe(indexOf());
  expect(await words(first, [packed])).toBe(story(2, 'First words.'));

  // A killed process leaves a file that ends anywhere and is not in the index: the package has what has ended.
  const ended = archived();
  const last = readFileSync(ended.at(-1)!);
  writeFileSync(
    join(directory, 'archive', 'orbweaver-99991231235959999-00001.warc.gz'),
    last.subarray(0, last.length - 9),
  );
  const names = [...pack().keys()].filter(name => name.startsWith('archive/'));
  expect(names).toEqual(ended.map(path => `archive/${basename(path)}`));
  // The files of a folder may be moved away; the index follows at the end of the next run.
  rmSync(archived()[0]!);
  await run('watch', 'run', directory, '--once', '--quiet');
  expect(indexOf()).toBe(await cdxjOf(archived()));
  expect(archived()).toContain(join(directory, 'archive', 'orbweaver-99991231235959999-00001.warc.gz'));
});

test('a watch without an archive says how to get one', async () => {
  const plain = join(folder, 'plain');
  await run('watch', 'new', plain, '--source', open[0]!.origin, '--no-browser', '--delay', '0');
  const { exitCode, stderr } = await runCli(['publications', plain, '--format', 'wacz'], { env });
  expect([exitCode, stderr]).toEqual([4, expect.stringContaining('has no archive; crawl and watch new with --warc')]);
});
