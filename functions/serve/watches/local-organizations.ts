import { shippedModels } from '../../../shared/adapters/tone/open.ts';
import { lookForOrganizations } from '../../../shared/place/look-for-organizations.ts';
import type { KnownOrganizations, OrganizationService } from '../../../shared/place/organization-service.ts';
import { searchApart } from '../../embedded/mentions/search-apart.ts';
import { withChanged } from '../../embedded/watch/local-stores.ts';
import { localWatch, now } from './open-watch.ts';

/** Searches that are remembered. */
const mostSearches = 100;

/** Organizations of watches, by their directories; one for each thread, for it remembers its searches. */
export function localOrganizations(): OrganizationService {
  const searches = new Map<string, NonNullable<KnownOrganizations['search']>>();
  return lookForOrganizations({
    ...{ ...localWatch, changed: withChanged, now, shipped: shippedModels, mostChecked: 500 },
    search: directory => searches.get(directory) ?? { isRunning: false },
    begin: async directory => {
      // A search that runs sees a new list by itself.
      if (searches.get(directory)?.isRunning === true) return;
      const [oldest] = searches.keys();
      if (searches.size >= mostSearches && oldest !== undefined) searches.delete(oldest);
      searches.set(directory, { isRunning: true });
      searchApart(directory).then(
        () => searches.set(directory, { isRunning: false }),
        (error: unknown) =>
          searches.set(directory, { isRunning: false, fault: error instanceof Error ? error.message : String(error) }),
      );
    },
  });
}
