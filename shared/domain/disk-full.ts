/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: there is no room for the index of the write-ahead log. */
const sqliteFull: readonly unknown[] = [13, 10 | (19 << 8)];

/**
 * Whether an error says that the disk is full: ENOSPC, a used-up quota, or SQLite's words for it, in the error or in its
 * cause. An error that came from another thread says it by its `diskFull`.
 */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode, diskFull } = error as { code?: unknown; errcode?: unknown; diskFull?: unknown };
  if (typeof diskFull === 'boolean') return diskFull;
  return code === 'ENOSPC' || code === 'EDQUOT' || sqliteFull.includes(errcode) || isDiskFull(error.cause);
}
