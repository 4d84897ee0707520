/** A process may be killed at each file that it makes before its crawl is written down: the crawl can be begun again each time. */
import { cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockFiles } from '../../../../shared/adapters/local/open.ts';
import { begin, crawl, newDirectory, workFolder } from '../../../crawl/crawl-run.ts';
import { type LoopbackSite, page, startSite } from '../../../servers/loopback-site.ts';
import { runCli } from '../../cli/run-cli.ts';

let site: LoopbackSite;
beforeAll(async () => {
  site = await startSite({ '/': page('start', '/a'), '/a': page('a') });
});
afterAll(async () => await site.close());

/** The directory as it is when all that comes before the crawl's row is made, without the row. */
async function unbegun(settings: object): Promise<string> {
  const [directory, copy] = [newDirectory(), newDirectory()];
  const engine = await begin(directory, `${site.origin}/`, { limit: 5, ...settings });
  cpSync(directory, copy, { recursive: true });
  await engine.run();
  const database = new DatabaseSync(join(copy, 'crawl.db'));
  for (const table of ['crawl', 'specs', 'sites']) database.exec(`DELETE FROM ${table}`);
  database.close();
  return copy;
}

async function beginsAgain(directory: string): Promise<void> {
  const args = ['crawl', `${site.origin}/`, '--delay', '0', '--limit', '1', '--quiet', '--out', directory];
  const names = readdirSync(directory).join(' ');
  const env = { ORBWEAVER_STATE: process.env['ORBWEAVER_STATE']! };
  const { exitCode, stderr } = await runCli(args, { cwd: workFolder, env });
  expect([exitCode, stderr], names).toEqual([0, '']);
  expect(existsSync(join(directory, 'crawl.json'))).toBe(true);
}

test('with an archive and pages of an earlier crawl, whichever files are there by then', async () => {
  const { directory: since } = await crawl(`${site.origin}/`);
  const whole = await unbegun({ warc: true, since });
  const made = readdirSync(whole).filter(name => !lockFiles.includes(name));
  expect(made).toEqual(expect.arrayContaining(['archive', 'crawl.db', 'since.db']));
  // The files in the order in which they are made: a kill leaves the first of them.
  const order = made.toSorted(
    (one, other) => statSync(join(whole, one)).birthtimeMs - statSync(join(whole, other)).birthtimeMs,
  );
  for (let count = 0; count <= order.length; count += 1) {
    const directory = newDirectory();
    cpSync(whole, directory, { recursive: true });
    for (const name of order.slice(count)) rmSync(join(directory, name), { recursive: true });
    await beginsAgain(directory);
  }
}, 180_000);

test('where somebody asked it to stop meanwhile', async () => {
  const directory = await unbegun({});
  writeFileSync(join(directory, 'STOP'), '');
  await beginsAgain(directory);
});
