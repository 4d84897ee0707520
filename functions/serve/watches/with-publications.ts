import { type LocalPublications, readLocalPublications } from '../../../shared/adapters/local/open.ts';
import { readCrawl } from '../../embedded/read-crawl.ts';
import { hasFound } from '../../embedded/watch-life.ts';

/** Works with the publications of the watch in `directory`. Undefined if nothing was found yet. Throws `BadInput` where the file of publications is gone. */
export async function withPublications<T>(
  directory: string,
  work: (store: LocalPublications) => Promise<T>,
): Promise<T | undefined> {
  const known = await readLocalPublications(directory, false);
  using store = known ?? (await readLocalPublications(directory, await isFoundSome(directory)));
  if (store === undefined) return undefined;
  return await work(store);
}

async function isFoundSome(directory: string): Promise<boolean> {
  return await readCrawl(directory, async ({ store }, { id }) => (await store.readSites(id)).some(hasFound));
}
