/** The beginning of a watch: finds the entries of each source, some sources at a time, and writes those that are watched. */

import * as aws from '../../shared/adapters/aws/open.ts';
import { requestIdentityOf } from '../../shared/domain/http/request-identity.ts';
import type { WatchOrder } from '../../shared/domain/protocol/crawl-record.ts';
import { dueAfter } from '../../shared/domain/protocol/protocol.ts';
import { BadInput, refusal } from '../../shared/domain/refusal/refusal.ts';
import { sideBySide } from '../../shared/domain/side-by-side.ts';
import type { ResolvedSite, ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import { specAt } from '../../shared/domain/spec/sites/site-numbered.ts';
import { type CrawlRules, createCrawlRules } from '../../shared/domain/turn/crawl-rules.ts';
import { changeSettingsOf } from '../../shared/place/change-settings.ts';
import type { Clock } from '../../shared/ports/ports.ts';
import type { Fetcher } from '../../shared/ports/request-ports.ts';
import { openCrawl, seedSites } from '../../shared/steps/life/start-crawl.ts';
import { askPolitely } from '../../shared/steps/page/polite-asker.ts';
import { findEntries } from '../../shared/wings/publications/finding/find-entries.ts';
import type { SourceFindings } from '../../shared/wings/publications/finding/source-findings.ts';
import { keepList } from '../../shared/wings/publications/mentioned/list-digest.ts';
import type { Organization } from '../../shared/wings/publications/mentions/organization.ts';
import { firstEntries, firstRendering } from '../../shared/wings/publications/watch/first-entries.ts';
import { sharedBudget } from '../../shared/wings/sets/budget/shared-budget.ts';
import { logger } from './lambda-log.ts';
import type { SeedEvent, Seeded } from './life/life-events.ts';

/** Sources of one invocation: at a polite pace some dozens of requests take a minute. */
const sourcesPerStep = 16;

/** The spec of a watch: what its sources have in common with sites of a crawl. */
export function watchSpec(spec: ResolvedSpec, { options }: WatchOrder): ResolvedSpec {
  if (!aws.keepsAwsWatches()) throw new BadInput([refusal('no-watches-here')]);
  return { ...spec, duplicates: 'keep', schemes: 'both', watch: options };
}

/** A repeat finds the entries again, and adds what is missing. */
export async function seedWatch(
  { crawl, run, seeded = 0 }: SeedEvent,
  spec: ResolvedSpec,
  order: WatchOrder,
): Promise<Seeded> {
  const store = aws.openAwsStore('seed');
  if (order.organizations !== undefined) await keepOrganizations(crawl, order.organizations);
  const rules = createCrawlRules(spec);
  const until = Math.min(seeded + sourcesPerStep, spec.sites.length);
  const clock = aws.openAwsClock();
  const fetcher = aws.openAwsFetcher();
  try {
    await sideBySide(spec.sites.slice(seeded, until), sourcesPerStep, async site => {
      const settings = order.settings?.[site.url];
      // A repeat finds its own.
      if (settings !== undefined) await store.changeSettings(crawl, site.number, undefined, settings);
      if (order.further?.includes(site.url)) return;
      const found = await findAt(site, { rules, order, clock, fetcher });
      const at = { now: clock.now(), watch: spec.render, hasBrowser: aws.hasAwsBrowser() };
      const addresses = firstEntries(found, rules, { ...at, fixedS: order.interval });
      const render = firstRendering(found, at);
      if (render !== undefined)
        await changeSettingsOf(store, { crawl, source: site.number }, before =>
          before.render === undefined ? { ...before, ...render } : before,
        );
      logger.info('source', { crawl, site: site.number, entries: addresses.length });
      await store.watch(crawl, site.number, addresses);
    });
  } finally {
    await fetcher.close();
  }
  if (until < spec.sites.length) return { crawl, run, seeded: until, done: false };
  const sites: ResolvedSite[] = [];
  let count = 0;
  for (const site of spec.sites) {
    const isFurther = order.further?.includes(site.url) ?? false;
    const entries = isFurther ? [] : await store.readEntries(crawl, site.number);
    // A list that needs clicks is proposed only: a person switches it on.
    const isWatched = entries.some(({ due, kind }) => Number.isFinite(due) || kind === 'traversal');
    if (isWatched) count += 1;
    if (isFurther || isWatched) sites.push(site);
  }
  if (count === 0) throw new BadInput([refusal('nothing-to-watch', { count: spec.sites.length })]);
  const kept = createCrawlRules({ ...spec, sites });
  await seedSites({ store }, crawl, kept, sites);
  const ports = { clock, store, queue: aws.openAwsQueue() };
  await openCrawl({ ...ports, budget: sharedBudget(ports) }, crawl, kept);
  await indexSources(crawl);
  return { crawl, run, seeded: until, done: true };
}

/** A repeat finds a list, perhaps one that a person has set since. */
async function keepOrganizations(crawl: string, list: string): Promise<void> {
  const store = aws.openAwsMentions(crawl);
  if ((await store.listDigest()) !== undefined) return;
  await keepList(store, JSON.parse(list) as readonly Organization[], aws.openAwsClock().now());
}

/** From now on the clock of watches looks after every source. A repeat moves instants to where they are looked at once more. */
export async function indexSources(crawl: string): Promise<void> {
  const store = aws.openAwsStore('seed');
  const due = dueAfter(aws.openAwsClock().now());
  for (const { site, status } of await store.readSites(crawl))
    if (status === 'active') await store.addWake(crawl, site, due);
}

interface Finding {
  readonly rules: CrawlRules;
  readonly order: WatchOrder;
  readonly clock: Clock;
  readonly fetcher: Fetcher;
}

async function findAt(
  { url, delayMs }: ResolvedSite,
  { rules: { spec }, order, clock, fetcher }: Finding,
): Promise<SourceFindings> {
  const identity = requestIdentityOf(specAt(spec, url));
  const asking = askPolitely(fetcher, { clock, identity, delayMs, robots: spec.robots });
  const hosts = spec.sites.map(site => new URL(site.url).host);
  const archive = order.options.archive === true;
  const found = await findEntries(url, { ...asking, mostRequests: order.requests, hosts, archive, nowMs: clock.now() });
  // The first turn knows nothing of these requests.
  await clock.sleep(delayMs);
  return found;
}
