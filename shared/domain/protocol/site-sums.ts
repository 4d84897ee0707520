import type { CrawlRow, SiteRow } from './crawl-state.ts';
import { leftOf, levelOf, type OutcomeCounts, outcomesOf, queuedOf } from './site-outcomes.ts';

/** Sums over sites of a crawl. Plain JSON of a size that does not grow with the number of sites. */
export interface SiteSums {
  readonly sites: number;
  readonly byStatus: Readonly<Partial<Record<SiteRow['status'], number>>>;
  /** How many active sites are at each level. */
  readonly activeAt: Readonly<Record<string, number>>;
  /** Sites without a page that are not available. */
  readonly withoutPage: number;
  /** Removed sites with turns still to parse. */
  readonly unparsed: number;
  readonly outcomes: OutcomeCounts;
  readonly queued: number;
  readonly left: number;
  readonly used: number;
  readonly bytes: number;
  readonly turns: number;
  /** URLs claimed. */
  readonly claims: number;
  /** URLs with an outcome. */
  readonly ended: number;
  readonly nodes: number;
  readonly newExternalLinks: number;
  readonly badLinks: number;
  /** Least time for the waiting pages at the sites' delays, in ms: the sum, and that of the slowest site. */
  readonly fetchMs: number;
  readonly longestFetchMs: number;
  /** The latest `due` of a site. */
  readonly lastDue: number;
  /** Sites whose start page failed, and the numbers of the first of them. */
  readonly faulty: number;
  readonly firstFaulty: readonly number[];
}

export const noSums: SiteSums = {
  ...{ sites: 0, byStatus: {}, activeAt: {}, withoutPage: 0, unparsed: 0 },
  outcomes: { found: 0, nodes: 0, redirects: 0, duplicates: 0, skipped: 0 },
  ...{
    queued: 0,
    left: 0,
    used: 0,
    bytes: 0,
    turns: 0,
    claims: 0,
    ended: 0,
    nodes: 0,
    newExternalLinks: 0,
    badLinks: 0,
  },
  ...{ fetchMs: 0, longestFetchMs: 0, lastDue: 0, faulty: 0, firstFaulty: [] },
};

/** Most sites with a failed start page that are named. */
const mostFaulty = 10;
/** Assumed time of a page at a site without a delay. */
const fastestMs = 100;

/** Adds further sites to the sums, in the order of their numbers. */
export function withSites(sums: SiteSums, rows: readonly SiteRow[]): SiteSums {
  const sum = (of: (row: SiteRow) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const most = (of: (row: SiteRow) => number, from: number): number =>
    rows.reduce((greatest, row) => Math.max(greatest, of(row)), from);
  const faulty = rows.filter(isFaulty);
  return {
    sites: sums.sites + rows.length,
    byStatus: counted(sums.byStatus, rows, ({ status }) => status),
    activeAt: counted(sums.activeAt, rows.filter(isActive), row => String(levelOf(row))),
    withoutPage: sums.withoutPage + rows.filter(hasNoPage).length,
    unparsed: sums.unparsed + rows.filter(isToParse).length,
    outcomes: added(sums.outcomes, rows.map(outcomesOf)),
    queued: sums.queued + sum(queuedOf),
    left: sums.left + sum(leftOf),
    used: sums.used + sum(({ used }) => used),
    bytes: sums.bytes + sum(({ counters }) => counters.bytes),
    turns: sums.turns + sum(({ turn }) => turn),
    claims: sums.claims + sum(({ counters }) => counters.queued),
    ended: sums.ended + sum(endedOf),
    nodes: sums.nodes + sum(({ counters }) => counters.nodes),
    newExternalLinks: sums.newExternalLinks + sum(({ counters }) => counters.newExternalLinks),
    badLinks: sums.badLinks + sum(({ counters }) => counters.badLinks),
    fetchMs: sums.fetchMs + sum(fetchMsOf),
    longestFetchMs: most(fetchMsOf, sums.longestFetchMs),
    lastDue: most(({ due }) => due, sums.lastDue),
    faulty: sums.faulty + faulty.length,
    firstFaulty: [...sums.firstFaulty, ...faulty.map(({ site }) => site)].slice(0, mostFaulty),
  };
}

/** Not all sites of the crawl are looked at once. */
export function hasManySites({ spec: { sites } }: Pick<CrawlRow, 'spec'>): boolean {
  return sites.length > mostSitesAtOnce;
}

/** A removed site keeps the results of its fetched pages. A site that is the same as an earlier site has no results. */
export function isToParse({ status, pending }: SiteRow): boolean {
  return status === 'removed' && pending.size > 0;
}

/** A site whose host failed later keeps its pages. */
export function hasNoPage({ status, counters }: SiteRow): boolean {
  return status === 'not-available' && counters.nodes === 0;
}

function isActive({ status }: SiteRow): boolean {
  return status === 'active';
}

function isFaulty(row: SiteRow): boolean {
  const { startFailed, startSkipped } = row.trouble;
  const counts = row.status !== 'removed' && row.status !== 'same-as';
  return counts && (startFailed !== undefined || startSkipped !== undefined || hasNoPage(row));
}

function endedOf({ counters: { nodes, redirects, duplicates, skipped } }: SiteRow): number {
  return nodes + redirects + duplicates + skipped;
}

function fetchMsOf({ used, delayMs }: SiteRow): number {
  return used * Math.max(delayMs, fastestMs);
}

function counted(
  known: Readonly<Record<string, number>>,
  rows: readonly SiteRow[],
  of: (row: SiteRow) => string,
): Record<string, number> {
  const counts = { ...known };
  for (const row of rows) counts[of(row)] = (counts[of(row)] ?? 0) + 1;
  return counts;
}

function added(known: OutcomeCounts, all: readonly OutcomeCounts[]): OutcomeCounts {
  const sum = (name: keyof OutcomeCounts): number => all.reduce((total, each) => total + each[name], known[name]);
  return {
    found: sum('found'),
    nodes: sum('nodes'),
    redirects: sum('redirects'),
    duplicates: sum('duplicates'),
    skipped: sum('skipped'),
  };
}

/**
 * State of summing up a crawl with many sites. Each tick reads some sites, by number, and begins again after the last
 * one: a lap.
 */
export interface SumLap {
  /** Number of the last site that was read in this lap; 0 before the first. */
  readonly after: number;
  /** Sums over the sites read in this lap. */
  readonly soFar: SiteSums;
  /** The last whole lap and its end (wall clock, ms). */
  readonly last?: { readonly at: number; readonly sums: SiteSums };
}

/** Crawls with more sites are summed in laps, not at once. */
export const mostSitesAtOnce = 1_000;
