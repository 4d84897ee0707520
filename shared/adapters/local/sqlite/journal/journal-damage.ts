import { closeSync, existsSync, fstatSync, readSync, renameSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { BadInput, type Refusal, refusal } from '../../../../domain/refusal/refusal.ts';
import { openRegular } from '../../files/regular-file.ts';
import { leastJournalBytes, type ReadBytes, type WalkedFrames, walkFrames } from './journal-frames.ts';
import { decodeIndex, type JournalIndex } from './journal-index.ts';

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
 * What has become of the log of the database `path` since its last process ended, however that was. Undefined: nothing was
 * lost. No process may have the database open. SQLite passes over a broken log without a word, and forgets the index that
 * tells of it as soon as it opens the database; so this is asked before.
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

/** Lives of one log that are believed to follow one another, at most. Another log has a random number of 32 bits. */
const mostLives = 1_000_000;

interface FoundJournal {
  /** Bytes of the log; 0 where there is none. */
  readonly size: number;
  readonly walked: WalkedFrames;
  readonly index: JournalIndex | undefined;
}

/** The same from what is in the files. */
export function judgeJournal(file: string, { size, walked, index: found }: FoundJournal): JournalDamage | undefined {
  // A failure of the power may leave an index of before: then it tells nothing.
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
    // Who may not read the log will be told by SQLite; the index belongs to processes that write.
    if (['ENOENT', 'EACCES', 'EPERM'].includes(String((error as NodeJS.ErrnoException).code))) return undefined;
    throw error;
  }
}
