import { expect, test } from 'vitest';
import { resemblance, signatureLength, TextSignature } from '../../../../shared/domain/html/text-signature.ts';
import { scramble } from '../../../../shared/domain/word-hash.ts';
import { nearTexts } from '../../../../shared/wings/graph/near-duplicates/near-pairs.ts';

/** Of a text whose words are these numbers. */
function signed(words: readonly number[]): Uint8Array {
  const signature = new TextSignature();
  for (const word of words) signature.addWord(scramble(word));
  return signature.bytes()!;
}

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);
const oneAfterTheOther = (texts: readonly Uint8Array[]): Uint8Array => Buffer.concat(texts);

/** The share of runs of three words that two texts have in common. */
function sharedRuns(one: readonly number[], other: readonly number[]): number {
  const runs = (words: readonly number[]): Set<string> =>
    new Set(words.slice(2).map((word, index) => `${words[index]} ${words[index + 1]} ${word}`));
  const [a, b] = [runs(one), runs(other)];
  const common = [...a].filter(run => b.has(run)).length;
  return common / (a.size + b.size - common);
}

test.each([50, 200, 3_000])('signatures of texts of %s words estimate what they have in common', length => {
  let error = 0;
  const tries = 60;
  for (let at = 0; at < tries; at += 1) {
    const text = range(at * 10_000, length);
    const other = [...text.slice(Math.round(length * 0.06)), ...range(at * 10_000 + 5_000, Math.round(length * 0.03))];
    const [a, b] = [signed(text), signed(other)];
    const equal = a.filter((byte, bin) => byte === b[bin]).length;
    error += resemblance(equal) - sharedRuns(text, other);
  }
  // The mean of many estimates: bins without a run favour nobody.
  expect(Math.abs(error / tries)).toBeLessThan(0.02);
});

test('finds all near pairs among texts that have most of their words in common', () => {
  // Each pair differs in few words, and all texts have two thirds of their words in common, as a menu.
  const menu = range(0, 600);
  const texts = range(1, 150).flatMap(text => {
    const own = range(text * 10_000, 300);
    return [
      [...menu, ...own],
      [...menu, ...own.slice(0, 290), ...range(text * 10_000 + 5_000, 10)],
    ];
  });
  const { near, uncompared } = nearTexts(oneAfterTheOther(texts.map(signed)), 0.9);
  expect(uncompared).toBe(0);
  expect([...near].map(([place, { nearest }]) => [place, nearest])).toEqual(
    range(0, 300).map(place => [place, place % 2 === 0 ? place + 1 : place - 1]),
  );
  expect([...near.values()].map(({ group }) => group)).toEqual(range(0, 300).map(place => place - (place % 2)));
});

test.each([3, 4, 6])('takes no texts of %s words for the same by chance', length => {
  const texts = range(1, 600).map(text => signed(range(text * 100, length)));
  expect(nearTexts(oneAfterTheOther(texts), 0.5).near.size).toBe(0);
});

test('takes thousands of equal texts, and tells of texts that it did not compare', () => {
  const same = new Array<Uint8Array>(20_000).fill(signed(range(0, 100)));
  expect(nearTexts(oneAfterTheOther(same), 0.9).near.size).toBe(20_000);
  // Equal in one band, and in nothing else.
  const alike = range(1, 4_100).map(text => {
    const signature = signed(range(text * 1_000, 400));
    signature.fill(7, 0, 12);
    return signature;
  });
  const { near, uncompared } = nearTexts(oneAfterTheOther(alike), 0.9);
  expect([near.size, uncompared]).toEqual([0, 99]);
  expect(signatureLength).toBe(256);
});
