import { pipeline } from 'node:stream';
import { constants, crc32, createInflateRaw, gunzipSync, inflateRawSync } from 'node:zlib';
import { memberHead } from '../../../domain/http/gzip-member.ts';
import type { ArchiveFile } from './archive-file.ts';

/** Members of gzip files of any length, in bounded memory. */

/** The sizes that most members fit into, packed and unpacked: they are unpacked in one call. */
const smallBytes = { packed: 64 * 1024, unpacked: 1024 * 1024 };
const mostHeadBytes = 4 * 1024;
/** Of the first 32 KiB: no data is packed better than 1 to 1,032. */
const mostUnpacked = 34 * 1024 * 1024;
const trailerBytes = 8;
/** Of a whole member: head, two packed bytes and trailer. */
const leastBytes = 20;
const mark = Buffer.from([0x1f, 0x8b, 8]);
const pieceBytes = 256 * 1024;

export function isMember(file: ArchiveFile, offset: number): boolean {
  return memberHead(file.bytesAt(offset, mostHeadBytes)) !== undefined;
}

export interface SmallMember {
  readonly data: Buffer;
  /** Where it ends in the file. */
  readonly end: number;
}

/** Small members of a file, requested in order: those that lie side by side are unpacked by one call, which costs a tenth. */
export class SmallMembers {
  readonly #file: ArchiveFile;
  #unpacked: ReadonlyMap<number, SmallMember> = new Map();
  #unpackedTo = 0;

  constructor(file: ArchiveFile) {
    this.#file = file;
  }

  /** The member at `offset`; undefined if it is large. Throws if it is damaged. */
  at(offset: number): SmallMember | undefined {
    if (offset >= this.#unpackedTo) {
      this.#unpacked = membersFrom(this.#file, offset);
      this.#unpackedTo = [...this.#unpacked.values()].at(-1)?.end ?? offset + smallBytes.packed;
    }
    return this.#unpacked.get(offset) ?? smallMember(this.#file, offset);
  }
}

/** By where they begin. A member ends where the next one seems to begin; none is accepted unless the lengths and sums of all agree. */
function membersFrom(file: ArchiveFile, offset: number): ReadonlyMap<number, SmallMember> {
  const packed = file.bytesAt(offset, smallBytes.packed);
  const members = new Map<number, SmallMember>();
  const ends = beginningsBehind(packed);
  const data = gunzipped(packed.subarray(0, ends.at(-1) ?? 0));
  let [start, from] = [0, 0];
  for (const end of ends) {
    const part = data.subarray(from, from + packed.readUInt32LE(end - 4));
    if (crc32(part) !== packed.readUInt32LE(end - trailerBytes)) return new Map();
    members.set(offset + start, { data: part, end: offset + end });
    [start, from] = [end, from + part.length];
  }
  return from === data.length ? members : new Map();
}

/** Where members seem to begin, without the first. */
function beginningsBehind(packed: Buffer): readonly number[] {
  const found: number[] = [];
  for (let at = packed.indexOf(mark, leastBytes); at >= 0; at = packed.indexOf(mark, at + leastBytes)) found.push(at);
  return found;
}

/** Nothing if the run is damaged or large: then its members are read one by one. */
function gunzipped(packed: Buffer): Buffer {
  try {
    return gunzipSync(packed, { maxOutputLength: smallBytes.unpacked });
  } catch {
    return packed.subarray(0, 0);
  }
}

function smallMember(file: ArchiveFile, offset: number): SmallMember | undefined {
  const start = packedStart(file, offset);
  const packed = file.bytesAt(start, smallBytes.packed);
  try {
    const { buffer: data, engine } = inflated(packed, { maxOutputLength: smallBytes.unpacked });
    demandSum(file, start + engine.bytesWritten, crc32(data));
    return { data, end: start + engine.bytesWritten + trailerBytes };
  } catch (error) {
    if (!isOf(error, 'ERR_BUFFER_TOO_LARGE') && !isOf(error, 'Z_BUF_ERROR')) throw error;
    return undefined;
  }
}

/**
 * The first `least` bytes of the content of the member at `offset`, or the whole content. Fewer if the member is damaged, or packs
 * more than pages do.
 */
export function memberStart(file: ArchiveFile, offset: number, least: number): Buffer {
  const start = packedStart(file, offset);
  let data: Buffer = Buffer.alloc(0);
  for (let window = Math.min(Math.max(least, 1024), smallBytes.packed / 2); ; window *= 4) {
    const packed = file.bytesAt(start, window);
    try {
      const { buffer, engine } = inflated(packed, {
        maxOutputLength: Math.max(2 * least, mostUnpacked),
        finishFlush: constants.Z_SYNC_FLUSH,
      });
      data = buffer;
      if (data.length >= least || packed.length < window || engine.bytesWritten < packed.length) return data;
    } catch {
      return data;
    }
  }
}

/** Bytes of the member at `offset`, some at a time. `ended` is called with its end, which lies behind that of the file where the file is cut. Throws if it is damaged. */
export async function* memberPieces(
  file: ArchiveFile,
  offset: number,
  ended: (end: number) => void,
): AsyncGenerator<Buffer, void> {
  const start = packedStart(file, offset);
  const inflate = createInflateRaw({ chunkSize: pieceBytes });
  // A failure of the file destroys `inflate`, whose reader hears of it below.
  pipeline(piecesOf(file, start), inflate, () => undefined);
  let sum = 0;
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      sum = crc32(piece, sum);
      yield piece;
    }
  } catch (error) {
    if (!isOf(error, 'Z_BUF_ERROR')) throw error;
    return ended(file.size + 1);
  }
  demandSum(file, start + inflate.bytesWritten, sum);
  ended(start + inflate.bytesWritten + trailerBytes);
}

function packedStart(file: ArchiveFile, offset: number): number {
  return offset + (memberHead(file.bytesAt(offset, mostHeadBytes))?.headBytes ?? 0);
}

function inflated(packed: Buffer, options: { maxOutputLength: number; finishFlush?: number }) {
  return inflateRawSync(packed, { ...options, info: true }) as unknown as {
    readonly buffer: Buffer;
    readonly engine: { readonly bytesWritten: number };
  };
}

/** A file that is cut in the trailer has lost nothing of what the member holds. */
function demandSum(file: ArchiveFile, at: number, sum: number): void {
  const trailer = file.bytesAt(at, trailerBytes);
  if (trailer.length === trailerBytes && trailer.readUInt32LE(0) !== sum) throw new Error('the check sum is wrong');
}

function isOf(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}

function* piecesOf(file: ArchiveFile, start: number): Generator<Buffer> {
  for (let at = start; at < file.size; at += pieceBytes) yield file.bytesAt(at, pieceBytes);
}
