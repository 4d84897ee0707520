import { giveBack } from './give-back.ts';

/** Size of a block. Positions count blocks. */
const blockBytes = 1 << 20;
const blockBits = 18;
const blockWords = 1 << blockBits;
/** Size of the first block: most sites are small. */
const firstBlockBytes = 1 << 14;
/** The first blocks are allocated one by one, later ones as parts of larger pieces. */
const singleBlocks = 32;
/**
 * A store of at most this many blocks gives no memory back: V8 throws away compiled code when a buffer is taken from it
 * for the first time.
 */
const fewBlocks = 8;
/** The C library requests a piece above 32 MiB directly from the system, and returns it at once when it is freed. */
const blocksOfPiece = 64;
/** Positions are kept in 32 bits, in units of four bytes. */
const mostBlocks = 2 ** 14;

/** Memory of several blocks. The blocks may have gaps between them, because a long text has its own block. */
interface Piece {
  readonly bytes: ArrayBuffer;
  readonly first: number;
  /** Number of the block behind its last block so far. */
  end: number;
  parts: number;
}

/**
 * Stores byte strings one after the other in blocks outside of the heap, so that millions of them cost the garbage
 * collector nothing. Each string is found by its position, a number below 2^32. Throws if there are more than 16 GiB.
 */
export class ByteStore {
  private readonly blocks: Buffer<ArrayBuffer>[] = [];
  private readonly words: Uint32Array[] = [];
  private used = 0;
  /** In the order of their blocks, without pieces that were given back. */
  private readonly pieces: Piece[] = [];
  /** Number of single blocks that were given back. */
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

  /** The block that holds the bytes of a position; they begin at `offsetOf(position)`. */
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

  /**
   * Gives back the memory of blocks and pieces before a position. Nobody may read these bytes any more. A small store
   * keeps all.
   */
  freeBefore(position: number): void {
    if (this.blocks.length <= fewBlocks) return;
    const end = position >>> blockBits;
    for (; this.freed < Math.min(end, singleBlocks); this.freed += 1) {
      const { buffer } = this.blocks[this.freed]!;
      this.setBlock(this.freed, Buffer.alloc(0));
      giveBack(buffer);
    }
    for (let piece = this.pieces[0]; piece !== undefined && piece.end <= end; piece = this.pieces[0]) {
      this.pieces.shift();
      for (let block = piece.first; block < piece.end; block += 1) this.setBlock(block, Buffer.alloc(0));
      giveBack(piece.bytes);
    }
  }

  private openBlock(length: number): void {
    const block = this.blocks.length;
    if (block >= mostBlocks) throw new Error('a site has more than 16 GiB of addresses and texts');
    this.used = 0;
    if (length > blockBytes) this.setBlock(block, Buffer.allocUnsafeSlow((length + 3) & ~3));
    else if (block === 0) this.setBlock(0, Buffer.allocUnsafeSlow(Math.max(firstBlockBytes, (length + 3) & ~3)));
    else if (block < singleBlocks) this.setBlock(block, Buffer.allocUnsafeSlow(blockBytes));
    else this.setBlock(block, this.partOfPiece(block));
  }

  /** The next part of the last piece, or the first one of a new piece. */
  private partOfPiece(block: number): Buffer<ArrayBuffer> {
    let piece = this.pieces.at(-1);
    if (piece === undefined || piece.parts === blocksOfPiece) {
      piece = { bytes: Buffer.allocUnsafeSlow(blocksOfPiece * blockBytes).buffer, first: block, end: block, parts: 0 };
      this.pieces.push(piece);
    }
    const part = Buffer.from(piece.bytes, piece.parts * blockBytes, blockBytes);
    piece.parts += 1;
    piece.end = block + 1;
    return part;
  }

  private setBlock(block: number, bytes: Buffer<ArrayBuffer>): void {
    this.blocks[block] = bytes;
    this.words[block] = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  }
}
