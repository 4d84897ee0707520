import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** SQLITE_CANTOPEN (14), and SQLITE_IOERR (10), of which opening is one kind. */
const openingFailed: readonly number[] = [10, 14];

/** A database, its journal, the journal's index, and their folder. */
const filesOfDatabase = 4;

/**
 * What `work` does with the database `path`. SQLite names no file in its errors, so that the path is put there; and it does
 * not say when it was for want of free files that one could not be opened: then the system's error is thrown (EMFILE, ENFILE).
 */
export function withSystemReason<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error)) throw error;
    if (openingFailed.includes(Number(error.errcode) & 0xff)) demandFreeFiles();
    throw Object.assign(error, { path });
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
