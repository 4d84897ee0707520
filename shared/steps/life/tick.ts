/**
 * The clock of a crawl: finish conditions, page grants, and the sweeper. The sweeper is part of the protocol: a message
 * may be lost, and then nothing but the passing of `due` tells.
 */
import type { CrawlRow, SiteRow } from '../../domain/protocol/crawl-state.ts';
import { type FinishCondition, finishReasonOf } from '../../domain/protocol/finish.ts';
import { dueAfter, expectedBy } from '../../domain/protocol/protocol.ts';
import { runningTime } from '../../domain/protocol/running-time.ts';
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
    // A parked site waits for nothing but its grant; yet what it has fetched is to be parsed.
    const isLate = site.due < now && (!site.parked || site.pending.size > 0);
    if (isLate || (crawl.stop !== undefined && isAsleep(site, now))) await wakeNow(ports, site);
  }
}

/** Waits for its host, its grant or its next look, so that it would see a stop late. Any other site has a message or a turn under way. */
function isAsleep({ status, waiting, parked, due }: SiteRow, now: number): boolean {
  if (waiting === 'rest') return status === 'active';
  return status === 'active' && waiting === '' && (parked || expectedBy(due) > now);
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
  const progress = { elapsedMs: runningTime(crawl, now), pages, sites };
  const met = conditions.find(condition => condition.isMet(progress));
  return met !== undefined && (await store.requestStop(crawl.id, { reason: 'stopped', cause: met.name }));
}

/**
 * Sends first, then moves `due`: if the tick dies between the two, its messages move `due` themselves. However many ticks
 * look at a site, one of their messages is alive: the one with the `due` of the row. Answers the new `due`.
 */
export async function wakeNow(
  { clock, store, queue }: Pick<Ports, 'clock' | 'queue'> & { readonly store: Pick<SiteRows, 'moveDue' | 'unpark'> },
  row: SiteRow,
): Promise<number> {
  const { crawl, site, due: dueBefore } = row;
  const due = dueAfter(clock.now());
  if (row.parked) await store.unpark(crawl, site);
  await queue.send(wakesOf(row).map(wake => (wake.kind === 'fetch' ? { ...wake, due, dueBefore } : wake)));
  await store.moveDue(crawl, site, dueBefore, due);
  return due;
}
