import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder with its parents, and throws the error of the system where the folder cannot be written. Folder by
 * folder: Node's `recursive` tries for ever where nothing can be made in a parent that exists (`/proc`, Node 24), and
 * speaks of a read-only disk that the folder is not there. Answers the uppermost folder that it made.
 */
export function makeFolder(folder: string): string | undefined {
  const first = makeWithParents(folder);
  if (!statSync(folder).isDirectory())
    throw Object.assign(new Error(`ENOTDIR: ${folder} is a file`), { code: 'ENOTDIR', path: folder });
  accessSync(folder, constants.W_OK);
  return first;
}

function makeWithParents(folder: string): string | undefined {
  const made = tryMake(folder);
  if (made !== 'no-parent' || dirname(folder) === folder) return made === 'made' ? folder : undefined;
  const first = makeWithParents(dirname(folder));
  if (tryMake(folder) === 'no-parent')
    throw Object.assign(new Error(`ENOENT: ${folder} cannot be made`), { code: 'ENOENT', path: folder });
  return first ?? folder;
}

function tryMake(folder: string): 'made' | 'there' | 'no-parent' {
  try {
    mkdirSync(folder);
    return 'made';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'EISDIR') return 'there';
    if (code === 'ENOENT') return 'no-parent';
    throw error;
  }
}
