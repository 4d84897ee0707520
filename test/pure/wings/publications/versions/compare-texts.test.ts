import { describe, expect, test } from 'vitest';
import { compareTexts, type TextPart } from '../../../../../shared/wings/publications/versions/compare-texts.ts';

/** Removed words in brackets, added ones in braces. */
function shown(before: string, after: string): string {
  const marks = { same: ['', ''], removed: ['[', ']'], added: ['{', '}'] } as const;
  return compareTexts(before, after)
    .map(({ kind, text }) => `${marks[kind][0]}${text}${marks[kind][1]}`)
    .join('');
}

function without(parts: readonly TextPart[], left: TextPart['kind']): string {
  return parts
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('');
}

/** Numbers that repeat: xorshift. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

function randomText(next: () => number, words: number, vocabulary: number): string {
  return Array.from({ length: words }, () => `w${Math.floor(next() * vocabulary)}`).join(' ');
}

describe('two versions of a text', () => {
  test.each([
    ['The bridge opens on Monday.', 'The bridge opens on Tuesday.', 'The bridge opens on [Monday]{Tuesday}.'],
    ['', 'New.', '{New.}'],
    ['Old.', '', '[Old.]'],
    ['', '', ''],
    ['Same text.', 'Same text.', 'Same text.'],
    ['One two three', 'One three', 'One [two ]three'],
    ['Мост откроют завтра.', 'Мост откроют сегодня вечером.', 'Мост откроют [завтра]{сегодня вечером}.'],
    // The blank between two changed words is changed with them.
    ['a red car here', 'a blue boat here', 'a [red car]{blue boat} here'],
    ['a b a b a b', 'b a b a b a', '[a ]b a b a b{ a}'],
  ])('%j and %j', (before, after, expected) => {
    expect(shown(before, after)).toBe(expected);
  });

  test('paragraphs that changed places or came in stay whole', () => {
    const [one, two, three] = ['First paragraph of it.', 'Second one, other words.', 'A third that is new.'];
    expect(shown(`${one}\n\n${two}`, `${one}\n\n${three}\n\n${two}`)).toBe(`${one}\n\n{${three}\n\n}${two}`);
  });

  test('both texts can be read from the parts, whatever they are', () => {
    const next = numbers(7);
    for (let round = 0; round < 300; round += 1) {
      const vocabulary = 1 + Math.floor(next() * 40);
      const before = randomText(next, Math.floor(next() * 60), vocabulary);
      const after =
        next() < 0.5
          ? randomText(next, Math.floor(next() * 60), vocabulary)
          : before.replaceAll(/w\d+/g, word => (next() < 0.2 ? 'x' : word));
      const parts = compareTexts(before, after);
      expect(without(parts, 'added')).toBe(before);
      expect(without(parts, 'removed')).toBe(after);
      for (const [index, { kind, text }] of parts.entries()) {
        expect(text).not.toBe('');
        expect(kind).not.toBe(parts[index + 1]?.kind);
      }
    }
  });

  test('a word that changed is the only change among 100,000', () => {
    const next = numbers(3);
    const words = randomText(next, 100_000, 5_000).split(' ');
    const after = words.with(50_000, 'changed').join(' ');
    expect(compareTexts(words.join(' '), after).map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same']);
  });

  // Steps are bounded by counts: these cost seconds at most, and lose nothing.
  test.each([
    ['of one letter against another', 'a '.repeat(500_000), 'b '.repeat(500_000)],
    ['that repeat two words in another order', 'a b '.repeat(250_000), 'b a a '.repeat(170_000)],
    ['without a blank', 'x'.repeat(1_000_000), 'y'.repeat(1_000_000)],
    ['of signs', '.,'.repeat(500_000), ',;'.repeat(500_000)],
    ['of other words', randomText(numbers(1), 200_000, 100_000), randomText(numbers(2), 200_000, 100_000)],
    ['of few words', randomText(numbers(1), 300_000, 20), randomText(numbers(2), 300_000, 20)],
  ])('texts of 1 MB %s come to an end, and are whole', (_, before, after) => {
    const parts = compareTexts(before, after);
    expect(without(parts, 'added') === before).toBe(true);
    expect(without(parts, 'removed') === after).toBe(true);
  });
});
