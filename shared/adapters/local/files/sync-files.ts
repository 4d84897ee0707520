/** Forces files to the disk. A file renamed or made in a folder is there after a power failure once the folder is synced. */
import { closeSync, fdatasync, fsync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { sideBySide } from '../../../domain/side-by-side.ts';

/** Calls that wait for the disk, by the number of an open file. All else that is done to a file takes less time than a call to another thread. */
export const disk = { force: promisify(fsync), forceData: promisify(fdatasync) };

/** Syncs at once: the file system writes the changes of many files with the same record of its journal. */
const syncsAtOnce = 4;

/** Folders cannot be synced on every system; there the system looks after them itself. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await syncFile(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EISDIR' && code !== 'EPERM' && code !== 'EINVAL' && code !== 'EACCES') throw error;
  }
}

/** After `mkdir` made the folders from `first` down to `last`: each is in the one above it. */
export async function syncNewFolders(first: string, last: string): Promise<void> {
  for (let folder = dirname(last); folder.length >= dirname(first).length; folder = dirname(folder)) {
    await syncFolder(folder);
    if (folder === dirname(folder)) return;
  }
}

/** From so many files on their whole file system is forced at once: 0.4 s in place of 3 s for 36,000 files. */
const manyFiles = 1_000;

/** Files of `folder` by their names in it, and the folders that they are in. */
export async function syncFiles(folder: string, names: readonly string[]): Promise<void> {
  const folders = [...new Set([...names.map(name => dirname(join(folder, name))), folder])];
  if (names.length >= manyFiles && (await syncFileSystems(folders))) return;
  await sideBySide(names, syncsAtOnce, async name => await syncFile(join(folder, name)));
  for (const each of folders) await syncFolder(each);
}

/** Node has no syncfs(2). False without the command, and where it fails: then a call for each file reports why. */
async function syncFileSystems(folders: readonly string[]): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  // Loaded when it is needed: each crawl starts with this file.
  const { execFile } = await import('node:child_process');
  try {
    await promisify(execFile)('sync', ['-f', '--', ...folders]);
    return true;
  } catch {
    return false;
  }
}

async function syncFile(path: string): Promise<void> {
  const file = openSync(path, 'r');
  try {
    await disk.force(file);
  } finally {
    closeSync(file);
  }
}
