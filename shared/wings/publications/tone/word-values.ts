import { wordHash } from './word-hash.ts';

/**
 * The word values of a language: a vector of each frequent word, and how good or bad the words of a list are. The file
 * (`models/words-ru.bin`, little-endian; docs/formats/publications.md, "Tone models") has hashes for words: of 100,000 unknown
 * words, one or two are taken for a known word.
 */
export class WordValues {
  readonly dimensions: number;
  readonly #rowOf = new Map<number, number>();
  readonly #valences = new Map<number, number>();
  readonly #vectors: Int8Array;
  readonly #steps: Float64Array;

  /** `bytes`: the file, whose form the model's check of its SHA-256 vouches for. */
  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const words = view.getUint32(0, true);
    const valences = view.getUint32(4, true);
    this.dimensions = view.getUint32(8, true);
    let at = 12;
    for (let row = 0; row < words; row++, at += 4) this.#rowOf.set(view.getUint32(at, true), row);
    this.#steps = Float64Array.from({ length: this.dimensions }, (_, index) => view.getFloat32(at + 4 * index, true));
    at += 4 * this.dimensions;
    this.#vectors = unpacked(bytes.subarray(at, at + (words * this.dimensions) / 2));
    at += (words * this.dimensions) / 2;
    for (let index = 0; index < valences; index++, at += 5)
      this.#valences.set(view.getUint32(at, true), view.getInt8(at + 4) / 10);
  }

  /** The row of a word's vector, the most frequent word's first; -1 if it has none. */
  rowOf(word: string): number {
    return this.#rowOf.get(wordHash(word)) ?? -1;
  }

  /** From -4 (bad) to 4 (good); 0 for words that are not in the list. */
  valenceOf(word: string): number {
    return this.#valences.get(wordHash(word)) ?? 0;
  }

  /** Adds the vector of a row, times `amount`, to the numbers of `to` from `from` on. */
  addVector(row: number, amount: number, to: Float64Array, from: number): void {
    const start = row * this.dimensions;
    for (let at = 0; at < this.dimensions; at++)
      to[from + at]! += amount * this.#vectors[start + at]! * this.#steps[at]!;
  }
}

/** Numbers of four bits, two a byte, the lower four first; 8 stands for 0. */
function unpacked(bytes: Uint8Array): Int8Array {
  const numbers = new Int8Array(2 * bytes.length);
  bytes.forEach((byte, index) => {
    numbers[2 * index] = (byte & 15) - 8;
    numbers[2 * index + 1] = (byte >> 4) - 8;
  });
  return numbers;
}
