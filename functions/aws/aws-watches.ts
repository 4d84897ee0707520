import * as aws from '../../shared/adapters/aws/open.ts';
import { shippedModels } from '../../shared/adapters/tone/open.ts';
import { usableParts } from '../../shared/domain/spec/resolve/part-faults.ts';
import { switchApplicationsOf } from '../../shared/place/change-applications.ts';
import { readWatch } from '../../shared/place/read-watch.ts';
import { rereadPages } from '../../shared/place/reread-pages.ts';
import type { WatchService } from '../../shared/place/watch-service.ts';
import { namedParts } from '../../shared/plugins/named-parts.ts';
import { builtInOrder } from '../../shared/wings/publications/applications/application-order.ts';
import { readMemory } from '../../shared/wings/publications/watch/source-memory.ts';
import { readSettings } from '../../shared/wings/publications/watch/source-settings.ts';
import { awsPage } from './aws-pages.ts';
import { deployedNames } from './deployed-parts.ts';
import { awsWatch, knownWatch, openStores } from './open-watch.ts';

/** The watches of the account. */
export const awsWatches: WatchService = {
  ...readWatch(awsWatch),
  // The claims of a source are not counted anew: that would read all of them.
  skipped: async (watch, source) => ({
    ...readMemory(await aws.openAwsStore('api').readMemory(watch, source)).skipped,
  }),
  reread: rereadPages({
    state: awsWatch.state,
    changed: async (watch, work) => await work(openStores(watch)),
    ...{ objects: aws.openAwsObjects, shipped: shippedModels },
    // A request has 29 s.
    mostPages: 40,
  }),
  page: async (watch, address) => await awsPage(watch, (await knownWatch(watch)).spec, address),
  switchApplications: async (watch, names, isOn, source) => {
    const crawl = await knownWatch(watch);
    const store = aws.openAwsStore('api');
    const order = usableParts(deployedNames()).applications ?? builtInOrder;
    const on = async (site: number) => readSettings(await store.readSettings(watch, site)).applications ?? [];
    const sites = (await store.readSites(watch)).map(({ site }) => site).filter(site => (source ?? site) === site);
    // Applications that are on may come from an earlier deployment: they can be switched off.
    const older = isOn
      ? []
      : [...(crawl.spec.applications ?? builtInOrder), ...(await Promise.all(sites.map(on))).flat()];
    const all = [...new Set([...order, ...older])].map(name => ({ name }));
    namedParts('names', names, all);
    return await switchApplicationsOf({ clock: aws.openAwsClock(), store }, crawl, { names, isOn, order, source });
  },
};
