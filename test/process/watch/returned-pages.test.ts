/** A page that answered 404 and is there again: its publication is live again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import type { PublicationRecord } from '../../../shared/wings/publications/export/publication-record.ts';
import { runCli } from '../cli/run-cli.ts';
import { serveChangingSource } from './changing-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-returned-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
const directory = join(folder, 'watch');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cli = async (...args: readonly string[]) => await runCli(args, { env });

/** The next look at each publication is due at once. */
function hurry(): void {
  const db = new DatabaseSync(join(directory, 'crawl.db'));
  try {
    for (const table of ['watched', 'watch_due']) db.exec(`UPDATE ${table} SET due = 1 WHERE url LIKE '%/news/%'`);
  } finally {
    db.close();
  }
}

async function states(): Promise<readonly unknown[]> {
  expect(await cli('watch', 'run', directory, '--once', '--quiet')).toMatchObject({ exitCode: 0, stderr: '' });
  const { stdout } = await cli('publications', directory, '--format', 'jsonl');
  const records = stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as PublicationRecord);
  const third = records.find(({ url }) => url.endsWith('/3.html'));
  return [records.length, records.filter(({ state }) => state === 'gone').length, third?.state, third?.version];
}

test('a publication that answers 404 is gone, and live again where its page is back', async () => {
  const source = await serveChangingSource();
  try {
    source.publish(12);
    await cli('watch', 'new', directory, '--source', source.url, '--delay', '0', '--quiet');
    expect(await states()).toEqual([12, 0, 'live', 1]);
    const text = source.texts.get(3)!;
    source.texts.delete(3);
    hurry();
    expect(await states()).toEqual([12, 1, 'gone', 1]);
    hurry();
    expect(await states()).toEqual([12, 1, 'gone', 1]);
    source.texts.set(3, text);
    hurry();
    expect(await states()).toEqual([12, 0, 'live', 1]);
  } finally {
    await source.close();
  }
});
