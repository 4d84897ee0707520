import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hindsightOptimum } from '../../../../../shared/wings/sets/simulate/compare-rules.ts';
import { draws } from '../../../draws.ts';

/** Tries every number of first pages of every site. */
function bruteForce(sequences: readonly (readonly number[])[], pages: number): number {
  const [first, ...others] = sequences;
  if (first === undefined) return 0;
  const counts = Array.from({ length: Math.min(pages, first.length) + 1 }, (_, count) => count);
  const linksOf = (count: number): number => first.slice(0, count).reduce((sum, reward) => sum + reward, 0);
  return Math.max(...counts.map(count => linksOf(count) + bruteForce(others, pages - count)));
}

test('gives the most links of every choice of first pages, for every budget', () => {
  const sequences = fc.array(fc.array(fc.oneof(fc.constant(0), fc.nat(30)), { maxLength: 7 }), { maxLength: 4 });
  fc.assert(
    fc.property(sequences, fc.nat(20), (sites, budget) => {
      const expected = Array.from({ length: budget + 1 }, (_, pages) => bruteForce(sites, pages));
      expect(hindsightOptimum(sites, budget)).toEqual(expected);
    }),
    { numRuns: draws(200) },
  );
});

test('goes through poor pages where riches follow them', () => {
  const sites = [
    [2, 2, 2],
    [0, 0, 9],
  ];
  expect(hindsightOptimum(sites, 4)).toEqual([0, 2, 4, 9, 11]);
});
