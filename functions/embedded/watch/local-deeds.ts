import type { WatchDeeds } from '../../../shared/place/operations/operation.ts';
import { removeLocalSites } from '../local-sites.ts';
import { addAddresses, addEntry, changeEntries, changeSource } from './change-entries.ts';
import { readWatch } from './read-watch.ts';

/** The changes that can be made to watches by their directories. */
export const localDeeds: WatchDeeds = {
  watches: {
    ...{ addAddresses, addEntry, changeEntries, changeSource },
    source: async (directory, number) => (await readWatch(directory)).sources.find(source => source.number === number),
  },
  sites: { remove: async (directory, site) => (await removeLocalSites(directory, [site]))[0] === true },
};
