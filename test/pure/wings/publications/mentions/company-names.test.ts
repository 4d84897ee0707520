import { describe, expect, test } from 'vitest';
import { dictionaryOf, shown } from './listed.ts';

describe('names of companies', () => {
  test.each([
    ['C.H. Robinson', 'A truck of C.H. Robinson was late.', ['C.H. Robinson']],
    ['C.H. Robinson', 'C. H. Robinson’s truck was late.', ['C. H. Robinson’s']],
    ['C.H. Robinson', 'Mr Robinson was late, and so was A. Robinson.', []],
    ['A. Smith Ltd', 'Smith came. A. Smith Ltd grew.', ['A. Smith']],
    ['Фонд А. Сахарова', 'В Фонде Сахарова рады, и в Фонде А. Сахарова тоже.', ['Фонде Сахарова', 'Фонде А. Сахарова']],
  ])('initials before the only other word of %s are part of it: %s', (name, text, surfaces) => {
    expect(shown(text, dictionaryOf({ id: 'o', name }))).toEqual(surfaces.map(surface => `o: ${surface}`));
  });

  test.each([
    ['Smith, Sons & Co.', 'It was Smith, Sons & Co. that won.', ['Smith, Sons & Co']],
    ['Smith, Sons & Co.', 'It was Smith Sons & Co. that won.', ['Smith Sons & Co']],
    ['Smith Sons', 'Asked were Smith, Sons and daughters.', []],
    ['Детская, юношеская библиотека', 'В Детской, юношеской библиотеке рады.', ['Детской, юношеской библиотеке']],
  ])('a comma within %s is part of it: %s', (name, text, surfaces) => {
    expect(shown(text, dictionaryOf({ id: 'o', name }))).toEqual(surfaces.map(surface => `o: ${surface}`));
  });

  test('what belongs to 3M is found with its ending', () => {
    const list = dictionaryOf({ id: 'o', name: '3M' });
    expect(shown("We like 3M's tape, 3M’s masks and 3M.", list)).toEqual(["o: 3M's", 'o: 3M’s', 'o: 3M']);
    expect(shown('He ran 3ms and 3m.', list)).toEqual([]);
  });
});
