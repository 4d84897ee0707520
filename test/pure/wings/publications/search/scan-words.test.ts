import { describe, expect, it } from 'vitest';
import { wordHash } from '../../../../../shared/domain/word-hash.ts';
import { scanForms, scanWords } from '../../../../../shared/wings/publications/search/scan-words.ts';
import { stemOf } from '../../../../../shared/wings/publications/search/stems.ts';
import { wordsOf } from '../../../../../shared/wings/publications/search/words.ts';

/** The result of the readable rules for the same text. */
function plainly(text: string) {
  const words = wordsOf(text);
  return { forms: words.join(' '), stems: words.map(stemOf).join(' '), hashes: Uint32Array.from(words, wordHash) };
}

const parts = [
  ...[
    'a',
    'Z',
    'ё',
    'Ё',
    'Й',
    'й',
    'е\u0308',
    'и\u0306',
    'ß',
    'İ',
    'ı',
    'Σ',
    'ς',
    'ǅ',
    'ŉ',
    'ﬁ',
    'ª',
    '²',
    '½',
    'Ⅷ',
    'ⅷ',
    'ⓐ',
  ],
  ...[
    '\u212a',
    '\u2126',
    '\u00ad',
    '\u0301',
    '\u0345',
    '한',
    'ᄒ',
    '日',
    '𝒜',
    '\ud835',
    '\udc9c',
    'א',
    'ә',
    'Ӏ',
    '\u0483',
  ],
  ...[' ', '\n', '-', '_', '«', '»', '—', '\u2028', '\u00a0', '№', '€', "'", '.', '7', '٣', '\0', '\uffff'],
  ...['рынок', 'рынка', 'hoping', 'Skies', 'университетами', 'x'.repeat(40), 'Ы'.repeat(70)],
];

/** Numbers below `most`, always the same. */
function numbers(seed: number): (most: number) => number {
  let state = seed;
  return most => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

describe('scanning words', () => {
  it('gives what the readable rules give, for texts of all kinds of characters', () => {
    const next = numbers(7);
    for (let turn = 0; turn < 20_000; turn += 1) {
      const text = Array.from({ length: next(9) }, () => parts[next(parts.length)]!).join('');
      expect(scanWords(text), JSON.stringify(text)).toEqual(plainly(text));
      expect(scanForms(text)).toBe(wordsOf(text).join(' '));
    }
  });

  it('gives what the readable rules give, for each character alone and in a word', () => {
    for (let code = 0; code < 0x10000; code += 1) {
      const character = String.fromCharCode(code);
      for (const text of [character, `а${character}б`])
        if (scanForms(text) !== wordsOf(text).join(' '))
          expect(scanForms(text), `U+${code.toString(16)}`).toBe(wordsOf(text).join(' '));
    }
  });

  it('keeps words apart that share a place', () => {
    const words = Array.from({ length: 400_000 }, (_, at) => `слово${at.toString(36)}ами`);
    const text = words.slice(0, 100).join(' ');
    const before = scanWords(text);
    for (let at = 0; at < words.length; at += 1_000) scanWords(words.slice(at, at + 1_000).join(' '));
    expect(scanWords(text)).toEqual(before);
    expect(before).toEqual(plainly(text));
  });

  it('ends where other readers end: at 200,000 words and 64 characters of a word', () => {
    const many = 'да '.repeat(200_001);
    expect(scanWords(many).hashes.length).toBe(200_000);
    expect(scanForms(many)).toBe(wordsOf(many).join(' '));
    expect(scanForms('я'.repeat(100))).toBe('я'.repeat(64));
  });
});
