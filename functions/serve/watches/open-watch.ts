import { type LocalPublications, localClock, openLocalPublications } from '../../../shared/adapters/local/open.ts';
import type { OpenWatch, WatchStores } from '../../../shared/place/opened-watch.ts';
import { readCrawl } from '../../embedded/read-crawl.ts';
import { withPublications } from './with-publications.ts';

/** Watches of this machine by their directories, whichever process works on them. */
export const localWatch: OpenWatch = {
  state: readCrawl,
  stores: async (directory, work) => await withPublications(directory, async store => await work(storesOf(store))),
};

/** What can be changed of a watch; made where it has found nothing yet. */
export async function withChanged<T>(directory: string, work: (stores: WatchStores) => Promise<T>): Promise<T> {
  const store = await openLocalPublications(directory);
  try {
    return await work(storesOf(store));
  } finally {
    store.close();
  }
}

export const now = (): number => localClock().now();

function storesOf(publications: LocalPublications): WatchStores {
  const { mentions, labels, applications } = publications;
  return { publications, mentions, labels, applications };
}
