/** A position counts blocks of this size. */
const blockBytes = 1 << 20;
const blockBits = 18;
const blockWords = 1 << blockBits;
/** Of the first block: most sites are small. */
const firstBlockBytes = 1 << 14;
/** Fewer blocks are not given back one by one. */
const leastToFree = 32;
/** Positions are kept in 32 bits, in units of four bytes. */
const mostBlocks = 2 ** 14;

/**
 * Byte strings one behind the other in blocks outside of the heap, so that millions of them cost the collector of garbage nothing.
 * Each is found by its position, a number below 2^32. Throws where there are more than 16 GiB.
 */
export class ByteStore {
  private readonly blocks: Buffer[] = [];
  private readonly words: Uint32Array[] = [];
  private used = 0;
  /** So many blocks were given back. */
  private freed = 0;

  /** Copies the first `length` of `bytes`. */
  add(bytes: Uint8Array, length: number): number {
    const last = this.blocks.at(-1);
    if (last === undefined || this.used + length > last.length) this.openBlock(length);
    const block = this.blocks.at(-1)!;
    const position = ((this.blocks.length - 1) * blockBytes + this.used) / 4;
    const start = this.used;
    if (length > 64) block.set(bytes.subarray(0, length), start);
    else for (let i = 0; i < length; i += 1) block[start + i] = bytes[i]!;
    this.used = (start + length + 3) & ~3;
    return position;
  }

  /** The block with the bytes at a position: they begin at `offsetOf(position)`. */
  blockOf(position: number): Buffer {
    return this.blocks[position >>> blockBits]!;
  }

  offsetOf(position: number): number {
    return (position & (blockWords - 1)) * 4;
  }

  /** The block as words of 32 bits: the bytes at a position begin with the word `wordOf(position)`. */
  wordsOf(position: number): Uint32Array {
    return this.words[position >>> blockBits]!;
  }

  wordOf(position: number): number {
    return position & (blockWords - 1);
  }

  /** Gives back the memory of all blocks before that of a position. Nobody may read these blocks any more; a small store keeps them. */
  freeBefore(position: number): void {
    if (this.blocks.length < leastToFree) return;
    const end = position >>> blockBits;
    for (; this.freed < end; this.freed += 1) {
      // Without this, blocks would stay until the collector of garbage looks for them, as they do in Node 20. But V8 throws away
      // compiled code when a buffer is taken from it for the first time.
      (this.blocks[this.freed]!.buffer as ArrayBuffer).transfer?.(0);
      this.blocks[this.freed] = Buffer.alloc(0);
      this.words[this.freed] = new Uint32Array(0);
    }
  }

  private openBlock(length: number): void {
    if (this.blocks.length === mostBlocks) throw new Error('a site has more than 16 GiB of addresses and texts');
    const usual = this.blocks.length === 0 ? firstBlockBytes : blockBytes;
    const block = Buffer.allocUnsafeSlow((Math.max(usual, length) + 3) & ~3);
    this.blocks.push(block);
    this.words.push(new Uint32Array(block.buffer, block.byteOffset, block.length >> 2));
    this.used = 0;
  }
}
