/**
 * Faults of the machine: a full or read-only disk, too many open files, a damaged file. They are detected by the codes
 * of the operating system (`code`) and of SQLite (`errcode`), which survive between threads.
 */
import { type Refusal, refusal } from './refusal.ts';

export type SystemFaultKind =
  | 'full'
  /** Reading or writing is not permitted. */
  | 'denied'
  /** A limit of this process or of the machine is reached. */
  | 'limit'
  /** The disk, or what is below it, failed. */
  | 'broken'
  | 'damaged'
  /** Another process uses it. */
  | 'busy'
  /** Its disk has no locks, so no process can have it alone. */
  | 'unlocked'
  | 'missing'
  /** The path is of another kind: a directory, a named pipe, a circle of links. */
  | 'unfit'
  /** The name is too long for a file. */
  | 'name';

export interface SystemFault {
  readonly kind: SystemFaultKind;
  /** `ENOSPC`, or SQLite's name for it. */
  readonly code: string;
  /** The fault in words: "the disk is full". */
  readonly words: string;
  /** File or folder, if the error names one. */
  readonly path?: string;
}

/** The codes that identify an error; plain data. */
export interface SystemCodes {
  readonly code?: string;
  readonly errcode?: number;
  readonly path?: string;
}

type Told = readonly [kind: SystemFaultKind, words: string];

const errnos: Readonly<Record<string, Told>> = {
  ENOSPC: ['full', 'the disk is full'],
  EDQUOT: ['full', "this user's part of the disk is full"],
  EROFS: ['denied', 'the disk is read-only'],
  EACCES: ['denied', 'permission is denied'],
  EPERM: ['denied', 'the system does not permit it'],
  EMFILE: ['limit', 'this process may have no more files and connections open'],
  ENFILE: ['limit', 'this machine has too many files open'],
  EFBIG: ['limit', 'a file may not grow any larger'],
  ENOMEM: ['limit', 'this machine has no memory left'],
  ENOBUFS: ['limit', 'this machine has no memory left for connections'],
  ERR_WORKER_OUT_OF_MEMORY: ['limit', "the thread that keeps the crawl's state has no memory left"],
  EAGAIN: ['limit', 'this user may start no more threads or processes'],
  EIO: ['broken', 'the disk failed'],
  ENODEV: ['broken', 'the disk is gone'],
  ENOTCONN: ['broken', 'the disk is gone'],
  ESTALE: ['broken', 'the disk is gone'],
  ENOLCK: ['unlocked', 'its disk has no locks'],
  EBUSY: ['busy', 'somebody else uses it'],
  ETXTBSY: ['busy', 'somebody else uses it'],
  ENOENT: ['missing', 'it is not there'],
  EEXIST: ['unfit', 'something else is there'],
  ENOTEMPTY: ['unfit', 'something else is there'],
  EISDIR: ['unfit', 'it is a directory'],
  ERR_FS_EISDIR: ['unfit', 'it is a directory'],
  ENOTDIR: ['unfit', 'a part of it is a file'],
  ELOOP: ['unfit', 'its links go round in a circle'],
  ENXIO: ['unfit', 'it is no regular file'],
  ENAMETOOLONG: ['name', 'its name is too long'],
};

/** Kinds of faults by SQLite's primary result code (sqlite.org/rescode.html). */
const sqliteCodes: Readonly<Record<number, readonly [name: string, ...Told]>> = {
  5: ['SQLITE_BUSY', 'busy', 'another process has it locked'],
  6: ['SQLITE_LOCKED', 'busy', 'another process has it locked'],
  7: ['SQLITE_NOMEM', 'limit', 'this machine has no memory left'],
  8: ['SQLITE_READONLY', 'denied', 'it may not be written'],
  10: ['SQLITE_IOERR', 'broken', 'the disk failed'],
  11: ['SQLITE_CORRUPT', 'damaged', 'it is damaged'],
  13: ['SQLITE_FULL', 'full', 'the disk is full'],
  14: ['SQLITE_CANTOPEN', 'denied', 'it cannot be opened'],
  26: ['SQLITE_NOTADB', 'damaged', 'it is no database'],
};

/** Kinds of SQLITE_IOERR that say more. SHMSIZE: there is no room for the index of the write-ahead log; the others are of locks. */
const ioErrors: Readonly<Record<number, readonly [name: string, ...Told]>> = {
  [10 | (19 << 8)]: sqliteCodes[13]!,
  ...Object.fromEntries(
    [8, 9, 14, 15].map(kind => [10 | (kind << 8), ['SQLITE_IOERR_LOCK', 'unlocked', 'its disk has no locks'] as const]),
  ),
};

/** The fault of the machine behind an error or one of its causes; undefined if there is none. */
export function systemFaultOf(error: unknown): SystemFault | undefined {
  const codes = systemCodesOf(error);
  if (codes === undefined) return undefined;
  const { code = '', errcode, path } = codes;
  const [name, kind, words] = errcode === undefined ? [code, ...errnos[code]!] : sqliteTold(errcode)!;
  return { kind, code: name, words, ...(path !== undefined && { path }) };
}

/** The codes of the first error in the chain of causes with known codes. */
export function systemCodesOf(error: unknown): SystemCodes | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errcode, path } = error as { code?: unknown; errcode?: unknown; path?: unknown };
  const of = typeof path === 'string' ? { path } : {};
  if (typeof errcode === 'number' && sqliteTold(errcode) !== undefined) return { errcode, ...of };
  const errno = errnoIn(code, error.message);
  return errno === undefined ? systemCodesOf(error.cause) : { code: errno, ...of };
}

/** If a thread cannot start, or the folder of a package cannot be read, only the end of the message has the reason. */
function errnoIn(code: unknown, message: string): string | undefined {
  if (/: too many open files\.?$/.test(message)) return 'EMFILE';
  const errno = code === 'ERR_WORKER_INIT_FAILED' ? /: (E[A-Z]+)$/.exec(message)?.[1] : code;
  return typeof errno === 'string' && Object.hasOwn(errnos, errno) ? errno : undefined;
}

function sqliteTold(errcode: number): readonly [name: string, ...Told] | undefined {
  return ioErrors[errcode] ?? sqliteCodes[errcode & 0xff];
}

/**
 * Says what is wrong and what helps. `directory`: the crawl's directory, named in place of files in it. `next`: what to
 * do after the repair.
 */
export function troubleWith({ kind, code, words: why, path }: SystemFault, directory: string, next?: string): Refusal {
  const named = path === undefined || path.startsWith(directory) ? directory : path;
  if (code === 'EMFILE') return refusal('open-files', { fault: code, next });
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return refusal('no-memory', { fault: code, next });
  if (code === 'EFBIG') return refusal('file-size', { path: named, fault: code, next });
  if (kind === 'unlocked') return refusal('no-locks', { path: path ?? directory, fault: code, next });
  if (kind === 'limit') return refusal('machine-limit', { why, fault: code, next });
  if (kind === 'full')
    return refusal(code === 'EDQUOT' ? 'quota-full' : 'disk-full', { path: named, fault: code, next });
  const file = path ?? directory;
  if (kind === 'damaged') return refusal('file-damaged', { path: file, fault: code, next });
  return refusal('file-unusable', { path: file, why, fault: code, next });
}
