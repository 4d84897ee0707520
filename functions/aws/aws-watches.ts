import * as aws from '../../shared/adapters/aws/open.ts';
import { shippedModels } from '../../shared/adapters/tone/open.ts';
import { BadInput, refusal } from '../../shared/domain/refusal/refusal.ts';
import { kindOf } from '../../shared/domain/spec/crawl-kind.ts';
import { usableParts } from '../../shared/domain/spec/resolve/part-faults.ts';
import { switchApplicationsOf } from '../../shared/place/change-applications.ts';
import type { PerformStored } from '../../shared/place/operation.ts';
import { readWatch } from '../../shared/place/read-watch.ts';
import { rereadPages } from '../../shared/place/reread-pages.ts';
import type { OpenLabels, StoresPlace } from '../../shared/place/stores-place.ts';
import type { WatchService } from '../../shared/place/watch-service.ts';
import { namedParts } from '../../shared/plugins/named-parts.ts';
import { builtInOrder } from '../../shared/wings/publications/applications/application-order.ts';
import { currentModels } from '../../shared/wings/publications/watch/current-search.ts';
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

/** The stores of the account's watches, for requests, which have 29 s. */
const awsStores: Omit<StoresPlace, 'by'> = {
  ...{ ...awsWatch, read: withLabels, changed: withLabels, search },
  changeState: async (watch, work) => {
    const browser = aws.hasAwsBrowser() ? {} : { lacksBrowser: true as const };
    const ports = { clock: aws.openAwsClock(), store: aws.openAwsStore('api'), ...browser };
    return await work(ports, await knownWatch(watch));
  },
  removeSource: removeSite,
  keyOf: async (list, { labels }) => ({ list, models: await currentModels(labels, shippedModels) }),
  // Stored mentions are classified anew.
  modelChanged: async watch => {
    if ((await openStores(watch).mentions.listDigest()) !== undefined) await search(watch);
  },
  // A training with the search behind it needs more time.
  train: async () => {
    throw new BadInput([refusal('no-training-here')]);
  },
  training: async () => undefined,
  now: () => aws.openAwsClock().now(),
  ...{ shipped: shippedModels, mostChecked: 100 },
};

export const performInAws: PerformStored = async (operation, watch, input, by) =>
  await operation.run({ ...awsStores, by }, watch, input);

async function withLabels<T>(watch: string, work: (stores: OpenLabels) => Promise<T>): Promise<T> {
  return await work({ ...openStores(watch), book: aws.openAwsAddresses(watch) });
}

async function search(watch: string): Promise<void> {
  await aws.openAwsSearchMachine().start(`${watch}-${aws.openAwsClock().now()}`, { watch });
}

/** A watch without sources ends: what they had fetched is parsed, and nobody would tick for it. */
export async function removeSite(crawl: string, site: number): Promise<boolean> {
  const store = aws.openAwsStore('api');
  const isRemoved = await store.removeSite(crawl, site);
  const row = await store.readCrawl(crawl);
  if (row?.state === 'running' && !kindOf(row.spec).ends && row.activeSites === 0) await endWatch(crawl);
  return isRemoved;
}

export async function endWatch(crawl: string): Promise<void> {
  const record = await aws.openAwsRegistry().read(crawl);
  if (record === undefined) return;
  const { run } = record;
  await aws.openAwsMachine().start(`${crawl}-${run}-end`, { crawl, run, ticks: 0 });
}
