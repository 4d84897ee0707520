import { accessSync, closeSync, constants, openSync, readSync, rmSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { demandRegular } from '../files/regular-file.ts';

/** `read`: the file is not written. `frozen`: nor any file beside it; there is no journal, and nobody writes. */
export type OpenWay = 'write' | 'read' | 'frozen';

/** A connection. Throws for what is no regular file, which could hold SQLite up for ever. */
export function openSqlite(path: string, way: OpenWay, patienceMs: number): DatabaseSync {
  if (path !== ':memory:') {
    demandRegular([path, `${path}-journal`, `${path}-wal`, `${path}-shm`]);
    // SQLite would only say that it cannot be opened.
    if (way !== 'write') accessSync(path, constants.R_OK);
  }
  const options = { readOnly: way !== 'write', timeout: patienceMs };
  return withSystemReason(path, () => new DatabaseSync(way === 'frozen' ? frozenAddress(path) : path, options));
}

/** sqlite.org/uri.html: neither locks nor a journal are searched for. */
function frozenAddress(path: string): URL {
  const address = pathToFileURL(resolve(path));
  address.search = '?immutable=1';
  return address;
}

/** SQLITE_CANTOPEN (14), and SQLITE_IOERR (10), of which opening is one kind. */
const openingFailed: readonly number[] = [10, 14];

/** A database, its journal, the journal's index, and their folder. */
const filesOfDatabase = 4;

/** SQLITE_CORRUPT. */
const corrupt = 11;

/**
 * Bits that flipped within a value are none of SQLite's checks: the value is what it was written as, or the file is damaged
 * (an error as SQLite's own).
 */
export function damagedValue(why: string): Error {
  return Object.assign(new Error(`a value of the file is damaged: ${why}`), { errcode: corrupt, path: 'crawl.db' });
}

/**
 * The result of `work` on the database `path`. Errors of SQLite name no file, so the path is added here. SQLite also does not say
 * when it ran out of file handles: then the error of the system is thrown (EMFILE, ENFILE). On a disk without locks it says that
 * another process has the file: then ENOLCK is thrown. An integer above 2^53 is nothing that we write.
 */
export function withSystemReason<T>(path: string, work: () => T, lacksLocks: typeof hasNoLocks = hasNoLocks): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if ('code' in error && error.code === 'ERR_OUT_OF_RANGE') throw damagedValue(error.message);
    if (!('errcode' in error)) throw error;
    if (error.errcode === corrupt && path !== ':memory:') demandReadable(path);
    if (openingFailed.includes(Number(error.errcode) & 0xff)) demandFreeFiles();
    if (isLocked(error) && path !== ':memory:' && lacksLocks(dirname(path)))
      throw Object.assign(new Error('ENOLCK: no locks available', { cause: error }), { code: 'ENOLCK', path });
    throw Object.assign(error, { path });
  }
}

/** SQLite says that a file is damaged where the disk cannot read it (SQLITE_IOERR_CORRUPTFS). Throws the error of the system then. */
function demandReadable(path: string): void {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const piece = new Uint8Array(1 << 20);
    while (readSync(file, piece) > 0);
  } catch (error) {
    throw Object.assign(error as Error, { path });
  } finally {
    closeSync(file);
  }
}

/** SQLITE_BUSY. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}

/** Whether a file that no other process knows cannot be locked in `folder`. False if the folder takes no file. */
export function hasNoLocks(folder: string): boolean {
  const path = join(folder, `.orbweaver-${process.pid}.lock`);
  try {
    const database = new DatabaseSync(path, { timeout: 0 });
    try {
      database.exec('BEGIN EXCLUSIVE');
      return false;
    } finally {
      database.close();
      rmSync(path, { force: true });
    }
  } catch (error) {
    return isLocked(error);
  }
}

function demandFreeFiles(): void {
  const opened: number[] = [];
  try {
    while (opened.length < filesOfDatabase) opened.push(openSync(devNull, 'r'));
  } finally {
    for (const file of opened) closeSync(file);
  }
}
