/** Of the first block: most files of a small site are smaller. Each next block is four times as large, to the largest. */
const firstBlockBytes = 1 << 14;
const largestBlockBytes = 1 << 20;
/** Room that one `uint` or short `bytes` may need; checked once per call. */
const digitsOfUint32 = 10;
/** Below this a loop beats the call into `TypedArray.set`. */
const shortPiece = 64;

/** First blocks without a user: a small site has 14 files, and memory of 16 KB for each costs more than what is written into it. */
const spare: Buffer<ArrayBuffer>[] = [];
const mostSpare = 4;
const nothing = Buffer.alloc(0);

/**
 * Collects the bytes of one file in blocks of up to 1 MiB, so that an encoder of millions of rows makes no string per row.
 * Call `full()` after each row or group of rows and `rest()` once at the end; a block that was handed out is never
 * touched again, so its taker owns it.
 */
export class ByteBlocks {
  #size = firstBlockBytes;
  #block = spare.pop() ?? Buffer.allocUnsafeSlow(firstBlockBytes);
  #at = 0;
  #done: Uint8Array[] = [];

  /** Appends bytes as they are (copied). */
  bytes(piece: Uint8Array): void {
    if (this.#at + piece.length > this.#size) this.#turnOver();
    if (piece.length > this.#size) {
      this.#done.push(piece.slice());
    } else if (piece.length > shortPiece) {
      this.#block.set(piece, this.#at);
      this.#at += piece.length;
    } else {
      const block = this.#block;
      const start = this.#at;
      for (let i = 0; i < piece.length; i++) block[start + i] = piece[i] as number;
      this.#at = start + piece.length;
    }
  }

  /** Appends a text in UTF-8; a lone surrogate becomes U+FFFD. */
  utf8(text: string): void {
    const mostBytes = text.length * 3;
    if (mostBytes > this.#size) {
      this.bytes(Buffer.from(text));
      return;
    }
    if (this.#at + mostBytes > this.#size) this.#turnOver();
    this.#at += this.#block.write(text, this.#at);
  }

  /** Appends an integer from 0 to 2^32 - 1 in decimal digits. */
  uint(value: number): void {
    if (this.#at + digitsOfUint32 > this.#size) this.#turnOver();
    const block = this.#block;
    const end = this.#at + digitCount(value);
    let rest = value;
    for (let i = end - 1; i >= this.#at; i--) {
      const quotient = (rest / 10) | 0;
      block[i] = 48 + rest - quotient * 10;
      rest = quotient;
    }
    this.#at = end;
  }

  /** Whether `full` has blocks: for most rows it has none, and to go through nothing takes as long as to write a short row. */
  get hasFull(): boolean {
    return this.#done.length > 0;
  }

  /** The blocks that became full since the last call. */
  full(): readonly Uint8Array[] {
    if (this.#done.length === 0) return none;
    const done = this.#done;
    this.#done = [];
    return done;
  }

  /** Everything not handed out yet. Nothing may be appended after it. */
  rest(): readonly Uint8Array[] {
    if (this.#size === firstBlockBytes) this.#keepFirst();
    else if (this.#at > 0) this.#done.push(this.#block.subarray(0, this.#at));
    this.#at = 0;
    return this.full();
  }

  /** The first block is for the next file: what is in it is copied. */
  #keepFirst(): void {
    if (this.#at > 0) this.#done.push(Buffer.from(this.#block.subarray(0, this.#at)));
    if (spare.length < mostSpare) spare.push(this.#block);
    this.#block = nothing;
    this.#size = 0;
  }

  #turnOver(): void {
    if (this.#at === 0) return;
    this.#done.push(this.#block.subarray(0, this.#at));
    this.#size = Math.min(this.#size * 4, largestBlockBytes);
    this.#block = Buffer.allocUnsafeSlow(this.#size);
    this.#at = 0;
  }
}

const none: readonly Uint8Array[] = [];

/** Decimal digits of an integer from 0 to 2^32 - 1. */
export function digitCount(value: number): number {
  if (value < 10) return 1;
  if (value < 100) return 2;
  if (value < 1_000) return 3;
  if (value < 10_000) return 4;
  if (value < 100_000) return 5;
  if (value < 1_000_000) return 6;
  if (value < 10_000_000) return 7;
  if (value < 100_000_000) return 8;
  return value < 1_000_000_000 ? 9 : 10;
}

/** The texts of all items, one after another. */
export function* blocksOf<Item>(items: Iterable<Item>, textOf: (item: Item) => string): Generator<Uint8Array, void> {
  const out = new ByteBlocks();
  for (const item of items) {
    out.utf8(textOf(item));
    if (out.hasFull) yield* out.full();
  }
  yield* out.rest();
}
