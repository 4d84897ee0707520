import { describe, expect, it } from 'vitest';
import { pageShapes } from '../../bench/pages/page-shapes.ts';
import type { Pages } from './reading-thread.ts';
import { inSmallHeap } from './small-heap.ts';

const tenMegabytes = 10 * 1024 * 1024;
/** Of which the code takes 15; buffers lie outside. A tree without bounds takes gigabytes for most of these pages. */
const heapMb = 145;
const groupSize = 20;
const groups = Array.from({ length: Math.ceil(pageShapes.length / groupSize) }, (_, i) =>
  pageShapes.map((_shape, shape) => shape).slice(i * groupSize, (i + 1) * groupSize),
);

describe('the memory that pages take which are built to be dear', { timeout: 900_000 }, () => {
  it.each(groups.map(shapes => [pageShapes[shapes[0]!]!.what, pageShapes[shapes.at(-1)!]!.what, shapes] as const))(
    'is small for 10 MB of each shape: %s … %s',
    async (_first, _last, shapes) => {
      for (const inDoubt of [false, true])
        expect(await read({ shapes, bytes: tenMegabytes, inDoubt })).toBe(shapes.length);
    },
  );

  it('does not add up over a thousand pages', async () => {
    const shapes = Array.from({ length: 1000 }, (_, i) => i % pageShapes.length);
    expect(await read({ shapes, bytes: 20_000, inDoubt: true })).toBe(1000);
  });
});

async function read(pages: Pages): Promise<number> {
  return await inSmallHeap<number>(new URL('./reading-thread.ts', import.meta.url), heapMb, pages);
}
