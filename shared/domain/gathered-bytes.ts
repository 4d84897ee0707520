import { giveBack } from './give-back.ts';

const FIRST_BLOCK = 4096;
const LARGEST_BLOCK = 1 << 20;
const EMPTY = new Uint8Array(0);
/** Memory of bytes that were joined here: only the caller of `take` has it. */
const joinedMemory = new WeakSet<ArrayBufferLike>();

/**
 * Collects bytes that arrive in pieces of any size. Uses at most 2.5 times their number plus 4 KB of memory, also while
 * `take` copies: a `Buffer` of one byte takes a hundred bytes, and may keep 64 KB of a socket alive, so pieces are
 * copied into blocks. Only a first piece that fills at least half of its memory is kept as it is, because most bodies
 * are one piece.
 */
export class GatheredBytes {
  size = 0;
  private first: Uint8Array | undefined;
  private blocks: Uint8Array<ArrayBuffer>[] = [];
  private open: Uint8Array<ArrayBuffer> = EMPTY;
  /** Used bytes of `open`; the blocks before it are full. */
  private used = 0;
  private readonly givesBack: boolean;

  /**
   * `givesBack`: `take` gives back each block after copying it. The first such call makes V8 throw compiled code away.
   */
  constructor(givesBack = false) {
    this.givesBack = givesBack;
  }

  /** The piece may be kept without a copy, so it must not change afterwards. */
  add(piece: Uint8Array): void {
    const isFirst = this.size === 0;
    this.size += piece.byteLength;
    if (isFirst && isFitting(piece)) {
      this.first = piece;
      return;
    }
    if (this.first !== undefined) this.copy(this.first);
    this.first = undefined;
    this.copy(piece);
  }

  /**
   * All bytes, or the first `most`, in memory of their size or up to twice that; the collection is empty afterwards.
   */
  take(most = this.size): Uint8Array {
    const bytes = this.first === undefined ? this.joined(most) : fitted(this.first.subarray(0, most));
    this.clear();
    return bytes;
  }

  clear(): void {
    this.size = 0;
    this.first = undefined;
    this.blocks = [];
    this.open = EMPTY;
    this.used = 0;
  }

  private copy(piece: Uint8Array): void {
    let rest = piece;
    while (rest.byteLength > 0) {
      if (this.used === this.open.byteLength) this.openBlock(rest.byteLength);
      const room = this.open.byteLength - this.used;
      const part = rest.byteLength <= room ? rest : rest.subarray(0, room);
      this.open.set(part, this.used);
      this.used += part.byteLength;
      if (part === rest) return;
      rest = rest.subarray(room);
    }
  }

  /** Opens a block of a quarter of the present size, so that little of it stays empty. */
  private openBlock(needed: number): void {
    const quarter = Math.min(Math.max(this.size >> 2, FIRST_BLOCK), LARGEST_BLOCK);
    this.open = Buffer.allocUnsafeSlow(Math.max(quarter, Math.min(needed, LARGEST_BLOCK)));
    this.used = 0;
    this.blocks.push(this.open);
  }

  private joined(most: number): Uint8Array {
    const bytes = Buffer.allocUnsafeSlow(Math.min(most, this.size));
    let at = 0;
    for (const block of this.blocks) {
      const part = block.subarray(0, bytes.byteLength - at);
      bytes.set(part, at);
      at += part.byteLength;
      if (this.givesBack) giveBack(block.buffer);
    }
    joinedMemory.add(bytes.buffer);
    return bytes;
  }
}

/**
 * Gives back the memory of bytes that `take` joined. The caller must be the last reader: the bytes are empty
 * afterwards. Other bytes are left alone, because others may use their memory. Without this call the garbage collector
 * frees old bodies late.
 */
export function releaseJoined(bytes: Uint8Array): void {
  if (joinedMemory.delete(bytes.buffer)) giveBack(bytes.buffer as ArrayBuffer);
}

/** The same bytes; copied if their memory is more than twice their size. */
export function fitted(bytes: Uint8Array): Uint8Array {
  if (isFitting(bytes)) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength);
  copy.set(bytes);
  return copy;
}

function isFitting(bytes: Uint8Array): boolean {
  return bytes.byteLength * 2 >= bytes.buffer.byteLength;
}

/**
 * Reads a stream; no stream has no bytes. Reading stops when there are more than `most` bytes: the result is then
 * longer than `most`, too. `givesBack`: as in `GatheredBytes`.
 */
export async function gatherBytes(
  pieces: AsyncIterable<Uint8Array> | null | undefined,
  most = Number.POSITIVE_INFINITY,
  givesBack = false,
): Promise<Uint8Array> {
  const gathered = new GatheredBytes(givesBack);
  for await (const piece of pieces ?? []) {
    gathered.add(piece);
    if (gathered.size > most) break;
  }
  return gathered.take();
}
