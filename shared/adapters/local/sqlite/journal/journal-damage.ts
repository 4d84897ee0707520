import { closeSync, existsSync, fstatSync, readSync, renameSync, rmSync } from 'node:fs';
import { endianness } from 'node:os';
import { basename } from 'node:path';
import { BadInput, type Refusal, refusal } from '../../../../domain/refusal/refusal.ts';
import { openRegular } from '../../files/regular-file.ts';
import { checksum, leastJournalBytes, type ReadBytes, type WalkedFrames, walkFrames } from './journal-frames.ts';

/** The write-ahead log of a database is not what its last process left. */
export interface JournalDamage {
  readonly damage: Refusal;
  /**
   * How the last good state is had. `believe`: SQLite goes back to it by itself; `leave-out`: it is in the database, and what
   * the log has is older or another's; `none`: pages were just being copied, so the database is of no one time.
   */
  readonly rescue: 'believe' | 'leave-out' | 'none';
}

/**
 * The damage to the log of the database `path` since its last process ended, however that was. Undefined: nothing was lost. No
 * process may have the database open. SQLite passes over a broken log without a word, and forgets the index that speaks of it as
 * soon as it opens the database; so this is asked before.
 */
export function findJournalDamage(path: string): JournalDamage | undefined {
  const index = readIndex(`${path}-shm`);
  const { size, walked } = walkFile(`${path}-wal`);
  return judgeJournal(basename(`${path}-wal`), { size, walked, index });
}

/** Throws `BadInput` where the database `path` has no good state. */
export function demandRescue(path: string, { rescue, damage }: JournalDamage): void {
  if (rescue !== 'none') return;
  const why = `pages were being copied into it when its process ended, and ${String(damage.allowed!['file'])} is damaged`;
  throw new BadInput([refusal('crawl-file-damaged', { file: path, why })]);
}

/** Takes a log out of the way that SQLite must not believe. It stays beside the database. */
export function leaveOut(path: string): void {
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${path}-wal${asideEnd}`);
  rmSync(`${path}-shm`, { force: true });
}

/** How the name of a log ends that was left out. */
const asideEnd = '.damaged';

/** Lives of a log, at most, that we believe to follow each other. Another log has a random number of 32 bits. */
const mostLives = 1_000_000;

interface FoundJournal {
  /** Bytes of the log; 0 if there is none. */
  readonly size: number;
  readonly walked: WalkedFrames;
  readonly index: JournalIndex | undefined;
}

/** The same from what is in the files. */
export function judgeJournal(file: string, { size, walked, index: found }: FoundJournal): JournalDamage | undefined {
  // A failure of the power may leave an index of before: then it says nothing.
  const index = found !== undefined && isEarlierLife(found.salts, walked.salts) ? undefined : found;
  if (index === undefined) {
    const isBroken = walked.salts === undefined && size >= leastJournalBytes;
    if (!isBroken && !walked.hasLostCommit) return undefined;
    return { damage: refusal('journal-damaged', { file, why: 'its checksums do not fit' }), rescue: 'believe' };
  }
  const { committed, copied, begun } = index;
  const isSameLife = walked.salts?.equals(index.salts) === true;
  const believed = isSameLife ? walked.committed : 0;
  if (believed >= committed || (size === 0 && copied >= committed)) return undefined;
  const damage = refusal('journal-damaged', { file, why: whyOf(size, walked, isSameLife) });
  if (isSameLife && believed >= begun) return { damage, rescue: 'believe' };
  return { damage, rescue: begun <= copied ? 'leave-out' : 'none' };
}

function whyOf(size: number, { salts }: WalkedFrames, isSameLife: boolean): string {
  if (size === 0) return 'it is missing or empty';
  if (salts === undefined || isSameLife) return 'it was cut short, or its checksums do not fit';
  return 'it belongs to another file or to an earlier time';
}

/** Each life's first number is that of the life before and one. */
function isEarlierLife(known: Buffer, found: Buffer | undefined): boolean {
  if (found === undefined) return false;
  const lives = (found.readUInt32BE(0) - known.readUInt32BE(0)) >>> 0;
  return lives >= 1 && lives <= mostLives;
}

/** Read at once: a log has 4 MB as a rule, and more only while somebody reads the crawl. */
const readAhead = 1 << 20;

function walkFile(path: string): Pick<FoundJournal, 'size' | 'walked'> {
  const file = openIfThere(path);
  if (file === undefined) return { size: 0, walked: { committed: 0, hasLostCommit: false } };
  try {
    return { size: fstatSync(file).size, walked: walkFrames(aheadReader(file)) };
  } finally {
    closeSync(file);
  }
}

/** Reads a file from its beginning to its end, a large piece at a time. */
function aheadReader(file: number): ReadBytes {
  const piece = Buffer.alloc(readAhead);
  let [from, length] = [0, 0];
  return (at, wanted) => {
    if (at < from || at + wanted > from + length) {
      from = at;
      length = readSync(file, piece, 0, readAhead, at);
    }
    return piece.subarray(at - from, Math.min(at - from + wanted, length));
  };
}

/** The index of the first 4,096 frames has the numbers. */
const indexBytes = 136;

function readIndex(path: string): JournalIndex | undefined {
  const file = openIfThere(path);
  if (file === undefined) return undefined;
  try {
    const bytes = Buffer.alloc(indexBytes);
    return decodeIndex(bytes.subarray(0, readSync(file, bytes, 0, indexBytes, 0)));
  } finally {
    closeSync(file);
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openRegular(path);
  } catch (error) {
    // A log that this process may not read SQLite will refuse; the index belongs to processes that write.
    if (['ENOENT', 'EACCES', 'EPERM'].includes(String((error as NodeJS.ErrnoException).code))) return undefined;
    throw error;
  }
}

/**
 * The index of a write-ahead log (`-shm`) after its last process was killed: how far the commits had come. SQLite makes it anew
 * as soon as the file is opened.
 */
interface JournalIndex {
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

/** Undefined if the index is not there or not whole. Its numbers are in the byte order of the machine. */
function decodeIndex(bytes: Buffer): JournalIndex | undefined {
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
