/**
 * The clock of a crawl: finish conditions, page grants, and the sweeper. The sweeper is part of the protocol: a message
 * may be lost, and then nothing but the passing of `due` tells.
 */
import type { CrawlRow, SiteRow } from '../domain/crawl-state.ts';
import { type FinishCondition, finishReasonOf, shareRest } from '../domain/finish.ts';
import { dueAfter } from '../domain/protocol.ts';
import type { Ports, Wake } from '../ports.ts';

type TickPorts = Pick<Ports, 'clock' | 'store' | 'queue'>;

/** Answers whether the crawl still runs; when no site is active its state becomes `unloading`. */
export async function tick(ports: TickPorts, id: string, conditions: readonly FinishCondition[]): Promise<boolean> {
  const { store, clock } = ports;
  let crawl = await store.readCrawl(id);
  if (crawl?.state !== 'running') return false;
  const sites = await store.readSites(id);
  if (crawl.activeSites === 0) {
    await store.setState(id, 'running', 'unloading', { finishReason: finishReasonOf(crawl, sites) });
    return false;
  }
  if (crawl.stop === undefined && (await askForStop(ports, crawl, sites, conditions))) {
    crawl = (await store.readCrawl(id)) ?? crawl;
  }
  const active = sites.filter(({ status }) => status === 'active');
  if (crawl.stop === undefined) await grantPages(ports, crawl, sites, active);
  for (const site of active) {
    // A stop is for every site to see now, also for one that waits for its host or its grant.
    if (crawl.stop !== undefined && site.waiting === '') await wakeNow(ports, site);
    // A parked site waits for nothing but its grant; yet what it has fetched is to be parsed.
    else if ((!site.parked || site.pending.size > 0) && site.due < clock.now()) await wakeNow(ports, site);
  }
  return true;
}

async function askForStop(
  { store, clock }: TickPorts,
  crawl: CrawlRow,
  sites: readonly SiteRow[],
  conditions: readonly FinishCondition[],
): Promise<boolean> {
  const now = clock.now();
  if (crawl.deadline !== undefined && now >= crawl.deadline)
    return await store.requestStop(crawl.id, { reason: 'time-limit' });
  const pages = sites.reduce((sum, { used }) => sum + used, 0);
  const progress = { elapsedMs: now - crawl.startedAt, pages, sites };
  const met = conditions.find(condition => condition.isMet(progress));
  return met !== undefined && (await store.requestStop(crawl.id, { reason: 'stopped', cause: met.name }));
}

/**
 * Once every active site has used up its grant, what finished sites left of the crawl's budget is shared out anew; time
 * does not enter, for then nothing is under way. Nothing left: the sites end.
 */
async function grantPages(
  ports: TickPorts,
  crawl: CrawlRow,
  sites: readonly SiteRow[],
  active: readonly SiteRow[],
): Promise<void> {
  if (!active.every(({ parked, pending }) => parked && pending.size === 0)) return;
  const used = sites.reduce((sum, site) => sum + site.used, 0);
  const rest = crawl.spec.limit === undefined ? 0 : crawl.spec.limit - used;
  const ownLimits = new Map(
    crawl.spec.sites.map(({ number, ownLimit }) => [number, ownLimit ?? Number.POSITIVE_INFINITY]),
  );
  const open = active.map(({ site, grant }) => ({ site, grant, most: ownLimits.get(site) ?? grant }));
  const grants = shareRest(rest, open);
  for (const { site, from, to } of grants) await ports.store.raiseGrant(crawl.id, site, from, to);
  const raised = new Set(grants.map(({ site }) => site));
  await ports.queue.send(
    active
      .filter(({ site }) => raised.has(site))
      .map(({ site, turn }) => ({ kind: 'fetch', crawl: crawl.id, site, turn: turn + 1 })),
  );
  if (raised.size > 0) return;
  for (const { site } of active) await ports.store.endParked(crawl.id, site);
}

/** Only who moves `due` sends: so a site has one living message, however many ticks look at it. */
async function wakeNow({ clock, store, queue }: TickPorts, site: SiteRow): Promise<void> {
  const due = Math.max(dueAfter(clock.now()), site.due + 1);
  if (site.parked) await store.unpark(site.crawl, site.site);
  if (!(await store.moveDue(site.crawl, site.site, site.due, due))) return;
  const { crawl, site: number, turn } = site;
  const wakes: Wake[] = [{ kind: 'fetch', crawl, site: number, turn: turn + 1 }];
  if (site.pending.size > 0) wakes.push({ kind: 'parse', crawl, site: number, turn: Math.min(...site.pending.keys()) });
  await queue.send(wakes);
}
