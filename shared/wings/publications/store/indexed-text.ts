import { scramble, wordHash } from '../../../domain/word-hash.ts';
import { type Signature, signatureOf } from '../copies/min-hash.ts';
import { scanWords } from '../search/scan-words.ts';
import { wordKeyOf } from './text-key.ts';

/** The keys by which a store finds a text again, beside the text. */
export interface IndexedText {
  /** Equal for texts that are the same by words. */
  readonly key: string;
  /** Stems of title and text in their order, with a blank between two. */
  readonly stems: string;
  /** Says which words title and text may have as they are written. */
  readonly filter: Uint8Array;
  /** Of the text alone: copies often have their own title, but those of a short text. Undefined for a text without a word. */
  readonly signature: Signature | undefined;
}

/** Words of a notice: "Lost and found" of two days may have equal texts, and is no copy. */
const shortText = 30;

/** Pure: the same title and text give the same index. */
export function indexText(title: string, text: string): IndexedText {
  const [ofTitle, ofText] = [scanWords(title), scanWords(text)];
  const hashes = new Uint32Array(ofTitle.hashes.length + ofText.hashes.length);
  hashes.set(ofTitle.hashes);
  hashes.set(ofText.hashes, ofTitle.hashes.length);
  return {
    key: wordKeyOf(ofTitle.forms, ofText.forms),
    stems: `${ofTitle.stems} ${ofText.stems}`,
    filter: formFilter(hashes),
    signature: signatureOf(
      ofText.hashes.length < shortText ? titledWords(ofTitle.hashes, ofText.hashes) : ofText.hashes,
    ),
  };
}

/** The words of a text so that no run of them is that of the same text under another title. */
function titledWords(title: Uint32Array, text: Uint32Array): Uint32Array {
  const seed = title.reduce((sum, word) => scramble(Math.imul(sum, 31) + word), 0);
  return text.map(word => (word ^ seed) >>> 0);
}

/** Months since 1970, in UTC. */
export function monthOf(instant: number): number {
  const date = new Date(instant);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

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
