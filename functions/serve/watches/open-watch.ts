import { type LocalPublications, localClock, readLocalPublications } from '../../../shared/adapters/local/open.ts';
import type { OpenWatch } from '../../../shared/place/opened-watch.ts';
import { readCrawl } from '../../embedded/read-crawl.ts';
import { storesOf } from '../../embedded/watch/local-stores.ts';
import { hasFound } from '../../embedded/watch-life.ts';

/** Watches of this machine by their directories, whichever process works on them. */
export const localWatch: OpenWatch = {
  state: readCrawl,
  stores: async (directory, work) => await withPublications(directory, async store => await work(storesOf(store))),
};

export const now = (): number => localClock().now();

/** Works with the publications of the watch in `directory`. Undefined if nothing was found yet. Throws `BadInput` where the file of publications is gone. */
async function withPublications<T>(
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
