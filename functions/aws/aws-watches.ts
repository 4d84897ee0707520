import * as aws from '../../shared/adapters/aws/open.ts';
import { shippedModels } from '../../shared/adapters/tone/open.ts';
import { usableParts } from '../../shared/domain/spec/resolve/part-faults.ts';
import { addAddressesTo } from '../../shared/place/add-addresses.ts';
import { switchApplicationsOf } from '../../shared/place/change-applications.ts';
import { addEntryTo, changeEntriesOf } from '../../shared/place/change-entries.ts';
import { changeRulesOf } from '../../shared/place/change-rules.ts';
import { changeSourceOf } from '../../shared/place/change-settings.ts';
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
  addEntry: async (watch, entry) => await addEntryTo(ports(), await knownWatch(watch), entry),
  changeEntries: async (watch, ...rest) => await changeEntriesOf(ports(), await knownWatch(watch), ...rest),
  addAddresses: async (watch, addresses) => await addAddressesTo(ports(), await knownWatch(watch), addresses),
  changeSource: async (watch, source, change) => await changeSourceOf(ports(), { crawl: watch, source }, change),
  reread: rereadPages({
    state: awsWatch.state,
    changed: async (watch, work) => await work(openStores(watch)),
    ...{ objects: aws.openAwsObjects, shipped: shippedModels },
    // A request has 29 s.
    mostPages: 40,
  }),
  changeRules: async (watch, source, rules) => await changeRulesOf(ports(), { crawl: watch, source }, rules),
  page: async (watch, address) => await awsPage(watch, (await knownWatch(watch)).spec, address),
  switchApplications: async (watch, names, isOn, source) => {
    const crawl = await knownWatch(watch);
    const { store } = ports();
    const order = usableParts(deployedNames()).applications ?? builtInOrder;
    const on = async (site: number) => readSettings(await store.readSettings(watch, site)).applications ?? [];
    const sites = (await store.readSites(watch)).map(({ site }) => site).filter(site => (source ?? site) === site);
    // Applications that are on may come from an earlier deployment: they can be switched off.
    const older = isOn
      ? []
      : [...(crawl.spec.applications ?? builtInOrder), ...(await Promise.all(sites.map(on))).flat()];
    const all = [...new Set([...order, ...older])].map(name => ({ name }));
    namedParts('names', names, all);
    return await switchApplicationsOf(ports(), crawl, { names, isOn, order, source });
  },
};

function ports() {
  const browser = aws.hasAwsBrowser() ? {} : { lacksBrowser: true as const };
  return { clock: aws.openAwsClock(), store: aws.openAwsStore('api'), ...browser };
}
