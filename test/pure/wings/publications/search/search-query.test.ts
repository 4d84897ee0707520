import { describe, expect, test } from 'vitest';
import { parseSearch } from '../../../../../shared/wings/publications/search/search-query.ts';
import { stemOf } from '../../../../../shared/wings/publications/search/stems.ts';
import { wordsOf } from '../../../../../shared/wings/publications/search/words.ts';

describe('words', () => {
  test('are lower case, without stress marks and soft hyphens, ё as е; signs and hyphens part them', () => {
    expect(wordsOf('Учё\u0301ные «Физ\u00ADтех-школы»: COVID-19, Ёлка… naïve 2:1')).toEqual([
      'ученые',
      'физтех',
      'школы',
      'covid',
      '19',
      'елка',
      'naïve',
      '2',
      '1',
    ]);
  });

  test('composed and decomposed letters are the same', () => {
    expect(wordsOf('и\u0306од cafe\u0301')).toEqual(wordsOf('йод café'));
  });

  test('a word of a megabyte is cut, and words beyond 200,000 are left out', () => {
    expect(wordsOf('a'.repeat(1_000_000))).toEqual(['a'.repeat(64)]);
    expect(wordsOf('a '.repeat(200_001))).toHaveLength(200_000);
  });

  test('have the stem of their forms, in Russian and in English', () => {
    expect(new Set(['университет', 'университета', 'университетами', 'университету'].map(stemOf)).size).toBe(1);
    for (const forms of [
      ['заголовок', 'заголовка'],
      ['рынок', 'рынки'],
      ['урок', 'урока'],
      ['отец', 'отцами'],
    ])
      expect(new Set(forms.map(stemOf)).size).toBe(1);
    expect(new Set(['studies', 'study', 'studied'].map(stemOf)).size).toBe(1);
    expect(['2024', '東京', '__proto__', 'constructor'].map(stemOf)).toEqual([
      '2024',
      '東京',
      '__proto__',
      'constructor',
    ]);
  });
});

describe('a search', () => {
  test('has words by their stems, phrases by their forms too, and what shall be missing', () => {
    const [university, moscow] = ['университет', 'московский'].map(stemOf) as [string, string];
    expect(parseSearch('Университеты «Московского университета» -погода −"сборная Москвы"')).toEqual({
      all: [{ stems: [university] }, { stems: [moscow, university], forms: ['московского', 'университета'] }],
      none: [
        { stems: [stemOf('погода')] },
        { stems: [stemOf('сборная'), stemOf('москвы')], forms: ['сборная', 'москвы'] },
      ],
    });
  });

  test('a word with a hyphen is its parts in their order; a quotation mark that nobody closes ends with the text', () => {
    expect(parseSearch('физико-технический "МГУ').all).toEqual([
      { stems: [stemOf('физико'), stemOf('технический')] },
      { stems: [stemOf('мгу')], forms: ['мгу'] },
    ]);
  });

  test.each(['', '-погода', '" " * - :'])('%o has no word that shall be there', text => {
    expect(() => parseSearch(text)).toThrow('allowed is a search with a word that shall be in the text.');
  });

  test('of 33 words is refused, of 32 not', () => {
    expect(parseSearch('слово '.repeat(32)).all).toHaveLength(32);
    expect(() => parseSearch('слово '.repeat(33))).toThrow('allowed are at most 32 words.');
  });
});
