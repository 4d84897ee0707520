import { foldedUnits, kind, unitKinds } from './text-units.ts';

const offsetBasis = 0x811c9dc5 | 0;
const prime = 0x01000193;
/** Ends each abbreviation in the table, so that РАН is no form of рана. */
const abbreviationMark = 1;

/** FNV-1a over the units of a word; start with `noHash`. */
export const noHash = offsetBasis;
export function hashed(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, prime);
}
export function hashOfAbbreviation(hash: number): number {
  return hashed(hash, abbreviationMark);
}

function hashOf(word: string, isAbbreviation: boolean): number {
  let hash = noHash;
  for (let at = 0; at < word.length; at++) hash = hashed(hash, word.charCodeAt(at));
  return isAbbreviation ? hashOfAbbreviation(hash) : hash;
}

/**
 * Folded words with numbers from 0, found in a text without making a string of it: open addressing, at most half full,
 * behind a bit per hash that most words of a text end at.
 */
export class WordTable {
  #slots = new Int32Array(1 << 10);
  #seen = new Uint8Array(1 << 10);
  #hashes = new Int32Array(1 << 9);
  readonly #words: string[] = [];
  readonly #isAbbreviation: boolean[] = [];

  get size(): number {
    return this.#words.length;
  }

  wordAt(number: number): string {
    return this.#words[number]!;
  }

  /** The number of a word, which is new the first time. */
  add(word: string, isAbbreviation: boolean): number {
    const hash = hashOf(word, isAbbreviation);
    const known = this.numberOf(hash, word, isAbbreviation);
    if (known >= 0) return known;
    const number = this.#words.length;
    this.#words.push(word);
    this.#isAbbreviation.push(isAbbreviation);
    if (number === this.#hashes.length) this.#grow();
    this.#hashes[number] = hash;
    this.#enter(number, hash);
    return number;
  }

  numberOf(hash: number, word: string, isAbbreviation: boolean): number {
    return this.find(hash, isAbbreviation, word, 0, word.length);
  }

  /** The number of the word at `start` to `end` of a text, whose hash the caller has; -1 if there is none. */
  find(hash: number, isAbbreviation: boolean, text: string, start: number, end: number): number {
    const bit = mixed(hash) & (this.#seen.length * 8 - 1);
    if ((this.#seen[bit >> 3]! & (1 << (bit & 7))) === 0) return -1;
    const mask = this.#slots.length - 1;
    for (let slot = mixed(hash) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]! - 1;
      if (number < 0) return -1;
      if (this.#hashes[number] === hash && this.#isAbbreviation[number] === isAbbreviation)
        if (foldsTo(text, start, end, this.#words[number]!)) return number;
    }
  }

  #enter(number: number, hash: number): void {
    const mask = this.#slots.length - 1;
    let slot = mixed(hash) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = number + 1;
    const bit = mixed(hash) & (this.#seen.length * 8 - 1);
    this.#seen[bit >> 3]! |= 1 << (bit & 7);
  }

  #grow(): void {
    const hashes = this.#hashes;
    this.#hashes = new Int32Array(hashes.length * 2);
    this.#hashes.set(hashes);
    this.#slots = new Int32Array(this.#hashes.length * 2);
    this.#seen = new Uint8Array(this.#hashes.length * 2);
    hashes.forEach((hash, number) => {
      this.#enter(number, hash);
    });
  }
}

function mixed(hash: number): number {
  return hash ^ (hash >>> 15);
}

/** Whether the units of a text from `start` to `end` count as this word. */
function foldsTo(text: string, start: number, end: number, word: string): boolean {
  let at = 0;
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index);
    if ((unitKinds[unit]! & kind.passed) !== 0) continue;
    if (foldedUnits[unit] !== word.charCodeAt(at)) return false;
    at += 1;
  }
  return at === word.length;
}
