/** `orbweaver resume` in the directory of a watch. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { holdsWatch } from '../../../functions/embedded/watch/holds-watch.ts';
import { runCli } from '../cli/run-cli.ts';
import { serveChangingSource } from './changing-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'orbweaver-resumed-watch-'));
const env = { ORBWEAVER_STATE: join(folder, 'user') };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cli = async (...args: readonly string[]) => await runCli(args, { env });

test('a watch that is resumed says what "watch run" says', async () => {
  const source = await serveChangingSource();
  const directory = join(folder, 'watch');
  try {
    source.publish(2);
    await cli('watch', 'new', directory, '--source', source.url, '--delay', '0', '--quiet');
    // Without a source it ends by itself.
    await cli('watch', 'sources', 'remove', directory, '1');
    const run = await cli('watch', 'run', directory);
    expect(run.stderr).toContain('All sources are removed, so there is nothing to watch.');
    expect(await cli('resume', directory)).toEqual(run);
  } finally {
    await source.close();
  }
});

test('a crawl with a file of that name of its own is no watch', async () => {
  const directory = join(folder, 'crawl');
  await cli('crawl', '--example', '--out', directory, '--quiet');
  writeFileSync(join(directory, 'findings.json'), '{}');
  expect([await holdsWatch(directory), await holdsWatch(join(folder, 'none'))]).toEqual([false, false]);
});
