import { userInfo } from 'node:os';
import { localClock } from '../../../shared/adapters/local/open.ts';
import type { WatchDeeds } from '../../../shared/place/operation.ts';
import type { StoresPlace } from '../../../shared/place/stores-place.ts';
import { switchApplications } from '../../embedded/watch/source-applications.ts';
import { trustedSpec } from '../../embedded/watch/trusted-spec.ts';
import { localStoresPlace } from '../../serve/watches/local-stores-place.ts';
import { localWatches } from '../../serve/watches/local-watches.ts';
import { localWatchPages } from '../../serve/watches/watch-pages.ts';
import { moduleAddress } from '../spec/config-file.ts';

/** The operations on watches by their directories. `plugin`: files of the modules of a watch, named again. */
export function localDeeds(plugin: readonly string[] = []): WatchDeeds & StoresPlace & { close(): Promise<void> } {
  const pages = localWatchPages();
  const plugins = plugin.map(file => moduleAddress(file, process.cwd()));
  return {
    ...localStoresPlace(),
    by: userInfo().username,
    // A command searches while it runs.
    search: async () => undefined,
    watches: {
      ...localWatches(),
      page: async (directory, address) => await pages.page(directory, await trustedSpec(directory), address),
      switchApplications: async (directory, ...change) => await switchApplications(directory, ...change, plugins),
    },
    clock: localClock(),
    close: async () => await pages.close(),
  };
}
