import { expect, test } from 'vitest';
import { seededRandom } from '../../../bench/adaptive/seeded-random.ts';
import { sortNumbers } from '../../../shared/domain/sort-numbers.ts';

test('numbers are sorted by a comparison, equal ones in the order that they had', () => {
  const random = seededRandom(7);
  for (const length of [0, 1, 2, 7, 8, 9, 16, 17, 63, 100, 1_000, 4_097]) {
    const numbers = Uint32Array.from({ length }, () => Math.floor(random() * 1_000));
    const compare = (a: number, b: number): number => Math.floor(a / 10) - Math.floor(b / 10);
    const expected = [...numbers].sort(compare);
    expect([...sortNumbers(numbers, compare)]).toEqual(expected);
  }
});
