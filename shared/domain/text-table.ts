import { randomInt } from 'node:crypto';
import { ByteStore } from './byte-store.ts';
import { NumberList } from './number-list.ts';
import { latin1Text } from './packed-bytes.ts';

const firstSlots = 1 << 8;
const empty = -1;
/** Words of 32 bits before each text: the length in code units * 2 + whether each takes two bytes, and the hash. */
const wordsBefore = 2;

/**
 * Gives distinct texts the numbers 0, 1, 2, … in the order in which they came. Texts are stored as bytes outside of the
 * heap: a text costs its characters and some 24 bytes. A hash finds a text and its characters are compared, so two
 * texts never count as one. Each table draws its own hash factors, so nobody can make addresses with equal hashes.
 */
export class TextTable implements Iterable<string> {
  private readonly texts = new ByteStore();
  private readonly positions = new NumberList(64);
  private slots = new Int32Array(firstSlots).fill(empty);
  /** The text that is searched for, in stored form. */
  private bytes = Buffer.alloc(1 << 12);
  private words = new Uint32Array(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length >> 2);
  private wordCount = 0;
  private readonly seed = randomInt(2 ** 32);
  private readonly factors = [randomInt(2 ** 31) * 2 + 1, randomInt(2 ** 31) * 2 + 1] as const;

  get size(): number {
    return this.positions.length;
  }

  /** The number of a text; a new text gets the next number. */
  add(text: string): number {
    this.take(text);
    const slot = this.slotOfTaken();
    const known = this.slots[slot]!;
    if (known !== empty) return known;
    const number = this.size;
    this.positions.push(this.texts.add(this.bytes, this.wordCount * 4));
    this.slots[slot] = number;
    if (number * 2 > this.slots.length) this.grow();
    return number;
  }

  /** The number of a text; -1 for an unknown text. */
  find(text: string): number {
    this.take(text);
    return this.slots[this.slotOfTaken()]!;
  }

  at(number: number): string {
    const position = this.positions.at(number);
    const coded = this.texts.wordsOf(position)[this.texts.wordOf(position)]!;
    const start = this.texts.offsetOf(position) + wordsBefore * 4;
    const block = this.texts.blockOf(position);
    if (coded % 2 === 1) return block.toString('utf16le', start, start + coded - 1);
    return latin1Text(block, start, start + (coded >>> 1));
  }

  *[Symbol.iterator](): Iterator<string> {
    for (let number = 0; number < this.size; number += 1) yield this.at(number);
  }

  /** Compares the texts with these numbers by code units: negative, 0 or positive. */
  compare(a: number, b: number): number {
    const { texts } = this;
    const left = this.positions.at(a);
    const right = this.positions.at(b);
    const leftWords = texts.wordsOf(left);
    const rightWords = texts.wordsOf(right);
    const leftStart = texts.wordOf(left);
    const rightStart = texts.wordOf(right);
    const leftCode = leftWords[leftStart]!;
    const rightCode = rightWords[rightStart]!;
    if (leftCode % 2 === 1 || rightCode % 2 === 1) return compareTexts(this.at(a), this.at(b));
    // The last word of a text is filled with zeros, the lowest code unit.
    const end = wordsBefore + ((Math.min(leftCode, rightCode) + 7) >>> 3);
    for (let at = wordsBefore; at < end; at += 1) {
      const mine = leftWords[leftStart + at]!;
      const other = rightWords[rightStart + at]!;
      if (mine !== other) return compareWords(mine, other);
    }
    return leftCode - rightCode;
  }

  /** Stores a text temporarily for comparisons. */
  private take(text: string): void {
    const before = wordsBefore * 4;
    this.demand(before + text.length * 3 + 4);
    let length = writeUtf8(this.bytes, text, before);
    const isWide = length !== text.length;
    if (isWide) length = this.bytes.write(text, before, 'utf16le');
    const end = before + length;
    for (let at = end; at < end + 3; at += 1) this.bytes[at] = 0;
    this.wordCount = (end + 3) >>> 2;
    this.words[0] = text.length * 2 + Number(isWide);
    this.words[1] = this.hashOfTaken();
  }

  private hashOfTaken(): number {
    const { words, wordCount } = this;
    const first = this.factors[0];
    const second = this.factors[1];
    let hash = this.seed ^ words[0]!;
    for (let at = wordsBefore; at < wordCount; at += 1) {
      // Two products, because the effect of one product on the highest bit is predictable for any factor.
      const mixed = Math.imul(hash ^ words[at]!, first);
      hash = Math.imul(mixed ^ (mixed >>> 16), second);
    }
    return (hash ^ (hash >>> 15)) >>> 0;
  }

  /** Slot of the temporary text: its place in the table, or a free one. */
  private slotOfTaken(): number {
    const mask = this.slots.length - 1;
    let slot = this.words[1]! & mask;
    for (let number = this.slots[slot]!; number !== empty; number = this.slots[slot]!) {
      if (this.isTaken(number)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private isTaken(number: number): boolean {
    const { words, wordCount } = this;
    const position = this.positions.at(number);
    const kept = this.texts.wordsOf(position);
    const start = this.texts.wordOf(position);
    for (let at = 1; at < wordCount; at += 1) if (kept[start + at] !== words[at]) return false;
    return kept[start] === words[0];
  }

  private demand(room: number): void {
    if (room <= this.bytes.length) return;
    this.bytes = Buffer.alloc(((room * 2) | 3) + 1);
    this.words = new Uint32Array(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length >> 2);
  }

  private grow(): void {
    const slots = new Int32Array(this.slots.length * 2).fill(empty);
    const mask = slots.length - 1;
    for (let number = 0; number < this.size; number += 1) {
      const position = this.positions.at(number);
      let slot = this.texts.wordsOf(position)[this.texts.wordOf(position) + 1]! & mask;
      while (slots[slot] !== empty) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.slots = slots;
  }
}

/** Like `write(text, start)` without its checks: there must be room. */
function writeUtf8(bytes: Buffer, text: string, start: number): number {
  return (bytes as Buffer & { utf8Write(text: string, start: number, length: number): number }).utf8Write(
    text,
    start,
    bytes.length - start,
  );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares by the first different byte; the first byte of a text is the lowest of a word. */
function compareWords(a: number, b: number): number {
  const lowest = Math.clz32((a ^ b) & -(a ^ b)) ^ 31;
  const shift = lowest & ~7;
  return ((a >>> shift) & 255) - ((b >>> shift) & 255);
}
