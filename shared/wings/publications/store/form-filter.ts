import { wordHash } from '../../../domain/word-hash.ts';

/**
 * Which words a text may have as they are written: a Bloom filter (B. H. Bloom, Space/time trade-offs in hash coding with allowable
 * errors, 1970). The filter never misses a word of the text; of 18 other words, one passes.
 */

/** For each different word of a text. */
const bitsPerForm = 6;
const placesPerForm = 4;

/** Of all words of a text, as `wordHash` gives them, in any order. */
export function formFilter(hashes: Uint32Array): Uint8Array {
  const distinct = distinctOf(hashes);
  const filter = new Uint8Array(Math.max(1, Math.ceil((distinct.length * bitsPerForm) / 8)));
  for (const hash of distinct) {
    for (let turn = 0; turn < placesPerForm; turn += 1) {
      const bit = placeOf(hash, turn, filter);
      filter[bit >>> 3]! |= 1 << (bit & 7);
    }
  }
  return filter;
}

function distinctOf(hashes: Uint32Array): Uint32Array {
  const sorted = hashes.toSorted();
  let count = 0;
  for (let at = 0; at < sorted.length; at += 1)
    if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[count++] = sorted[at]!;
  return sorted.subarray(0, count);
}

/** False: the text lacks one of the words. */
export function mayHaveForms(filter: Uint8Array, forms: readonly string[]): boolean {
  return forms.every(form => {
    const hash = wordHash(form);
    for (let turn = 0; turn < placesPerForm; turn += 1) {
      const bit = placeOf(hash, turn, filter);
      if ((filter[bit >>> 3]! & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  });
}

/** Double hashing: the first place, and a distance to the next ones that is odd. */
function placeOf(hash: number, turn: number, filter: Uint8Array): number {
  const step = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) | 1;
  return (((hash ^ (hash >>> 13)) + Math.imul(step ^ (step >>> 16), turn)) >>> 0) % (filter.length * 8);
}
