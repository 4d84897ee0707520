import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './files/make-folder.ts';
import { readRegular, writeAnew } from './files/regular-file.ts';
import { openSqlite, withSystemReason } from './sqlite/sqlite-open.ts';

/** A crawl directory belongs to one process. The lock is the system's: it ends with the process, however that ends. */
export interface DirectoryLock {
  release(): void;
}

const lockName = 'lock.db';
const ownerName = 'lock.pid';

/** Who looks whether a directory is locked holds its lock for an instant. */
const patienceMs = 200;

/** What a lock leaves in its directory. */
export const lockFiles: readonly string[] = [lockName, `${lockName}-journal`, ownerName];

/** Takes the directory, which is made if it is not there; else the number of the process that has it. */
export function lockDirectory(directory: string): DirectoryLock | { readonly owner: number } {
  makeFolder(directory);
  const path = join(directory, lockName);
  const lock = openSqlite(path, 'write', patienceMs);
  try {
    withSystemReason(path, () => lock.exec('BEGIN EXCLUSIVE'));
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    return { owner: ownerOf(directory) };
  }
  try {
    writeAnew(join(directory, ownerName), `${process.pid}\n`);
  } catch (error) {
    lock.close();
    throw error;
  }
  return { release: () => lock.close() };
}

/** Whether a process works on the directory. Writes nothing, so that it can be asked of read-only disks. */
export function isDirectoryLocked(directory: string): boolean {
  const path = join(directory, lockName);
  if (!existsSync(path)) return false;
  const lock = openSqlite(path, 'read', 0);
  try {
    withSystemReason(path, () => lock.prepare('SELECT 1 FROM sqlite_schema').get());
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    lock.close();
  }
}

function ownerOf(directory: string): number {
  const path = join(directory, ownerName);
  return existsSync(path) ? Number.parseInt(readRegular(path), 10) : 0;
}

/** SQLITE_BUSY. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
