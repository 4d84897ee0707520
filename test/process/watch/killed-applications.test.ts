/** A watch with an application that is killed again and again: its records are kept once, and handed over once as far as the store goes. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../cli/run-cli.ts';
import { type ChangingSource, serveChangingSource } from './changing-source.ts';
import { killedRun } from './killed-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-killed-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
const directory = join(folder, 'watch');
const module = join(folder, 'prices.ts');
const stories = 30;
let source: ChangingSource;

beforeAll(async () => {
  source = await serveChangingSource();
  copyFileSync('test/plugins/prices.ts', module);
});

afterAll(async () => {
  await source.close();
  rmSync(folder, { recursive: true, force: true });
});

test('kills lose no record, keep none twice, and hand none over twice', async () => {
  source.publish(stories);
  const made = ['watch', 'new', directory, '--source', source.url, '--delay', '0', '--applications', module, '--quiet'];
  expect(await runCli(made, { env })).toMatchObject({ exitCode: 0 });
  for (const afterMs of [500, 700, 900, 1_100, 1_300, 1_500, 1_800, 2_200]) await killedRun(directory, afterMs, env);
  const end = await runCli(['watch', 'run', directory, '--once', '--quiet'], { env });
  expect(end).toMatchObject({ exitCode: 0, stderr: '' });
  const db = new DatabaseSync(join(directory, 'watch.db'), { readOnly: true });
  try {
    const kept = db.prepare(
      'SELECT count(*) AS records, count(DISTINCT story) AS stories, count(DISTINCT publication) AS publications FROM app_prices',
    );
    expect(kept.get()).toEqual({ records: stories, stories, publications: stories });
    const sum = (stories * (stories + 1)) / 2 + stories / 2;
    expect(db.prepare('SELECT value FROM application_values').all()).toEqual([{ value: String(sum) }]);
    expect(db.prepare('SELECT batch - taken AS left FROM applications').all()).toEqual([{ left: 0 }]);
  } finally {
    db.close();
  }
});
