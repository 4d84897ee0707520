/** The stores of a watch in a directory, to be changed, whichever process works on the watch. */
import {
  type LocalPublications,
  openLocalObjects,
  openLocalPublications,
} from '../../../shared/adapters/local/open.ts';
import { shippedModels } from '../../../shared/adapters/tone/open.ts';
import type { WatchStores } from '../../../shared/place/opened-watch.ts';
import type { RereadPlace } from '../../../shared/place/reread-pages.ts';
import { demandKind, readCrawl } from '../read-crawl.ts';

/** The stores of a watch that can be changed; made where it has found nothing yet. */
export async function withChanged<T>(directory: string, work: (stores: WatchStores) => Promise<T>): Promise<T> {
  using store = await openLocalPublications(directory);
  return await work(storesOf(store));
}

export function storesOf(publications: LocalPublications): WatchStores {
  const { mentions, labels, applications } = publications;
  return { publications, mentions, labels, applications };
}

/** Throws `BadInput` where the directory holds no watch. */
export const localReread: RereadPlace = {
  state: async (directory, work) =>
    await readCrawl(directory, async (state, crawl) => {
      demandKind('watch', directory, crawl);
      return await work(state, crawl);
    }),
  ...{ changed: withChanged, shipped: shippedModels },
  objects: directory => openLocalObjects(directory, undefined),
  // Closing the file sums up its index of words.
  mostPages: 1_000,
};
