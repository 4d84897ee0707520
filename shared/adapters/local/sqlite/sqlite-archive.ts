/**
 * The state of a crawl for readers: while a process works on it, from read-only disks, as a different user. If there
 * is no journal nothing is written, neither to the file nor beside it.
 */
import { accessSync, chmodSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Refusal } from '../../../domain/refusal/refusal.ts';
import { systemFaultOf } from '../../../domain/refusal/system-fault.ts';
import type { Processes } from '../../../ports/ports.ts';
import { demandRescue, findJournalDamage, type JournalDamage } from './journal/journal-damage.ts';
import type { OpenWay } from './sqlite-open.ts';
import { type SqlitePaths, SqliteStore } from './sqlite-store.ts';

/** The methods that a reader may call. */
export type ArchiveStore = Pick<
  SqliteStore,
  | 'onlyCrawl'
  | 'verify'
  | 'readCrawl'
  | 'readSignatures'
  | 'readSites'
  | 'readSitesAfter'
  | 'readSite'
  | 'readChunks'
  | 'readLap'
  | 'listLinks'
  | 'sortedLinks'
  | 'linkTotals'
  | 'deletedCounts'
  | 'readSchedule'
  | 'readRewards'
  | 'readChoices'
  | 'claimsAfter'
  | 'deletedLinksAfter'
  | 'readEntries'
  | 'dueAddresses'
  | 'readMemory'
  | 'readSettings'
  | 'readRobots'
  | 'objects'
>;

export interface SqliteArchive {
  readonly store: ArchiveStore;
  /** The file that is read: a copy where the file of the crawl could not be opened. */
  readonly path: string;
  readonly way: OpenWay;
  /** Whether all that was read so far is the state of one time; else it is to be read again. */
  isWhole(): boolean;
  close(): void;
}

interface ArchivePaths {
  readonly crawl: string;
  /** The user's token table, where it is there and can be written. */
  readonly tokens: string | undefined;
  /** Asked where a journal is there: whether a process works on the crawl. */
  readonly isWorkedOn: () => boolean;
}

/**
 * Opens the state to be read. Throws if nothing of it can be. A damaged journal stays as it is for the next resume:
 * SQLite would clear it away.
 */
export function openSqliteArchive(paths: ArchivePaths, processes: Processes): SqliteArchive {
  const found = damageOf(paths);
  if (found !== undefined) return openDamaged(paths.crawl, found, processes);
  if (!hasJournal(paths.crawl)) return openFrozen(paths.crawl, processes);
  const ways = [
    ...(isWritable(paths.crawl) ? [() => openWithTokens(paths, processes)] : []),
    // Its journal's index is there: left by a process that was killed, or in use by another user's.
    () => openStore({ crawl: paths.crawl, tokens: undefined }, 'read', processes),
    () => openCopy(paths.crawl, processes),
  ];
  return firstThatOpens(ways);
}

/** A process that ends well leaves no journal: what it holds is in the file then. */
function hasJournal(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** A process that begins or ends meanwhile changes the files: what is found then counts for nothing. */
export function damageOf({ crawl, isWorkedOn }: Pick<ArchivePaths, 'crawl' | 'isWorkedOn'>): JournalDamage | undefined {
  if (!existsSync(`${crawl}-wal`) && !existsSync(`${crawl}-shm`)) return undefined;
  if (isWorkedOn()) return undefined;
  const before = stampsOf(crawl);
  const found = findJournalDamage(crawl);
  return stampsOf(crawl) === before && !isWorkedOn() ? found : undefined;
}

/** The last good state of a crawl whose journal is damaged. */
function openDamaged(crawl: string, found: JournalDamage, processes: Processes): SqliteArchive {
  demandRescue(crawl, found);
  const before = stampsOf(crawl);
  const isWhole = (): boolean => stampsOf(crawl) === before;
  const damages = [found.damage];
  if (found.rescue === 'leave-out') return { ...openFrozen(crawl, processes, damages), isWhole };
  return { ...openCopy(crawl, processes, damages), isWhole };
}

function isWritable(path: string): boolean {
  try {
    for (const each of [path, dirname(path)]) accessSync(each, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function firstThatOpens([open, ...others]: readonly (() => SqliteArchive)[]): SqliteArchive {
  try {
    return open!();
  } catch (error) {
    const kind = systemFaultOf(error)?.kind;
    if (others.length === 0 || kind === undefined || !['denied', 'full', 'broken'].includes(kind)) throw error;
    return firstThatOpens(others);
  }
}

/** The token table says only which hosts another crawl holds. If it cannot be opened, the state is read without the table. */
function openWithTokens(paths: ArchivePaths, processes: Processes): SqliteArchive {
  try {
    return openStore(paths, 'write', processes);
  } catch {
    return openStore({ ...paths, tokens: undefined }, 'write', processes);
  }
}

function openStore(paths: SqlitePaths, way: OpenWay, processes: Processes): SqliteArchive {
  const store = new SqliteStore({ ...paths, way }, processes);
  return { store, path: paths.crawl, way, isWhole: () => true, close: () => store.close() };
}

/** SQLite then neither locks the file nor looks for a journal; a process that begins to write meanwhile is noticed by the file itself. */
function openFrozen(crawl: string, processes: Processes, damages: readonly Refusal[] = []): SqliteArchive {
  const before = stampOf(crawl);
  const archive = openStore({ crawl, tokens: undefined, damages }, 'frozen', processes);
  return { ...archive, isWhole: () => stampOf(crawl) === before && !hasJournal(crawl) };
}

/** On a read-only disk SQLite cannot make the index of a journal: a copy elsewhere has it made. */
function openCopy(crawl: string, processes: Processes, damages: readonly Refusal[] = []): SqliteArchive {
  const folder = mkdtempSync(join(tmpdir(), 'orbweaver-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, 'crawl.db');
    const before = stampsOf(crawl);
    for (const end of ['', '-wal']) {
      copyFileSync(`${crawl}${end}`, `${copy}${end}`, constants.COPYFILE_FICLONE);
      chmodSync(`${copy}${end}`, 0o600);
    }
    const archive = openStore({ crawl: copy, tokens: undefined, damages }, 'write', processes);
    return {
      ...archive,
      isWhole: () => before === stampsOf(crawl),
      close: () => {
        archive.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Changes with every write; empty if there is no file. */
function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${found.mtimeNs} ${found.size} ${found.ino}`;
}

/** Of a database and its journal. */
function stampsOf(path: string): string {
  return `${stampOf(path)} ${stampOf(`${path}-wal`)}`;
}
