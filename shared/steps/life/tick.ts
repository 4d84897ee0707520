/**
 * The clock of a crawl: finish conditions, page grants, and the sweeper. The sweeper is part of the protocol: a message
 * may be lost, and then nothing but the passing of `due` tells.
 */
import type { CrawlRow, SiteRow } from '../../domain/protocol/crawl-state.ts';
import { type FinishCondition, finishReasonOf } from '../../domain/protocol/finish.ts';
import { dueAfter } from '../../domain/protocol/protocol.ts';
import type { CrawlRows, Ports, SiteRows } from '../../ports.ts';
import type { Budgeted, BudgetLook } from '../page-budget.ts';
import { wakesOf } from '../wake.ts';

/** The state that a tick reads and changes. */
export type TickStore = Pick<CrawlRows, 'readCrawl' | 'requestStop' | 'setState'> &
  Pick<SiteRows, 'readSites' | 'moveDue' | 'unpark' | 'endParked'>;

interface TickPorts extends Pick<Ports, 'clock' | 'queue'>, Budgeted {
  readonly store: TickStore;
}

/** Answers whether the crawl still runs; when no site is active its state becomes `unloading`. */
export async function tick(ports: TickPorts, id: string, conditions: readonly FinishCondition[]): Promise<boolean> {
  const { store } = ports;
  let crawl = await store.readCrawl(id);
  if (crawl?.state !== 'running') return false;
  // Before the sites: what it knows of them is never newer than their rows.
  const look = await ports.budget.look(crawl);
  const sites = await store.readSites(id);
  if (crawl.activeSites === 0 && !sites.some(isToParse)) return await end(ports, crawl, look, sites);
  if (crawl.stop === undefined && (await askForStop(ports, crawl, sites, conditions))) {
    crawl = (await store.readCrawl(id)) ?? crawl;
  }
  if (crawl.stop === undefined && (await look.isSpent(crawl, sites))) await endParked(ports, sites);
  await sweep(ports, crawl, sites);
  return true;
}

/** A removed site keeps the results of its fetched pages. A site that is the same as an earlier site has no results. */
function isToParse({ status, pending }: SiteRow): boolean {
  return status === 'removed' && pending.size > 0;
}

/**
 * False, unless a site has joined meanwhile. The last reports are read first, so that the log of choices does not depend
 * on who was faster, they or this tick.
 */
async function end(
  { store }: TickPorts,
  crawl: CrawlRow,
  look: BudgetLook,
  sites: readonly SiteRow[],
): Promise<boolean> {
  if (crawl.stop === undefined && !(await look.isSpent(crawl, sites))) return true;
  const finishReason = finishReasonOf(crawl, sites);
  if (await store.setState(crawl.id, 'running', 'unloading', { finishReason })) return false;
  return (await store.readCrawl(crawl.id))?.state === 'running';
}

async function endParked({ store }: TickPorts, sites: readonly SiteRow[]): Promise<void> {
  for (const { crawl, site, status, parked, pending } of sites)
    if (status === 'active' && parked && pending.size === 0) await store.endParked(crawl, site);
}

async function sweep(ports: TickPorts, crawl: CrawlRow, sites: readonly SiteRow[]): Promise<void> {
  const now = ports.clock.now();
  for (const site of sites) {
    if (site.status !== 'active' && !isToParse(site)) continue;
    // A stop is for every site to see now, also for one that waits for its host or its grant.
    if (crawl.stop !== undefined && site.status === 'active' && site.waiting === '') await wakeNow(ports, site);
    // A parked site waits for nothing but its grant; yet what it has fetched is to be parsed.
    else if ((!site.parked || site.pending.size > 0) && site.due < now) await wakeNow(ports, site);
  }
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
 * Only the tick that moves `due` sends a message. So a site has a single living message, however many ticks look at it.
 */
async function wakeNow({ clock, store, queue }: TickPorts, site: SiteRow): Promise<void> {
  const due = Math.max(dueAfter(clock.now()), site.due + 1);
  if (site.parked) await store.unpark(site.crawl, site.site);
  if (!(await store.moveDue(site.crawl, site.site, site.due, due))) return;
  await queue.send(wakesOf(site));
}
