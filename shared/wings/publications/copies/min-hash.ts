/**
 * Texts that were copied with small changes are found by MinHash (A. Z. Broder, On the resemblance and containment of
 * documents, 1997): the share of equal numbers in two signatures estimates the share of runs of three words that two texts have in
 * common. Bands of a signature make them searchable: texts with half of their runs in common share a band with a
 * probability of 94 %.
 */

import { runLength, scramble } from '../../../domain/word-hash.ts';

/** Numbers of a signature. */
const signatureLength = 64;
const bands = 21;
const perBand = 3;

/** From this estimate on, two texts are copies. */
export const copySimilarity = 0.5;

const multipliers = new Uint32Array(signatureLength);
const addends = new Uint32Array(signatureLength);
{
  // Any fixed numbers do; signatures that are stored were made with these.
  let state = 0x9e3779b9;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    return scramble(state);
  };
  for (let at = 0; at < signatureLength; at += 1) {
    multipliers[at] = next() | 1;
    addends[at] = next();
  }
}

/** One number for each run of three words; a shorter text is one run. */
function runsOf(words: Uint32Array): Uint32Array {
  const hashes = words.map(scramble);
  const runs = new Uint32Array(Math.max(1, hashes.length - runLength + 1));
  for (let at = 0; at < runs.length; at += 1) {
    const end = Math.min(at + runLength, hashes.length);
    let run = 0;
    for (let word = at; word < end; word += 1) run = scramble(Math.imul(run, 31) + hashes[word]!);
    runs[at] = run;
  }
  return runs;
}

/** The signature of a text, by which its copies are found. */
export interface Signature {
  /** The last byte of each number of the signature. */
  readonly bytes: Uint8Array;
  /** Keys under which the text is found: integers below 2^37, different ones for each band. Copies share at least one. */
  readonly bands: readonly number[];
}

/** From the words of a text in their order, as `wordHash` gives them; undefined for a text without a word. */
export function signatureOf(words: Uint32Array): Signature | undefined {
  if (words.length === 0) return undefined;
  const runs = runsOf(words);
  const least = new Uint32Array(signatureLength).map((_, at) => leastOf(runs, multipliers[at]!, addends[at]!));
  return { bytes: Uint8Array.from(least), bands: Array.from({ length: bands }, (_, band) => bandOf(least, band)) };
}

function leastOf(runs: Uint32Array, multiplier: number, addend: number): number {
  let least = 0xffffffff;
  for (let at = 0; at < runs.length; at += 1) {
    const value = (Math.imul(runs[at]!, multiplier) + addend) >>> 0;
    if (value < least) least = value;
  }
  return least;
}

function bandOf(signature: Uint32Array, band: number): number {
  let key = band;
  for (const value of signature.subarray(band * perBand, (band + 1) * perBand)) {
    key = scramble(Math.imul(key, 31) + value);
  }
  return band * 2 ** 32 + key;
}

/** A byte of two different numbers is equal so often. */
const byChance = 1 / 256;

/** The share of runs that two texts have in common, 0 to 1, as the bytes of their signatures estimate it. */
export function similarityOf(one: Uint8Array, other: Uint8Array): number {
  let equal = 0;
  for (let at = 0; at < signatureLength; at += 1) if (one[at] === other[at]) equal += 1;
  return Math.max(0, (equal / signatureLength - byChance) / (1 - byChance));
}
