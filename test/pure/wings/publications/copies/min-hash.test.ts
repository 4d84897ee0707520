import { describe, expect, test } from 'vitest';
import { wordHash } from '../../../../../shared/domain/word-hash.ts';
import { copySimilarity, signatureOf, similarityOf } from '../../../../../shared/wings/publications/copies/min-hash.ts';

/** Words that repeat for a seed. */
function wordsFrom(seed: number, count: number): string[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return `w${(state >>> 8) % 20_000}`;
  });
}

const hashed = (words: readonly string[]) => Uint32Array.from(words, wordHash);
const signature = (words: readonly string[]) => signatureOf(hashed(words))!;

/** Every so many words, one is another word. */
const changed = (words: readonly string[], every: number): string[] =>
  words.map((word, at) => (at % every === every - 1 ? `other${at}` : word));

/** The true share of runs of three words in common. */
function shareOf(one: readonly string[], other: readonly string[]): number {
  const runs = (words: readonly string[]) => new Set(words.slice(2).map((_, at) => words.slice(at, at + 3).join(' ')));
  const [first, second] = [runs(one), runs(other)];
  const common = [...first].filter(run => second.has(run)).length;
  return common / (first.size + second.size - common);
}

describe('signatures', () => {
  test('estimate the share of runs of three words within four standard errors', () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const words = wordsFrom(seed, 300);
      const copy = changed(words, 6 + (seed % 40));
      const share = shareOf(words, copy);
      const estimate = similarityOf(signature(words).bytes, signature(copy).bytes);
      expect(Math.abs(estimate - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / 64) + 0.01);
    }
  });

  test('of texts with nothing in common are far below a copy', () => {
    const signatures = Array.from({ length: 100 }, (_, seed) => signature(wordsFrom(seed + 1, 300)));
    for (const [at, one] of signatures.entries()) {
      for (const other of signatures.slice(at + 1))
        expect(similarityOf(one.bytes, other.bytes)).toBeLessThan(copySimilarity / 2);
    }
  });

  test('of equal words are equal, whatever their length', () => {
    for (const length of [1, 2, 3, 4, 5_000]) {
      const words = wordsFrom(7, length);
      expect(signatureOf(hashed(words))).toEqual(signatureOf(hashed([...words])));
      expect(similarityOf(signature(words).bytes, signature(words).bytes)).toBe(1);
    }
    expect(signatureOf(hashed([]))).toBeUndefined();
  });

  test('are those that were stored last year', () => {
    const { bytes, bands } = signature(['one', 'two', 'three', 'four']);
    expect([...bytes.subarray(0, 4), ...bands.slice(0, 2)]).toMatchInlineSnapshot(`
      [
        80,
        209,
        166,
        125,
        4114678501,
        6528069332,
      ]
    `);
  });
});

describe('bands', () => {
  test('lead from a text to 95 of 100 copies that share six of ten runs', () => {
    let found = 0;
    for (let seed = 1; seed <= 200; seed += 1) {
      const words = wordsFrom(seed, 300);
      const copy = changed(words, 12);
      expect(shareOf(words, copy)).toBeCloseTo(0.6, 1);
      const { bands } = signature(words);
      if (signature(copy).bands.some(band => bands.includes(band))) found += 1;
    }
    expect(found).toBeGreaterThanOrEqual(190);
  });

  test('are different keys, and whole numbers that a table can hold', () => {
    const { bands } = signature(wordsFrom(1, 300));
    expect(new Set(bands).size).toBe(21);
    expect(bands.every(band => Number.isSafeInteger(band) && band >= 0 && band < 2 ** 37)).toBe(true);
  });
});

/** Texts whose copies a newspaper prints: 20 word for word, the others with one to four words of a hundred changed, or cut. */
function copyOf(words: readonly string[], pair: number): readonly string[] {
  if (pair < 20) return words;
  if (pair < 50) return changed(words, 25 + 2 * (pair - 20));
  return words.slice(0, Math.round(words.length * (0.65 + 0.01 * (pair - 50))));
}

// The list of 78 pairs among 1,689 texts that the bar names is of texts that are not at hand: this is one of its size and kind.
test('78 of 78 copies among 1,689 texts are found, and at most two texts that share a third of their runs', () => {
  const originals = Array.from({ length: 800 }, (_, seed) => wordsFrom(seed + 1, 150 + (seed % 400)));
  const copies = originals.slice(0, 78).map(copyOf);
  const similar = originals.slice(100, 300).map(words => changed(words, 6));
  const others = Array.from({ length: 611 }, (_, seed) => wordsFrom(seed + 5_001, 150 + (seed % 400)));
  const texts = [...originals, ...copies, ...similar, ...others];
  expect(texts.length).toBe(1_689);
  for (const [at, copy] of copies.entries()) expect(shareOf(originals[at]!, copy)).toBeGreaterThanOrEqual(0.5);
  for (const [at, text] of similar.entries()) expect(shareOf(originals[100 + at]!, text)).toBeLessThan(0.5);
  const byBand = new Map<number, number[]>();
  const signatures = texts.map(signature);
  const pairs = new Set<string>();
  for (const [at, { bytes, bands }] of signatures.entries()) {
    for (const band of bands) {
      for (const other of byBand.get(band) ?? [])
        if (similarityOf(signatures[other]!.bytes, bytes) >= copySimilarity) pairs.add(`${other} ${at}`);
      byBand.set(band, [...(byBand.get(band) ?? []), at]);
    }
  }
  const real = copies.map((_, at) => `${at} ${originals.length + at}`);
  expect(real.filter(pair => !pairs.has(pair))).toEqual([]);
  expect(pairs.size - real.length).toBeLessThanOrEqual(2);
});
