import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLocalStatus } from '../../functions/embedded/run-crawl.ts';
import type { LiveWork } from '../../shared/report/live-work.ts';
import { page, startSite } from '../servers/loopback-site.ts';
import { begin, finish, newDirectory, resume } from './crawl-run.ts';

test('while a crawl runs others see each second what it does; its running time leaves out the pause before a resume', async () => {
  const links = Array.from({ length: 40 }, (_, n) => `/p${n}`);
  const site = await startSite({
    '/': page('start', '/missing', ...links),
    '/missing': { status: 404 },
    '*': ({ path }) => page(path),
  });
  try {
    const directory = newDirectory();
    const running = await begin(directory, `${site.origin}/`, { delayMs: 100 });
    const ended = finish(directory, running);
    const seen = await untilTold(directory, ({ requests, refused }) => requests >= 12 && refused.length > 0);
    expect(seen.refused).toMatchObject([{ address: `${site.origin}/missing`, status: 404 }]);
    expect(seen.startsPerSecond).toBeGreaterThan(0);
    expect(seen.startsPerSecond).toBeLessThanOrEqual(10);
    const status = await readLocalStatus(directory);
    expect(status.requests).toBeGreaterThanOrEqual(12);
    // No turn is committed yet: pages alone would say that nothing goes on.
    expect(status.used).toBeLessThan(status.requests!);
    running.stop();
    const stopped = await ended;
    expect(() => readFileSync(join(directory, 'live.json'))).toThrow('ENOENT');
    await new Promise(resolve => setTimeout(resolve, 3_000));
    const { summary } = await resume(directory, { delayMs: 0 });
    expect(summary.finishReason).toBe('no-work');
    const { startedAt, finishedAt } = JSON.parse(readFileSync(join(directory, 'crawl.json'), 'utf8'));
    expect(summary.elapsedMs).toBeGreaterThan(stopped.summary.elapsedMs);
    expect(summary.elapsedMs).toBeLessThanOrEqual(Date.parse(finishedAt) - Date.parse(startedAt) - 3_000);
  } finally {
    await site.close();
  }
});

async function untilTold(directory: string, isIt: (work: LiveWork) => boolean): Promise<LiveWork> {
  for (;;) {
    const work = readWork(directory);
    if (work !== undefined && isIt(work)) return work;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

function readWork(directory: string): LiveWork | undefined {
  try {
    return JSON.parse(readFileSync(join(directory, 'live.json'), 'utf8')) as LiveWork;
  } catch {
    return undefined;
  }
}
