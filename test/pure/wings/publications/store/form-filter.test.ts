import { expect, test } from 'vitest';
import { wordHash } from '../../../../../shared/domain/word-hash.ts';
import { formFilter, mayHaveForms } from '../../../../../shared/wings/publications/store/indexed-text.ts';

const words = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`);
const filterOf = (forms: readonly string[]) => formFilter(Uint32Array.from(forms, wordHash));

test.each([0, 1, 7, 200, 5_000])(
  'a filter of %i words misses none of them, and lets one other word of 18 pass',
  count => {
    const filter = filterOf(words(count, 'слово'));
    for (const word of words(count, 'слово')) expect(mayHaveForms(filter, [word])).toBe(true);
    const passed = words(4_000, 'other').filter(word => mayHaveForms(filter, [word])).length;
    if (count >= 200) expect(passed / 4_000).toBeLessThan(0.08);
    if (count === 0) expect(passed).toBe(0);
  },
);

test('words that come again take no room, and one that is missing is enough', () => {
  const one = filterOf(words(200, 'a'));
  expect(filterOf([...words(200, 'a'), ...words(200, 'a')])).toEqual(one);
  expect(one.length).toBe(150);
  expect(mayHaveForms(one, ['a1', 'absent-word'])).toBe(false);
});
