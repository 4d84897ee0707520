import { localClock } from '../../../shared/adapters/local/open.ts';
import type { OpenWatch } from '../../../shared/place/opened-watch.ts';
import { readCrawl } from '../../embedded/read-crawl.ts';
import { storesOf } from '../../embedded/watch/local-stores.ts';
import { withPublications } from './with-publications.ts';

/** Watches of this machine by their directories, whichever process works on them. */
export const localWatch: OpenWatch = {
  state: readCrawl,
  stores: async (directory, work) => await withPublications(directory, async store => await work(storesOf(store))),
};

export const now = (): number => localClock().now();
