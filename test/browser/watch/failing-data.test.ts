/** Articles whose scripts request data that the server does not give at first. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WatchState } from '../../../functions/embedded/watch/read-watch.ts';
import type { PublicationRecord } from '../../../shared/wings/publications/export/publication-record.ts';
import { runCli } from '../../process/cli/run-cli.ts';
import { type FailingDataSite, failures, serveFailingData } from '../../servers/news/failing-data.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-failing-data-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
const directory = join(folder, 'watch');
let site: FailingDataSite;

beforeAll(async () => {
  site = await serveFailingData();
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

async function cli(...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli(args, { env });
  if (exitCode !== 0) throw new Error(`orbweaver ${args.join(' ')}: ${exitCode} ${stderr}`);
  return stdout;
}

/** The state after a look; each later try, and each look at a publication, is due. */
async function look() {
  const db = new DatabaseSync(join(directory, 'crawl.db'));
  for (const table of ['watched', 'watch_due']) db.exec(`UPDATE ${table} SET due = 1 WHERE url LIKE '%/news/%'`);
  db.close();
  await cli('watch', 'run', directory, '--once', '--quiet');
  const [source] = (JSON.parse(await cli('watch', 'status', directory, '--json')) as WatchState).sources;
  const lines = (await cli('publications', directory, '--format', 'jsonl')).split('\n').filter(line => line !== '');
  const records = lines.map(line => JSON.parse(line) as PublicationRecord);
  return {
    failed: source!.failed.map(({ why, due }) => [why, due !== undefined]),
    kept: records.map(({ title, version, state }) => [title, version, state]).toSorted(),
  };
}

const kept = (version: number) => failures.map(name => [`Vote on the ${name} bridge`, version, 'live']).toSorted();

test('are tried again while the data fail, are kept when it is there, and stay where it fails again', {
  timeout: 300_000,
}, async () => {
  await cli(
    'watch',
    'new',
    directory,
    '--source',
    `${site.origin}/`,
    '--delay',
    '0',
    '--no-browser',
    '--render',
    'always',
    '--quiet',
  );
  const undrawn = { failed: failures.map(() => ['undrawn', true]), kept: [] };
  expect(await look()).toEqual(undrawn);
  expect(await look()).toEqual(undrawn);
  expect(await cli('watch', 'failed', directory)).toContain('/news/busy-vote-of-the-council.html');
  site.isFailing = false;
  expect(await look()).toEqual({ failed: [], kept: kept(1) });
  site.isFailing = true;
  expect(await look()).toEqual({ failed: [], kept: kept(1) });
  site.isFailing = false;
  site.edits = 1;
  expect(await look()).toEqual({ failed: [], kept: kept(2) });
});
