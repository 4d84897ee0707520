/** The beginning of a watch: looks what there is at each source, some at a time, and writes what is watched. */

import {
  keepsAwsWatches,
  openAwsClock,
  openAwsFetcher,
  openAwsQueue,
  openAwsStore,
} from '../../shared/adapters/aws/open.ts';
import type { WatchOrder } from '../../shared/domain/protocol/crawl-record.ts';
import { dueAfter } from '../../shared/domain/protocol/protocol.ts';
import { BadInput, refusal } from '../../shared/domain/refusal/refusal.ts';
import { sideBySide } from '../../shared/domain/side-by-side.ts';
import type { ResolvedSite, ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import { requestIdentityOf } from '../../shared/domain/spec/request-identity.ts';
import { type CrawlRules, createCrawlRules } from '../../shared/domain/turn/crawl-rules.ts';
import type { Clock, Fetcher } from '../../shared/ports.ts';
import { openCrawl, seedSites } from '../../shared/steps/life/start-crawl.ts';
import { askPolitely } from '../../shared/steps/page/polite-asker.ts';
import { findEntries } from '../../shared/wings/publications/finding/find-entries.ts';
import { firstEntries } from '../../shared/wings/publications/watch/first-entries.ts';
import { sharedBudget } from '../../shared/wings/sets/budget/shared-budget.ts';
import { logger } from './lambda-log.ts';
import type { SeedEvent, Seeded } from './life-events.ts';

/** Sources of one invocation: at a polite pace some dozens of requests take a minute. */
const sourcesPerStep = 16;

/** The spec of a watch: what its sources have in common with sites of a crawl. */
export function watchSpec(spec: ResolvedSpec, { options }: WatchOrder): ResolvedSpec {
  if (!keepsAwsWatches()) throw new BadInput([refusal('no-watches-here')]);
  return { ...spec, duplicates: 'keep', schemes: 'both', watch: options };
}

/** A repeat finds the entries again, and adds what is missing. */
export async function seedWatch(
  { crawl, run, seeded = 0 }: SeedEvent,
  spec: ResolvedSpec,
  order: WatchOrder,
): Promise<Seeded> {
  const store = openAwsStore('seed');
  const rules = createCrawlRules(spec);
  const until = Math.min(seeded + sourcesPerStep, spec.sites.length);
  const clock = openAwsClock();
  const fetcher = openAwsFetcher();
  try {
    await sideBySide(spec.sites.slice(seeded, until), sourcesPerStep, async site => {
      const addresses = await entriesAt(site, { rules, order, clock, fetcher });
      logger.info('source', { crawl, site: site.number, entries: addresses.length });
      await store.watch(crawl, site.number, addresses);
    });
  } finally {
    await fetcher.close();
  }
  if (until < spec.sites.length) return { crawl, run, seeded: until, done: false };
  const sites: ResolvedSite[] = [];
  for (const site of spec.sites) if ((await store.readEntries(crawl, site.number)).some(isOn)) sites.push(site);
  if (sites.length === 0) throw new BadInput([refusal('nothing-to-watch', { count: spec.sites.length })]);
  const kept = createCrawlRules({ ...spec, sites });
  await seedSites({ store }, crawl, kept, sites);
  const ports = { clock, store, queue: openAwsQueue() };
  await openCrawl({ ...ports, budget: sharedBudget(ports) }, crawl, kept);
  await indexSources(crawl);
  return { crawl, run, seeded: until, done: true };
}

/** From now on the clock of watches looks after every source. A repeat moves instants to where they are looked at once more. */
export async function indexSources(crawl: string): Promise<void> {
  const store = openAwsStore('seed');
  const due = dueAfter(openAwsClock().now());
  for (const { site, status } of await store.readSites(crawl))
    if (status === 'active') await store.addWake(crawl, site, due);
}

function isOn({ due }: { readonly due: number }): boolean {
  return Number.isFinite(due);
}

interface Finding {
  readonly rules: CrawlRules;
  readonly order: WatchOrder;
  readonly clock: Clock;
  readonly fetcher: Fetcher;
}

async function entriesAt({ url, delayMs }: ResolvedSite, { rules, order, clock, fetcher }: Finding) {
  const { spec } = rules;
  const asking = askPolitely(fetcher, { clock, identity: requestIdentityOf(spec), delayMs, robots: spec.robots });
  const found = await findEntries(url, { ...asking, mostRequests: order.requests, nowMs: clock.now() });
  // The first turn knows nothing of these requests.
  await clock.sleep(delayMs);
  return firstEntries(found, rules, { now: clock.now(), fixedS: order.interval });
}
