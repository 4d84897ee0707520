import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from './make-folder.ts';
import { withSystemReason } from './sqlite/sqlite-reason.ts';

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
  const lock = withSystemReason(path, () => new DatabaseSync(path, { timeout: patienceMs }));
  try {
    withSystemReason(path, () => lock.exec('BEGIN EXCLUSIVE'));
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    return { owner: ownerOf(directory) };
  }
  writeFileSync(join(directory, ownerName), `${process.pid}\n`);
  return { release: () => lock.close() };
}

/** Whether a process works on the directory. */
export function isDirectoryLocked(directory: string): boolean {
  if (!existsSync(join(directory, lockName))) return false;
  const lock = new DatabaseSync(join(directory, lockName), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
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
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'latin1'), 10) : 0;
}

/** SQLITE_BUSY. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
