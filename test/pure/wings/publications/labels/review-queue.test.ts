import { expect, test } from 'vitest';
import {
  drawQueue,
  isForRandom,
  type QueueItem,
} from '../../../../../shared/wings/publications/labels/review-queue.ts';

const items = Array.from({ length: 400 }, (_, index): QueueItem => {
  const positive = (index % 97) / 100;
  const negative = (1 - positive) * ((index % 13) / 13);
  return {
    ...{ publication: index + 1, cluster: index + 1, organization: 'msu' },
    p: { positive, negative, neutral: 1 - positive - negative },
  };
});
const all = { seed: 'a', most: 80, isDone: () => false };

test('half is random, a quarter uncertain, a quarter polar', () => {
  const drawn = drawQueue(items, all);
  const count = (sampling: string) => drawn.filter(each => each.sampling === sampling).length;
  expect([count('random'), count('uncertain'), count('polar')]).toEqual([40, 20, 20]);
  expect(new Set(drawn.map(({ item }) => item)).size).toBe(80);
});

test('uncertain ones are those whose best class is least probable, polar ones the most one-sided', () => {
  const drawn = drawQueue(items, all);
  const most = ({ p }: QueueItem) => Math.max(p!.positive, p!.negative, p!.neutral);
  const polar = ({ p }: QueueItem) => Math.abs(p!.positive - p!.negative);
  const pool = items.filter(item => !isForRandom(item, 'a'));
  const uncertain = drawn.filter(({ sampling }) => sampling === 'uncertain').map(({ item }) => most(item));
  expect(uncertain[0]).toBe(Math.min(...pool.map(most)));
  expect(uncertain).toEqual(uncertain.toSorted((a, b) => a - b));
  const strongest = drawn.filter(({ sampling }) => sampling === 'polar').map(({ item }) => polar(item));
  expect(strongest[0]).toBe(Math.max(...pool.map(polar)));
});

test('the draw depends on the seed and on nothing else', () => {
  expect(drawQueue(items.toReversed(), all)).toEqual(drawQueue(items, all));
  expect(drawQueue(items, { ...all, seed: 'b' })).not.toEqual(drawQueue(items, all));
});

test('what is done is not drawn again, and the rest keeps its order', () => {
  const random = drawQueue(items, all).filter(({ sampling }) => sampling === 'random');
  const first = random[0]!.item;
  const later = drawQueue(items, { ...all, isDone: item => item === first });
  expect(later.filter(({ sampling }) => sampling === 'random').slice(0, 10)).toEqual(random.slice(1, 11));
});

test('what the model chooses does not touch the random sample', () => {
  const drawn = drawQueue(items, { ...all, most: 400 });
  expect(drawn).toHaveLength(400);
  for (const { item, sampling } of drawn) expect(sampling === 'random').toBe(isForRandom(item, 'a'));
});

test('what engines disagree on comes first of all', () => {
  const some = items.map(item => ({ ...item, enginesDisagree: item.publication > 390 }));
  const chosen = some.filter(item => item.enginesDisagree && !isForRandom(item, 'a'));
  expect(chosen).not.toEqual([]);
  expect(chosen).toContain(drawQueue(some, all)[0]!.item);
  expect(drawQueue(items, all)[0]!.sampling).toBe('random');
});

test('of copies only the first is drawn, for each organization', () => {
  const copies = [3, 1, 2].flatMap(publication =>
    ['x', 'y'].map(organization => ({ publication, organization, cluster: 1 })),
  );
  const drawn = drawQueue(copies, all);
  expect(drawn.map(({ item }) => [item.publication, item.organization]).toSorted()).toEqual([
    [1, 'x'],
    [1, 'y'],
  ]);
  expect(drawn.every(({ sampling }) => sampling === 'random')).toBe(true);
});

test('the random half is about half', () => {
  const share = items.filter(item => isForRandom(item, 'some seed')).length / items.length;
  expect(share).toBeGreaterThan(0.42);
  expect(share).toBeLessThan(0.58);
});

test('who takes only the first draw each time has half at random too, and first what engines disagree on', () => {
  const some = items.map(item => ({ ...item, enginesDisagree: item.publication % 3 === 0 }));
  const done = new Set<QueueItem>();
  const taken = Array.from({ length: 40 }, (_, begun) => {
    const [first] = drawQueue(some, { ...all, isDone: item => done.has(item) }, begun);
    done.add(first!.item);
    return first!;
  });
  const count = (sampling: string) => taken.filter(each => each.sampling === sampling).length;
  expect([count('random'), count('uncertain'), count('polar')]).toEqual([20, 10, 10]);
  expect(taken[0]!.item.enginesDisagree).toBe(true);
});
