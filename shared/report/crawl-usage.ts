/**
 * The usage of an AWS account by a crawl, calculated from its counters alone: nothing is metered while it runs. `bench:cost`
 * measures the amounts per turn and per page. The bill of AWS also has free tiers and taxes, so this is an estimate, and every
 * view says so.
 */
import { turnsAws, urlsPerTurn } from '../domain/protocol/protocol.ts';
import type { SiteSums } from '../domain/protocol/site-sums.ts';
import { needsBrowser, type ResolvedSpec } from '../domain/spec/crawl-spec.ts';

/** Billed units, by the names of the price list. */
export interface CrawlUsage {
  readonly writeUnit: number;
  readonly readUnit: number;
  readonly sqsRequest: number;
  readonly s3Put: number;
  readonly s3Get: number;
  readonly lambdaGbSecond: number;
  readonly browserGbSecond: number;
  readonly lambdaRequest: number;
  readonly stateTransition: number;
  readonly logGb: number;
  readonly metricMonth: number;
  /** Until items and objects expire. */
  readonly tableGbMonth: number;
  readonly objectGbMonth: number;
}

interface Work {
  readonly turns: number;
  /** URLs claimed. */
  readonly claims: number;
  /** URLs with an outcome. */
  readonly outcomes: number;
  readonly nodes: number;
  readonly newLinks: number;
  readonly fetchMs: number;
}

/** Hosts whose turns share one invocation, where there are so many; memory of the two consumers (infra/settings.ts). */
const hostsPerInvocation = 10;
const fetchGb = 0.25;
const parseGb = 1;
const parseMsPerPage = 8;
/** So long the function that ticks waits itself for the next tick; its memory. */
const ownTickSeconds = 60;
const tickGb = 0.375;
/** The function with the browser: turns that share an invocation, memory, and what a page takes there (docs/benchmarks.md). */
const browser = { hosts: 4, gb: 2, msPerPage: 1_000 };
/** Of three new links a page, deflated together. */
const linksPerWriteUnit = 28;
/**
 * Bytes in tables and objects, measured by `bench:cost`: a claim of an address or of a content, a new link, the segment of a page;
 * and how long they are kept with the settings that a stack has by default (infra/settings.ts).
 */
const stored = {
  claim: { bytes: 285, days: 90 },
  link: { bytes: 39, days: 150 },
  linkFiles: { bytes: 350, days: 92 },
  segment: { bytes: 371, days: 152 },
  /** Result files of a page with some twenty links, as CSV and GEXF; its part of the drawing, for the first pages of a site. */
  results: { bytes: 4_900, days: 92 },
  drawn: { bytes: 2_300, days: 92 },
  /** Row of a site, with the price of its backup of each second. */
  site: { bytes: 1_080, days: 150 },
} as const;
/** Result files of a site, each a PUT. */
const filesOfSite = 17;
const drawnOfSite = 2_000;
/** Counts of two functions (functions/aws/lambda-log.ts); a line of AWS for each invocation and transition, and one of counts. */
const metricsOfCrawl = 12;
const logBytes = 1_000;
/** Of one site with no delay at all. */
const fastestMs = 100;

/** `sums`: over the sites of the crawl. `renders`: the crawl's turns are visited by the function with the browser. */
export function usageSoFar(sums: SiteSums, renders: boolean): CrawlUsage {
  return usageBySums({ ...sums, newLinks: sums.newExternalLinks + sums.badLinks }, renders);
}

/** An assumption of an estimate; doors make a sentence of it. */
export type Assumption =
  /** A site without a limit has so many pages. */
  | { readonly code: 'pages'; readonly pages: number }
  /** Each site gets an equal part of the page budget. */
  | { readonly code: 'equal-parts' }
  /** Another order of pages finds more links. */
  | { readonly code: 'order-links' }
  /** Sites are crawled side by side, each at its delay. */
  | { readonly code: 'side-by-side' }
  /** A site with more URLs is unloaded by a machine of the user. */
  | { readonly code: 'unload-elsewhere'; readonly pages: number }
  /** How many new links a page leads to; list prices. */
  | { readonly code: 'prices' };

export interface CrawlEstimate {
  /** Pages at most. Absent: no limit says it, and nobody knows before the crawl. */
  readonly pages?: number;
  /** The least seconds that they take, at these delays: the sites give alike. Absent without `pages`. */
  readonly seconds?: number;
  /** The seconds that they take at these delays if a single site gives as many as it may. */
  readonly mostSeconds?: number;
  /** The estimate from sitemaps; absent if nobody requested them, or no site has any. */
  readonly listed?: ListedEstimate;
  /** The least seconds for 1,000 pages of a site; of the site with the longest delay. */
  readonly secondsPerThousand: number;
  /** Of `pages`, or else of 1,000. */
  readonly usage: CrawlUsage;
  readonly assumptions: readonly Assumption[];
}

/** The least that a crawl has to do where clicks lead to all that sitemaps list. Limits count. */
export interface ListedEstimate {
  /** Sites with a sitemap. */
  readonly sites: number;
  readonly pages: number;
  readonly seconds: number;
}

export interface EstimateFacts {
  /** The number of pages that somebody assumes for a site without a limit. */
  readonly pagesPerSite?: number;
  /** Pages that the sitemaps of a site list, by the site's number; a site without a sitemap is left out. */
  readonly listed?: ReadonlyMap<number, number>;
  /** URLs of one site that the place unloads, at most; absent: it has no bound. */
  readonly unloadedUrls?: number | undefined;
}

/** Before anything runs: from limits and delays, and from sitemaps where they were requested. */
export function estimateCrawl(
  spec: Pick<ResolvedSpec, 'sites' | 'limit' | 'order' | 'timeLimitSeconds' | 'render' | 'traverse'>,
  { pagesPerSite, listed, unloadedUrls = Number.POSITIVE_INFINITY }: EstimateFacts = {},
): CrawlEstimate {
  const { sites, limit = Number.POSITIVE_INFINITY, timeLimitSeconds, order } = spec;
  const isShared = Number.isFinite(limit) && sites.length > 1;
  const isAssumed = pagesPerSite !== undefined && sites.some(site => site.limit === undefined);
  const most = sites.map(site => mostPages(site, limit, timeLimitSeconds, pagesPerSite));
  const all = Math.min(
    limit,
    most.reduce((sum, pages) => sum + pages, 0),
  );
  const share = Math.ceil((Number.isFinite(all) ? limit : 1_000) / sites.length);
  const works = sites.map((site, index) => siteWork(site, Math.min(most[index]!, share)));
  const least = longestMs(sites, index => Math.min(most[index]!, share));
  const known = {
    pages: all,
    seconds: Math.ceil(least / 1_000),
    mostSeconds: Math.ceil(longestMs(sites, index => most[index]!) / 1_000),
  };
  const ofSitemaps =
    listed === undefined || listed.size === 0
      ? undefined
      : listedEstimate(sites, index => Math.min(listed.get(sites[index]!.number) ?? 0, most[index]!), {
          limit,
          timeLimitSeconds,
        });
  return {
    ...(Number.isFinite(all) && known),
    ...(ofSitemaps !== undefined && { listed: { ...ofSitemaps, sites: listed!.size } }),
    secondsPerThousand: longestMs(sites, () => 1_000) / 1_000,
    usage: usageOf(works, needsBrowser(spec)),
    assumptions: [
      ...(isAssumed ? [{ code: 'pages', pages: pagesPerSite } as const] : []),
      ...(isShared ? [{ code: 'equal-parts' } as const] : []),
      ...(isShared && order === undefined ? [{ code: 'order-links' } as const] : []),
      { code: 'side-by-side' },
      ...(most.some(pages => pages > unloadedUrls) ? [{ code: 'unload-elsewhere', pages: unloadedUrls } as const] : []),
    ],
  };
}

function listedEstimate(
  sites: readonly Site[],
  listedOf: (index: number) => number,
  { limit, timeLimitSeconds }: { readonly limit: number; readonly timeLimitSeconds: number | undefined },
): Pick<ListedEstimate, 'pages' | 'seconds'> {
  const pages = Math.min(
    limit,
    sites.reduce((sum, _, index) => sum + listedOf(index), 0),
  );
  const share = Math.ceil(limit / sites.length);
  const seconds = Math.ceil(longestMs(sites, index => Math.min(listedOf(index), share)) / 1_000);
  return { pages, seconds: Math.min(seconds, timeLimitSeconds ?? seconds) };
}

function mostPages(
  { limit, delayMs }: Site,
  ofAll: number,
  seconds = Number.POSITIVE_INFINITY,
  assumed = Number.POSITIVE_INFINITY,
): number {
  const byTime = delayMs === 0 ? Number.POSITIVE_INFINITY : Math.floor((seconds * 1_000) / delayMs);
  return Math.min(limit ?? assumed, ofAll, byTime);
}

/** Sites are crawled side by side, each at its delay. */
function longestMs(sites: readonly Site[], pagesOf: (index: number) => number): number {
  return sites.reduce(
    (most, { delayMs }, index) => (delayMs === 0 ? most : Math.max(most, pagesOf(index) * delayMs)),
    0,
  );
}

type Site = ResolvedSpec['sites'][number];

function siteWork(site: Site, pages: number): Work {
  return {
    turns: Math.ceil(pages / urlsPerTurn(site.delayMs, turnsAws)),
    claims: pages,
    outcomes: pages,
    nodes: pages,
    newLinks: Math.ceil(0.3 * pages),
    fetchMs: pages * Math.max(site.delayMs, fastestMs),
  };
}

function usageOf(works: readonly Work[], renders: boolean): CrawlUsage {
  const sum = (of: (work: Work) => number): number => works.reduce((total, work) => total + of(work), 0);
  const sums = {
    sites: works.length,
    turns: sum(({ turns }) => turns),
    claims: sum(({ claims }) => claims),
    ended: sum(({ outcomes }) => outcomes),
    nodes: sum(({ nodes }) => nodes),
    newLinks: sum(({ newLinks }) => newLinks),
    fetchMs: sum(({ fetchMs }) => fetchMs),
    longestFetchMs: works.reduce((longest, { fetchMs }) => Math.max(longest, fetchMs), 0),
  };
  return usageBySums(sums, renders);
}

type WorkSums = Pick<SiteSums, 'sites' | 'turns' | 'claims' | 'ended' | 'nodes' | 'fetchMs' | 'longestFetchMs'> &
  Pick<Work, 'newLinks'>;

/** CloudWatch, for so many seconds. */
export function watchedUsage(calls: number, seconds: number): Pick<CrawlUsage, 'logGb' | 'metricMonth'> {
  return { logGb: (calls * logBytes) / 2 ** 30, metricMonth: (metricsOfCrawl * seconds) / (730 * 3_600) };
}

function usageBySums(
  { sites, turns, claims, ended, nodes, newLinks, fetchMs, longestFetchMs }: WorkSums,
  renders: boolean,
): CrawlUsage {
  const together = renders ? browser.hosts : hostsPerInvocation;
  const hosts = Math.max(1, sites / Math.ceil(sites / together));
  const fetching = fetchMs / 1000 / hosts;
  const loading = (ended * browser.msPerPage) / 1000;
  const parsing = (ended * parseMsPerPage) / 1000;
  const lambdaRequest = Math.ceil((2 * turns) / hosts);
  const stateTransition = transitionsIn(longestFetchMs / 1000);
  const drawn = Math.min(nodes, drawnOfSite * sites);
  const ticking = Math.min(longestFetchMs / 1000, ownTickSeconds);
  return {
    // A URL's claim, a content's claim; per turn taking, commits (transactions count twice), chunks, live statuses.
    writeUnit: claims + nodes + Math.ceil(newLinks / linksPerWriteUnit) + 14 * turns,
    readUnit: 26 * turns,
    sqsRequest: 7 * turns,
    s3Put: 2 * turns + filesOfSite * sites,
    s3Get: 2 * turns,
    lambdaGbSecond: Math.ceil((renders ? 0 : fetching * fetchGb) + parsing * parseGb + ticking * tickGb),
    browserGbSecond: renders ? Math.ceil(Math.max(fetching, loading) * browser.gb) : 0,
    ...{ lambdaRequest, stateTransition },
    ...watchedUsage(lambdaRequest + stateTransition, longestFetchMs / 1000),
    tableGbMonth:
      gbMonths(claims + nodes, stored.claim) + gbMonths(newLinks, stored.link) + gbMonths(sites, stored.site),
    objectGbMonth:
      gbMonths(ended, stored.segment) +
      gbMonths(nodes, stored.results) +
      gbMonths(newLinks, stored.linkFiles) +
      gbMonths(drawn, stored.drawn),
  };
}

function gbMonths(count: number, { bytes, days }: { readonly bytes: number; readonly days: number }): number {
  return ((count * bytes) / 2 ** 30) * (days / 30.4);
}

/**
 * A tick is three transitions (Wait, Tick, Choice) and comes whenever the crawl is a quarter older, from 20 minutes on every five
 * (functions/aws/life/tick-wait.ts). At first the function waits itself. The start and the results take some dozen.
 */
function transitionsIn(seconds: number): number {
  const growing = seconds > ownTickSeconds ? Math.log(Math.min(seconds, 1_200) / ownTickSeconds) / Math.log(1.25) : 0;
  const steady = Math.max(0, seconds - 1_200) / 300;
  return 12 + 3 * Math.ceil(growing + steady);
}
