import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type LocalArchive,
  type LocalState,
  type LockHolder,
  openLocalState,
  readLocalState,
} from '../../shared/adapters/local/open.ts';
import type { CrawlRow } from '../../shared/domain/protocol/crawl-state.ts';
import { BadInput, refusal } from '../../shared/domain/refusal/refusal.ts';
import { type KindName, kindOf } from '../../shared/domain/spec/crawl-kind.ts';
import { demandNoLinks } from './directory/own-files.ts';
import { type Advice, refusalAtStart } from './refusal.ts';

/**
 * Result of `work` on the crawl in `directory`, also while a process works on it, also if nothing may be written there.
 * `work` is called again where the crawl has changed meanwhile. `holder`: this process has the directory's lock. Throws `BadInput` where there is no crawl.
 */
export async function readCrawl<T>(
  directory: string,
  work: (archive: LocalArchive, crawl: CrawlRow) => Promise<T>,
  holder?: LockHolder,
): Promise<T> {
  demandCrawl(directory);
  const reading = async (archive: LocalArchive): Promise<T> => {
    const crawl = await archive.store.onlyCrawl();
    if (crawl === undefined) throw noCrawl(directory);
    return await work(archive, crawl);
  };
  return await readLocalState(directory, reading, holder);
}

/** Work on the state of a crawl that another process may work on too. `advice`: where the machine refuses it. Throws `BadInput`. */
export async function withCrawl<T>(
  directory: string,
  advice: Advice,
  work: (state: LocalState, crawl: CrawlRow) => Promise<T>,
): Promise<T> {
  demandCrawl(directory);
  try {
    using state = openLocalState(directory);
    const crawl = await state.store.onlyCrawl();
    if (crawl === undefined) throw noCrawl(directory);
    return await work(state, crawl);
  } catch (error) {
    throw refusalAtStart(error, directory, advice);
  }
}

/** Throws `BadInput`; the system's error where the directory may not be looked into. */
export function demandCrawl(directory: string): void {
  if (!isThere(join(directory, 'crawl.db'))) throw noCrawl(directory);
  demandNoLinks(directory);
}

/** Throws `BadInput` where the crawl in a directory is of another kind. */
export function demandKind(name: KindName, directory: string, { spec }: Pick<CrawlRow, 'spec'>): void {
  if (kindOf(spec).name !== name)
    throw new BadInput([refusal(name === 'watch' ? 'no-watch' : 'is-watch', { directory })]);
}

/** A process that was killed at its very start leaves the file without the crawl. */
export function noCrawl(directory: string): BadInput {
  const file = join(directory, 'crawl.db');
  const isFile = isThere(file);
  if (['crawl.json', join('state', 'segments')].some(name => isThere(join(directory, name))))
    return new BadInput([
      refusal('crawl-file-damaged', { file, why: isFile ? 'it holds no crawl' : 'ENOENT: no such file' }),
    ]);
  return new BadInput([refusal(isFile ? 'crawl-unbegun' : 'no-crawl', { directory })]);
}

function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false;
    throw error;
  }
}
