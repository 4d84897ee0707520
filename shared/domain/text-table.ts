import { randomInt } from 'node:crypto';
import { ByteStore } from './byte-store.ts';
import { NumberList } from './number-list.ts';
import { PackedReader, PackedWriter } from './packed-bytes.ts';
import { scramble } from './word-hash.ts';

const firstSlots = 1 << 8;
const empty = -1;

interface PlainText {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly length: number;
}

/**
 * Texts, each once, with numbers from 0 on in the order in which they came. They are kept as bytes outside of the heap: a text
 * costs its characters and some 20 bytes. A hash finds them, and their characters are compared, so two texts are never taken for one. The
 * hash begins anywhere: nobody can make addresses that all have the same one.
 */
export class TextTable implements Iterable<string> {
  private readonly texts = new ByteStore();
  private readonly positions = new NumberList(64);
  private readonly hashes = new NumberList(64);
  private slots = new Int32Array(firstSlots).fill(empty);
  private readonly writer = new PackedWriter();
  private readonly seed = randomInt(2 ** 32);

  get size(): number {
    return this.positions.length;
  }

  /** The number of a text; a new text gets the next one. */
  add(text: string): number {
    const hash = this.hashOf(text);
    const slot = this.slotOf(text, hash);
    const known = this.slots[slot]!;
    if (known !== empty) return known;
    const number = this.size;
    this.writer.clear();
    this.writer.text(text);
    this.positions.push(this.texts.add(this.writer.bytes, this.writer.length));
    this.hashes.push(hash);
    this.slots[slot] = number;
    if (number * 2 > this.slots.length) this.grow();
    return number;
  }

  /** The number of a text; -1 where it is not there. */
  find(text: string): number {
    return this.slots[this.slotOf(text, this.hashOf(text))]!;
  }

  at(number: number): string {
    const position = this.positions.at(number);
    return new PackedReader(this.texts.blockOf(position), this.texts.offsetOf(position)).text();
  }

  *[Symbol.iterator](): Iterator<string> {
    for (let number = 0; number < this.size; number += 1) yield this.at(number);
  }

  /** Negative, 0 or positive, as the texts with these numbers are in the order of their code units. */
  compare(a: number, b: number): number {
    const [left, right] = [this.plainAt(a), this.plainAt(b)];
    if (left === undefined || right === undefined) return compareTexts(this.at(a), this.at(b));
    const end = Math.min(left.length, right.length);
    for (let i = 0; i < end; i += 1) {
      const difference = left.bytes[left.start + i]! - right.bytes[right.start + i]!;
      if (difference !== 0) return difference;
    }
    return left.length - right.length;
  }

  private hashOf(text: string): number {
    let hash = this.seed;
    const even = text.length & ~1;
    // Two code units at once: each step waits for the one before.
    for (let at = 0; at < even; at += 2) {
      const pair = text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
      hash = Math.imul(hash ^ pair, 0x01000193);
      hash ^= hash >>> 15;
    }
    if (even < text.length) hash = Math.imul(hash ^ text.charCodeAt(even), 0x01000193);
    return scramble(hash ^ text.length);
  }

  /** Where the text is, or is to be. */
  private slotOf(text: string, hash: number): number {
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    for (let number = this.slots[slot]!; number !== empty; number = this.slots[slot]!) {
      if (this.hashes.at(number) === hash && this.isAt(number, text)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private isAt(number: number, text: string): boolean {
    const plain = this.plainAt(number);
    if (plain === undefined) return this.at(number) === text;
    const { bytes, start, length } = plain;
    if (length !== text.length) return false;
    for (let i = 0; i < length; i += 1) if (bytes[start + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  /** A text of less than 8,192 characters with a byte each, as nearly all are. */
  private plainAt(number: number): PlainText | undefined {
    const position = this.positions.at(number);
    const bytes = this.texts.blockOf(position);
    const at = this.texts.offsetOf(position);
    const low = bytes[at]!;
    const high = low < 128 ? 0 : bytes[at + 1]!;
    const coded = low < 128 ? low : low - 128 + high * 128;
    if (high >= 128 || coded % 2 === 1) return undefined;
    return { bytes, start: at + (low < 128 ? 1 : 2), length: coded / 2 };
  }

  private grow(): void {
    const slots = new Int32Array(this.slots.length * 2).fill(empty);
    const mask = slots.length - 1;
    for (let number = 0; number < this.size; number += 1) {
      let slot = this.hashes.at(number) & mask;
      while (slots[slot] !== empty) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.slots = slots;
  }
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
