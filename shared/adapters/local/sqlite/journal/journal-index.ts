import { endianness } from 'node:os';
import { checksum } from './journal-frames.ts';

/**
 * What the index of a write-ahead log (`-shm`) tells after its last process was killed: how far the commits had come. SQLite
 * makes it anew as soon as the file is opened.
 */
export interface JournalIndex {
  /** Name of the log's life: 8 bytes. */
  readonly salts: Buffer;
  /** Frames of the log up to the last commit. */
  readonly committed: number;
  /** Frames whose pages are in the database. */
  readonly copied: number;
  /** Frames whose pages may be in the database: more than `copied` while they are being copied. */
  readonly begun: number;
}

/** The header is there twice; the second is written first (sqlite.org/walformat.html#the_wal_index_file_format). */
const headerBytes = 48;
const version = 3_007_000;
const copiedAt = 96;
const begunAt = 128;

/** Undefined where the index is not there or not whole. Its numbers are in the byte order of the machine. */
export function decodeIndex(bytes: Buffer): JournalIndex | undefined {
  if (bytes.length < begunAt + 4) return undefined;
  const header = [bytes.subarray(0, headerBytes), bytes.subarray(headerBytes, 2 * headerBytes)].find(isWhole);
  if (header === undefined) return undefined;
  const [copied, begun] = [numberAt(bytes, copiedAt), numberAt(bytes, begunAt)];
  return {
    salts: Buffer.from(header.subarray(32, 40)),
    committed: numberAt(header, 16),
    copied,
    begun: Math.max(copied, begun),
  };
}

const isLittleEndian = endianness() === 'LE';

function isWhole(header: Buffer): boolean {
  if (numberAt(header, 0) !== version || header[12] === 0) return false;
  const [one, two] = checksum(header.subarray(0, 40), [0, 0], isLittleEndian);
  return one === numberAt(header, 40) && two === numberAt(header, 44);
}

function numberAt(bytes: Buffer, at: number): number {
  return isLittleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
}
