import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CrawlFolder } from '../../../functions/serve/crawl-folder.ts';
import { CrawlRuns } from '../../../functions/serve/crawl-runs.ts';
import { LocalCrawls } from '../../../functions/serve/local-crawls.ts';
import { LocalRegistry } from '../../../functions/serve/local-registry.ts';
import { openLocalState } from '../../../shared/adapters/local/open.ts';
import type { CrawlRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { watchDefaults } from '../../../shared/domain/spec/crawl-spec.ts';
import { crawlOf, siteRow } from '../../contract/sample-state.ts';

const root = mkdtempSync(join(tmpdir(), 'orbweaver-registry-'));
afterAll(() => rmSync(root, { recursive: true }));

test('a watch whose process ends while it is looked at waits for a person, and was not interrupted', async () => {
  const folder = new CrawlFolder(root);
  const runs = new CrawlRuns(folder);
  runs.create('w');
  let looks = 0;
  const look = async () => {
    looks += 1;
    if (looks === 1) runs.write('w', { run: 1, pid: 1, startedAt: 0, exitCode: 0, waits: true });
    return { row: { state: 'running' } as CrawlRow, isLocked: false };
  };
  const registry = new LocalRegistry({ folder, runs, crawls: { look }, now: () => 0 });
  expect(await registry.read('w')).toMatchObject({ queued: false, failure: [{ code: 'watch-not-begun' }] });
  expect(looks).toBe(2);
});

test('a watch of the command line that never ran waits to be begun; one that has looked was interrupted', async () => {
  const crawl = crawlOf('w', 1);
  const watch = { ...crawl, spec: { ...crawl.spec, watch: watchDefaults } };
  for (const [name, turn, code] of [
    ['new-watch', 0, 'watch-not-begun'],
    ['killed-watch', 1, 'interrupted'],
  ] as const) {
    const state = openLocalState(join(root, name));
    await state.store.createCrawl(watch, [siteRow('w', 1, { turn })]);
    state.close();
    const folder = new CrawlFolder(root);
    const registry = new LocalRegistry({
      ...{ folder, runs: new CrawlRuns(folder), crawls: new LocalCrawls(), now: () => 0 },
    });
    expect(await registry.read(name)).toMatchObject({ queued: false, failure: [{ code }] });
  }
});
