/**
 * The clock of a crawl: finish conditions, page grants, and the sweeper. The sweeper is part of the protocol: after a
 * lost message only the passed `due` shows the loss.
 */
import type { CrawlRow, SiteRow } from '../../domain/protocol/crawl-state.ts';
import { type FinishCondition, finishReasonOf } from '../../domain/protocol/finish.ts';
import { dueAfter, expectedBy } from '../../domain/protocol/protocol.ts';
import { runningTime } from '../../domain/protocol/running-time.ts';
import {
  hasManySites,
  isToParse,
  mostSitesAtOnce,
  noSums,
  type SiteSums,
  withSites,
} from '../../domain/protocol/site-sums.ts';
import type { CrawlRows, Ports, SiteRows, SumLaps } from '../../ports/ports.ts';
import type { Budgeted, BudgetLook } from '../page-budget.ts';
import { wakesOf } from '../wake.ts';

/** The stores that a tick reads and changes. */
export type TickStore = Pick<CrawlRows, 'readCrawl' | 'requestStop' | 'setState'> &
  Pick<SiteRows, 'readSites' | 'readSitesAfter' | 'moveDue' | 'unpark' | 'endParked'> &
  SumLaps;

interface TickPorts extends Pick<Ports, 'clock' | 'queue'>, Budgeted {
  readonly store: TickStore;
}

/** Results of reading the sites in a tick. */
interface SeenSites {
  /** Sums over all sites. */
  readonly sums: SiteSums;
  /** All rows if they are needed, else those with turns to parse. */
  readonly rows: readonly SiteRow[];
}

/**
 * Returns whether the crawl still runs; without an active site its state becomes `unloading`. In a crawl with many
 * sites a tick looks at `most` sites and the next tick at the following ones, so that a tick never takes longer. Finish
 * conditions and a shared budget need all sites.
 */
export async function tick(
  ports: TickPorts,
  id: string,
  conditions: readonly FinishCondition[],
  most = mostSitesAtOnce,
): Promise<boolean> {
  const { store } = ports;
  const crawl = await store.readCrawl(id);
  if (crawl?.state !== 'running') return false;
  // Called before the sites are read, so that it knows nothing newer than their rows.
  const look = await ports.budget.look(crawl);
  const part = Math.min(most, mostSitesAtOnce);
  const needsAll = look.needsAllSites || conditions.length > 0 || crawl.spec.sites.length <= part;
  if (!needsAll && crawl.activeSites > 0) return await lookAtSome(ports, crawl, look, { part, most });
  const { sums, rows } = await seeAll(ports, crawl, needsAll);
  if (crawl.activeSites === 0 && sums.unparsed === 0) return await end(ports, crawl, look, { sums, rows });
  await lookAt(ports, await stoppedIf(ports, crawl, { sums, rows, conditions }), look, rows);
  return true;
}

/** Continues where the last tick ended. */
async function lookAtSome(
  ports: TickPorts,
  found: CrawlRow,
  look: BudgetLook,
  { part, most }: { readonly part: number; readonly most: number },
): Promise<boolean> {
  const { store, clock } = ports;
  const crawl = await stoppedIf(ports, found, { sums: noSums, rows: [], conditions: [] });
  let { after, soFar, last } = (await store.readLap(crawl.id)) ?? { after: 0, soFar: noSums };
  for (let read = 0; read < most; read += part) {
    const rows = await store.readSitesAfter(crawl.id, after, part);
    await lookAt(ports, crawl, look, rows);
    soFar = withSites(soFar, rows);
    after = rows.at(-1)?.site ?? after;
    if (rows.length === part) continue;
    last = { at: clock.now(), sums: soFar };
    [after, soFar] = [0, noSums];
    break;
  }
  await store.writeLap(crawl.id, { after, soFar, ...(last !== undefined && { last }) });
  return true;
}

/** Reads all sites in parts. All rows are kept only if they are needed. */
async function seeAll(ports: TickPorts, crawl: CrawlRow, needsAll: boolean): Promise<SeenSites> {
  if (hasManySites(crawl)) return await seeLap(ports, crawl, needsAll);
  const rows = await ports.store.readSites(crawl.id);
  return { sums: withSites(noSums, rows), rows };
}

async function seeLap({ store, clock }: TickPorts, crawl: CrawlRow, needsAll: boolean): Promise<SeenSites> {
  let sums = noSums;
  const kept: SiteRow[] = [];
  for (let after = 0, isLast = false; !isLast; ) {
    const rows = await store.readSitesAfter(crawl.id, after, mostSitesAtOnce);
    sums = withSites(sums, rows);
    kept.push(...(needsAll ? rows : rows.filter(isToParse)));
    after = rows.at(-1)?.site ?? after;
    isLast = rows.length < mostSitesAtOnce;
  }
  await store.writeLap(crawl.id, { after: 0, soFar: noSums, last: { at: clock.now(), sums } });
  return { sums, rows: kept };
}

/** Reads the crawl again if it must stop from now on. */
async function stoppedIf(
  ports: TickPorts,
  crawl: CrawlRow,
  seen: SeenSites & { readonly conditions: readonly FinishCondition[] },
): Promise<CrawlRow> {
  if (crawl.stop !== undefined || !(await askForStop(ports, crawl, seen))) return crawl;
  return (await ports.store.readCrawl(crawl.id)) ?? crawl;
}

/** Ends sites that have used their grants, and sends messages for late sites. */
async function lookAt(ports: TickPorts, crawl: CrawlRow, look: BudgetLook, sites: readonly SiteRow[]): Promise<void> {
  if (crawl.stop === undefined && (await look.isSpent(crawl, sites))) await endParked(ports, sites);
  await sweep(ports, crawl, sites);
}

/**
 * Ends the crawl. True if a site has joined meanwhile. The last reports of pages are read first, so that the log of
 * choices does not depend on their timing.
 */
async function end(
  { store }: TickPorts,
  crawl: CrawlRow,
  look: BudgetLook,
  { sums, rows }: SeenSites,
): Promise<boolean> {
  if (crawl.stop === undefined && !(await look.isSpent(crawl, rows))) return true;
  const finishReason = finishReasonOf(crawl, sums);
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
    // A parked site waits only for its grant, but its fetched pages must be parsed.
    const isLate = site.due < now && (!site.parked || site.pending.size > 0);
    if (isLate || (crawl.stop !== undefined && isAsleep(site, now))) await wakeNow(ports, site);
  }
}

/**
 * Whether a site waits for its host, its grant or its next look, so that it would notice a stop late. Any other site
 * has a message or a turn under way.
 */
function isAsleep({ status, waiting, parked, due }: SiteRow, now: number): boolean {
  if (waiting === 'rest') return status === 'active';
  return status === 'active' && waiting === '' && (parked || expectedBy(due) > now);
}

async function askForStop(
  { store, clock }: TickPorts,
  crawl: CrawlRow,
  { sums, rows, conditions }: SeenSites & { readonly conditions: readonly FinishCondition[] },
): Promise<boolean> {
  const now = clock.now();
  if (crawl.deadline !== undefined && now >= crawl.deadline)
    return await store.requestStop(crawl.id, { reason: 'time-limit' });
  const progress = { elapsedMs: runningTime(crawl, now), pages: sums.used, sites: rows };
  const met = conditions.find(condition => condition.isMet(progress));
  return met !== undefined && (await store.requestStop(crawl.id, { reason: 'stopped', cause: met.name }));
}

/**
 * Sends first, then moves `due`: if the tick dies in between, its messages move `due` themselves. If several ticks wake
 * a site, only the message with the row's `due` lives. Returns the new `due`.
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
