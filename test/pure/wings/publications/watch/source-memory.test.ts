import { expect, test } from 'vitest';
import { withCounts } from '../../../../../shared/wings/publications/counts.ts';
import { withHints, withKnown } from '../../../../../shared/wings/publications/watch/source-memory.ts';

const numbers = (count: number, from = 0): readonly string[] => Array.from({ length: count }, (_, n) => `${from + n}`);

test('of publications the latest 400 addresses are known, each once', () => {
  expect(withKnown(numbers(400), ['400'])).toEqual(numbers(400, 1));
  expect(withKnown(numbers(399), ['399'])).toEqual(numbers(400));
  expect(withKnown(['a', 'b'], ['a', 'c'])).toEqual(['a', 'b', 'c']);
});

test('sixty reasons are counted apart, further ones together', () => {
  const sixty = withCounts({}, numbers(60));
  expect(Object.keys(sixty)).toEqual(numbers(60));
  expect(withCounts(sixty, ['60', '61', '7'])).toEqual({ ...sixty, 7: 2, other: 2 });
  expect(withCounts(undefined, ['a', 'a'])).toEqual({ a: 2 });
});

test('the latest 500 hints are kept, but of pages that were read', () => {
  const hints = Object.fromEntries(numbers(500).map(name => [`x${name}`, { title: name }]));
  const all = withHints(hints, new Map([['new', { title: 'new' }]]), []);
  expect([Object.keys(all).length, all['x0'], all['x1'], all['new']]).toEqual([
    ...[500, undefined, { title: '1' }, { title: 'new' }],
  ]);
  expect(withHints({ a: {}, b: {} }, new Map(), ['a'])).toEqual({ b: {} });
});
