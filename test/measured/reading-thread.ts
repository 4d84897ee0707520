import { createPageReader } from '../../bench/pages/page-reader.ts';
import { pageShapes, shapedPage } from '../../bench/pages/page-shapes.ts';
import { answerWith } from './small-heap.ts';

export interface Pages {
  /** Numbers of `pageShapes`, read one after the other by one reader. */
  readonly shapes: readonly number[];
  readonly bytes: number;
  readonly inDoubt: boolean;
}

await answerWith<Pages>(async ({ shapes, bytes, inDoubt }): Promise<number> => {
  const read = createPageReader();
  for (const shape of shapes) read(shapedPage(pageShapes[shape]!, bytes, inDoubt));
  return shapes.length;
});
