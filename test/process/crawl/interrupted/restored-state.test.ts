import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resumeLocalCrawl } from '../../../../functions/embedded/run-crawl.ts';
import { begin, crawl, finish, newDirectory, resume } from '../../../crawl/crawl-run.ts';
import { startLayeredSite } from '../../../crawl/layered-site.ts';
import type { LoopbackSite } from '../../../servers/loopback-site.ts';
import { until } from '../child-crawl.ts';

let site: LoopbackSite;

beforeAll(async () => {
  site = await startLayeredSite(2, { answerAfterMs: 5 });
});
afterAll(() => site.close());

/** Until `pages` more were asked for. */
async function afterPages(pages: number): Promise<void> {
  const before = site.paths().length;
  await until(() => site.paths().length >= before + pages);
}

test('a crawl whose rows are those of a backup goes on from them, whatever was written since (adverse 62)', {
  timeout: 60_000,
}, async () => {
  const settings = { delayMs: 10 };
  const whole = await crawl(`${site.origin}/`, settings);
  const directory = newDirectory();
  const backup = join(directory, 'backup.db');
  const first = await begin(directory, `${site.origin}/`, settings);
  const firstEnd = first.run();
  await afterPages(8);
  first.stop();
  await firstEnd;
  cpSync(join(directory, 'crawl.db'), backup);
  // The turns that follow end at other pages than those after the restoration.
  const second = await resumeLocalCrawl({ directory, raise: {} });
  const secondEnd = second.run();
  await afterPages(7);
  second.stop();
  await secondEnd;
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(directory, `crawl.db${suffix}`), { force: true });
  cpSync(backup, join(directory, 'crawl.db'));
  const restored = await finish(directory, await resumeLocalCrawl({ directory, raise: {} }));
  expect(restored.results.files()).toEqual(whole.results.files());
  expect(restored.summary.notices).toEqual([
    expect.stringMatching(/^crawl\.db is older than what is in state\/ \(turns that it does not know: [1-9]/),
  ]);
  expect((await resume(directory)).summary.unchanged).toBe(true);
});
