import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { systemFaultOf } from '../../domain/refusal/system-fault.ts';
import { makeFolder } from './files/make-folder.ts';
import { readRegular, writeAnew } from './files/regular-file.ts';
import { type LockHolder, lifeOf } from './machine-processes.ts';
import { hasNoLocks, isLocked, openSqlite, withSystemReason } from './sqlite/sqlite-open.ts';

/** A crawl directory belongs to one process. The lock is the system's: it ends with the process, however that ends. */
export interface DirectoryLock {
  readonly holder: LockHolder;
  release(): void;
}

const lockName = 'lock.db';
const ownerName = 'lock.pid';

/** A process that looks whether a directory is locked holds its lock for an instant. */
const patienceMs = 200;
/** A process that was killed has its lock until the system has taken its memory back. */
const dyingMs = 10_000;
/** The same where the system does not say whether a process is dying. */
const unknownMs = 1_000;

/** The files that a lock leaves in its directory. */
export const lockFiles: readonly string[] = [lockName, `${lockName}-journal`, ownerName];

/**
 * Takes the directory, which is made if it is not there; else the number of the process that has it. Throws ENOLCK if its disk
 * has no locks.
 */
export function lockDirectory(directory: string, lacksLocks = hasNoLocks): DirectoryLock | { readonly owner: number } {
  makeFolder(directory);
  const path = join(directory, lockName);
  const lock = openSqlite(path, 'write', patienceMs);
  try {
    if (!isTaken(lock, directory, lacksLocks)) {
      lock.close();
      return { owner: ownerOf(directory) };
    }
    writeAnew(join(directory, ownerName), `${process.pid}\n`);
    const { ino, birthtimeNs } = statSync(path, { bigint: true });
    return { holder: { file: `${ino}.${birthtimeNs}`, taking: randomUUID() }, release: () => lock.close() };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Waits for the lock of a dead or dying owner, not for the lock of a living owner. */
function isTaken(lock: DatabaseSync, directory: string, lacksLocks: typeof hasNoLocks): boolean {
  const began = performance.now();
  for (;;) {
    try {
      withSystemReason(join(directory, lockName), () => lock.exec('BEGIN EXCLUSIVE'), lacksLocks);
      return true;
    } catch (error) {
      if (!isLocked(error)) throw error;
    }
    if (performance.now() - began > patienceFor(ownerOf(directory))) return false;
  }
}

function patienceFor(owner: number): number {
  switch (lifeOf(owner)) {
    case 'alive':
      return 0;
    case 'dead':
      return dyingMs;
    case 'unknown':
      return unknownMs;
  }
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
    if (isLocked(error)) return true;
    // Nobody has a lock where there are none.
    if (systemFaultOf(error)?.kind !== 'unlocked') throw error;
    return false;
  } finally {
    lock.close();
  }
}

function ownerOf(directory: string): number {
  const path = join(directory, ownerName);
  return existsSync(path) ? Number.parseInt(readRegular(path), 10) : 0;
}
