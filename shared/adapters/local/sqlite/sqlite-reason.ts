import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** SQLITE_CANTOPEN (14), and SQLITE_IOERR (10), of which opening is one kind. */
const openingFailed: readonly number[] = [10, 14];

/** A database, its journal, the journal's index, and their folder. */
const filesOfDatabase = 4;

/**
 * What `work` does with the database `path`. Errors of SQLite name no file, so the path is added here. SQLite also does
 * not tell when it ran out of file handles: then the error of the system is thrown (EMFILE, ENFILE).
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
