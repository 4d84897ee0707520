/**
 * Reads and writes files of directories that come from an untrusted source. Instead of an expected file there may be a named pipe, which would block
 * its reader, an endless device, or a link to elsewhere. None of them is read or written.
 */
import * as fs from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Opening a named pipe with it waits for nobody. Not on every system; there pipes have no names in folders. */
const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_WRONLY } = fs.constants;

/** Opened to be read. Throws ENXIO or EISDIR, with the path, for anything but a regular file. */
export function openRegular(path: string): number {
  return demandedRegular(path, fs.openSync(path, O_RDONLY | O_NONBLOCK));
}

/** Opened to be appended to, and made if it is not there. Throws as `openRegular`, for links too. */
export function openAppended(path: string): number {
  return demandedRegular(path, fs.openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o666));
}

export async function openRegularHandle(path: string): Promise<FileHandle> {
  const file = await open(path, O_RDONLY | O_NONBLOCK);
  const found = await file.stat();
  if (found.isFile()) return file;
  await file.close();
  throw notRegular(path, found.isDirectory());
}

/** The UTF-8 text of a file. Throws as `openRegular`. */
export function readRegular(path: string): string {
  const file = openRegular(path);
  try {
    return fs.readFileSync(file, 'utf8');
  } finally {
    fs.closeSync(file);
  }
}

/** Writes a file in place of whatever has its name. Throws if that is a directory. */
export function writeAnew(path: string, text: string, mode = 0o666): void {
  fs.rmSync(path, { force: true });
  fs.writeFileSync(path, text, { flag: 'wx', mode });
}

/** The same in one step: a reader sees the old file or the whole new file. */
export function replaceFile(path: string, text: string, mode?: number): void {
  writeAnew(`${path}.part`, text, mode);
  fs.renameSync(`${path}.part`, path);
}

/** Throws as `openRegular` where something else than a regular file has one of these names; they need not be there. */
export function demandRegular(paths: readonly string[]): void {
  for (const path of paths) {
    const found = fs.statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && !found.isFile()) throw notRegular(path, found.isDirectory());
  }
}

function demandedRegular(path: string, file: number): number {
  const found = fs.fstatSync(file);
  if (found.isFile()) return file;
  fs.closeSync(file);
  throw notRegular(path, found.isDirectory());
}

function notRegular(path: string, isDirectory: boolean): Error {
  const code = isDirectory ? 'EISDIR' : 'ENXIO';
  return Object.assign(new Error(`${code}: ${path} is no regular file`), { code, path });
}
