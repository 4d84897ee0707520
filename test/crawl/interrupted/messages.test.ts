import { afterEach, expect, test, vi } from 'vitest';
import { MemoryQueue } from '../../../shared/adapters/local/memory-queue.ts';
import type { Wake } from '../../../shared/ports/ports.ts';
import type { LoopbackSite } from '../../servers/loopback-site.ts';
import { crawl } from '../crawl-run.ts';
import { startLayeredSite } from '../layered-site.ts';

let site: LoopbackSite;
afterEach(async () => {
  vi.restoreAllMocks();
  await site.close();
});

test('a message that comes ten times, out of order, or after its turn has no second effect (adverse 50)', async () => {
  site = await startLayeredSite(3);
  const once = await crawl(`${site.origin}/`, { maxDownloads: 8 });
  const asked = site.asked.length;
  let sent = 0;
  vi.spyOn(MemoryQueue.prototype, 'send').mockImplementation(async function (
    this: MemoryQueue,
    wakes: readonly Wake[],
  ) {
    for (const { delayMs = 0, ...wake } of wakes) {
      sent += 1;
      const message = { ...wake, id: `message ${sent}` };
      // The same message with the same id, at once and up to half a second later.
      for (let copy = 0; copy < 10; copy += 1) this['deliver'](message, delayMs + ((copy * 37 + sent) % 11) * 45);
    }
  });
  const tenTimes = await crawl(`${site.origin}/`, { maxDownloads: 8 });
  expect(sent).toBeGreaterThan(20);
  expect(site.asked.length).toBe(2 * asked);
  expect(tenTimes.results.files()).toEqual(once.results.files());
});
