import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder with its parents, and throws the error of the system where the folder cannot be written. Folder by
 * folder: Node's `recursive` tries for ever where nothing can be made in a parent that exists (`/proc`, Node 24), and
 * tells of a read-only disk that the folder is not there.
 */
export function makeFolder(folder: string): void {
  makeWithParents(folder);
  if (!statSync(folder).isDirectory()) throw Object.assign(new Error(`${folder} is a file`), { code: 'ENOTDIR' });
  accessSync(folder, constants.W_OK);
}

function makeWithParents(folder: string): void {
  if (tryMake(folder) || dirname(folder) === folder) return;
  makeWithParents(dirname(folder));
  if (!tryMake(folder)) throw Object.assign(new Error(`${folder} cannot be made`), { code: 'ENOENT', path: folder });
}

/** False where its parent is not there. */
function tryMake(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'EISDIR') return true;
    if (code === 'ENOENT') return false;
    throw error;
  }
}
