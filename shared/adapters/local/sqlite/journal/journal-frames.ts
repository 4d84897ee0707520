/**
 * The part of a write-ahead log that SQLite would take, by its own rules (sqlite.org/fileformat2.html#walformat): it stops at the
 * first frame that is broken, without a word, and all commits behind it are lost.
 */

/** Bytes of the log from `at` on; fewer than `length` at its end. The bytes are good until the next call. */
export type ReadBytes = (at: number, length: number) => Buffer;

export interface WalkedFrames {
  /** Name of this life of the log, which gets a new one whenever it begins anew: 8 bytes. Absent: its header is broken. */
  readonly salts?: Buffer;
  /** Frames up to the last commit that SQLite believes. */
  readonly committed: number;
  /** Behind a broken frame comes a whole commit of the same life: the broken frame was whole when that was written. */
  readonly hasLostCommit: boolean;
}

const headerBytes = 32;
const frameHeaderBytes = 24;
/** Its last bit says the byte order of the numbers that the checksums add up. */
const magic = 0x377f0682;
const leastPage = 512;
const mostPage = 65_536;

/** Shorter, there is no frame. */
export const leastJournalBytes = headerBytes + frameHeaderBytes + leastPage;

type Sums = readonly [number, number];

export function walkFrames(read: ReadBytes): WalkedFrames {
  const header = Buffer.from(read(0, headerBytes));
  if (header.length < headerBytes) return { committed: 0, hasLostCommit: false };
  const addsLittleEndian = header.readUInt32BE(0) === magic;
  const pageBytes = header.readUInt32BE(8);
  const seed = checksum(header.subarray(0, 24), [0, 0], addsLittleEndian);
  const isPage = pageBytes >= leastPage && pageBytes <= mostPage && (pageBytes & (pageBytes - 1)) === 0;
  const hasMagic = (header.readUInt32BE(0) & ~1) === magic;
  if (!isPage || !hasMagic || !isEqual(seed, sumsAt(header, 24))) return { committed: 0, hasLostCommit: false };
  const salts = header.subarray(16, 24);
  return { salts, ...walkFrom(read, { salts, pageBytes, addsLittleEndian, seed }) };
}

interface Life {
  readonly salts: Buffer;
  readonly pageBytes: number;
  readonly addsLittleEndian: boolean;
  /** Checksum of the header, on which that of the first frame builds. */
  readonly seed: Sums;
}

/**
 * Behind the last commit there may be frames of a transaction that was never committed: they have no commit among them, so
 * only a whole commit speaks of a loss. Each frame's checksum builds on the frame before it, as that is written down.
 */
function walkFrom(read: ReadBytes, { salts, pageBytes, addsLittleEndian, seed }: Life): Omit<WalkedFrames, 'salts'> {
  const size = frameHeaderBytes + pageBytes;
  let before = seed;
  let isUnbroken = true;
  let committed = 0;
  for (let number = 1; ; number += 1) {
    const frame = read(headerBytes + (number - 1) * size, size);
    if (frame.length < size) return { committed, hasLostCommit: false };
    const isOfLife = frame.subarray(8, 16).equals(salts) && frame.readUInt32BE(0) !== 0;
    const sums = sumsAt(frame, 16);
    const head = checksum(frame.subarray(0, 8), before, addsLittleEndian);
    const isWhole = isOfLife && isEqual(checksum(frame.subarray(frameHeaderBytes), head, addsLittleEndian), sums);
    const isCommit = frame.readUInt32BE(4) !== 0;
    isUnbroken &&= isWhole;
    if (isWhole && isCommit && !isUnbroken) return { committed, hasLostCommit: true };
    if (isWhole && isCommit) committed = number;
    before = sums;
  }
}

/** The checksum of SQLite's log: two sums over pairs of 32-bit numbers, on top of `before`. */
export function checksum(bytes: Buffer, [one, two]: Sums, isLittleEndian: boolean): Sums {
  let [first, second] = [one, two];
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + (isLittleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)) + second) >>> 0;
    second = (second + (isLittleEndian ? bytes.readUInt32LE(at + 4) : bytes.readUInt32BE(at + 4)) + first) >>> 0;
  }
  return [first, second];
}

function sumsAt(bytes: Buffer, at: number): Sums {
  return [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
}

function isEqual([a, b]: Sums, [c, d]: Sums): boolean {
  return a === c && b === d;
}
