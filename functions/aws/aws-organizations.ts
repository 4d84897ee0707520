import { openAwsClock, openAwsSearchMachine } from '../../shared/adapters/aws/open.ts';
import { shippedModels } from '../../shared/adapters/tone/open.ts';
import { lookForOrganizations } from '../../shared/place/look-for-organizations.ts';
import { currentModels } from '../../shared/wings/publications/watch/current-search.ts';
import { awsWatch, openStores } from './open-watch.ts';

/** The organizations that the watches of the account look for. */
export const awsOrganizations = lookForOrganizations({
  ...awsWatch,
  changed: async (watch, work) => await work(openStores(watch)),
  begin: async watch => await openAwsSearchMachine().start(watch, openAwsClock().now()),
  keyOf: async (list, { labels }) => ({ list, models: await currentModels(labels, shippedModels) }),
  now: () => openAwsClock().now(),
  shipped: shippedModels,
  // A request has 29 s.
  mostChecked: 100,
});
