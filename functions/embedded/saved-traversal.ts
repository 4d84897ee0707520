import { join } from 'node:path';
import { readRegular } from '../../shared/adapters/local/open.ts';
import type { PageIdentity } from '../../shared/domain/http/request-identity.ts';
import type { TraverseOptions } from '../../shared/domain/spec/traverse-options.ts';
import type { TraversalCheckpoint } from '../../shared/wings/clicking/traversal-checkpoint.ts';

/** The state for a later run: the traversal, what changes by itself on the page, and how far `urls.jsonl` had come. */
export interface SavedTraversal {
  readonly url: string;
  readonly traversal: TraversalCheckpoint;
  readonly volatile: readonly string[];
  /** Bytes of `urls.jsonl` that belong to the checkpoint. Later finds are made again. */
  readonly bytes: number;
  /** Absent if an earlier version has saved it. */
  readonly settings?: PageSettings;
}

/** How the page was loaded and pressed. Milliseconds of the page's time. */
export interface PageSettings
  extends PageIdentity,
    Pick<TraverseOptions, 'loadMs' | 'windowMs' | 'idleMs' | 'buttons'> {}

export const checkpointFile = 'traversal.json';

/** The traversal that a directory holds; undefined: none; `damaged`: its file cannot be read. */
export function readSavedTraversal(directory: string): SavedTraversal | 'damaged' | undefined {
  let text: string;
  try {
    text = readRegular(join(directory, checkpointFile));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
  return traversalIn(text);
}

function traversalIn(text: string): SavedTraversal | 'damaged' {
  try {
    const saved = JSON.parse(text) as SavedTraversal;
    const isOurs = saved.traversal.version === 1 && Array.isArray(saved.traversal.vertices);
    return isOurs && URL.canParse(saved.url) ? saved : 'damaged';
  } catch {
    return 'damaged';
  }
}
