import { localClock } from '../../../shared/adapters/local/open.ts';
import type { WatchDeeds } from '../../../shared/place/operations/operation.ts';
import { removeLocalSites } from '../../embedded/local-sites.ts';
import { switchApplications } from '../../embedded/watch/source-applications.ts';
import { trustedSpec } from '../../embedded/watch/trusted-spec.ts';
import { localWatches } from '../../serve/watches/local-watches.ts';
import { localWatchPages } from '../../serve/watches/watch-pages.ts';
import { moduleAddress } from '../spec/config-file.ts';

/** The operations on watches by their directories. `plugin`: files of the modules of a watch, named again. */
export function localDeeds(plugin: readonly string[] = []): WatchDeeds & { close(): Promise<void> } {
  const pages = localWatchPages();
  const plugins = plugin.map(file => moduleAddress(file, process.cwd()));
  return {
    watches: {
      ...localWatches(),
      page: async (directory, address) => await pages.page(directory, await trustedSpec(directory), address),
      switchApplications: async (directory, ...change) => await switchApplications(directory, ...change, plugins),
    },
    sites: { remove: async (directory, site) => (await removeLocalSites(directory, [site]))[0] === true },
    clock: localClock(),
    close: async () => await pages.close(),
  };
}
