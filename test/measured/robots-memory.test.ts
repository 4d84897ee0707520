import { expect, test } from 'vitest';
import type { RememberedFiles, RobotsFiles } from './robots-thread.ts';
import { inSmallHeap } from './small-heap.ts';

const remembered = async (files: RobotsFiles): Promise<RememberedFiles> =>
  await inSmallHeap(new URL('./robots-thread.ts', import.meta.url), 64, files);

test('a process remembers as many long robots.txt as its memory takes, and the last always', async () => {
  const { remembered: count, bytesOfOne } = await remembered({ files: 300, bytes: 512_000 });
  expect(count).toBeGreaterThanOrEqual(4);
  expect(count).toBeLessThan(20);
  // The text, and 200 bytes for each of its 14,000 rules.
  expect(bytesOfOne).toBeLessThan(3_400_000);
}, 120_000);

test('and a thousand usual ones', async () => {
  expect((await remembered({ files: 1_200, bytes: 1_000 })).remembered).toBe(1_000);
}, 60_000);
