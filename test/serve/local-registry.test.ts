import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CrawlFolder } from '../../functions/serve/crawl-folder.ts';
import { CrawlRuns } from '../../functions/serve/crawl-runs.ts';
import { LocalRegistry } from '../../functions/serve/local-registry.ts';
import type { CrawlRow } from '../../shared/domain/protocol/crawl-state.ts';

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
