import type { PublicationApplication } from 'orbweaver/applications';

const storyOf = (address: string): number => Number(/(\d+)\.html$/.exec(address)?.[1]);

/** Each does harm on one story, and counts the words of the others. */
const harmful = (name: string, harm: () => void, story: number): PublicationApplication => ({
  name,
  columns: { words: 'integer' },
  extract: page => {
    if (storyOf(page.address) === story) harm();
    return { words: page.publication?.text.split(/\s+/).length };
  },
});

const recurse = (depth: number): number => 1 + recurse(depth + 1);

export const applications: readonly PublicationApplication[] = [
  harmful(
    'throws',
    () => {
      throw new Error('no such price');
    },
    2,
  ),
  harmful(
    'loops',
    () => {
      for (;;);
    },
    3,
  ),
  harmful(
    'eats',
    // In large pieces: small ones are collected so often that a busy machine comes to the limit of time first.
    () => {
      for (const kept: unknown[] = []; ; ) kept.push(new Array(100_000).fill(kept.length));
    },
    4,
  ),
  harmful(
    'fills',
    () => {
      for (const kept: Buffer[] = []; ; ) kept.push(Buffer.alloc(16_000_000, 1));
    },
    5,
  ),
  harmful('exits', () => process.exit(0), 6),
  harmful('recurses', () => void recurse(0), 7),
  {
    name: 'misfits',
    columns: { words: 'integer' },
    extract: page => ({ words: storyOf(page.address) === 8 ? 'many' : 1 }),
  },
];
