/**
 * What a crawl costs in an AWS account, from its counters alone: nothing is metered while it runs. The counts per turn
 * and per page are those of the protocol (design, section 2); what AWS bills in the end also holds free tiers and
 * taxes, so this is an estimate and says so.
 */
import type { SiteRow } from './crawl-state.ts';
import { urlsPerTurn } from './protocol.ts';
import type { ResolvedSpec } from './spec/crawl-spec.ts';

/** List prices in us-east-1, November 2025, dollars per unit. */
export const awsPrices = {
  dynamoWriteUnit: 0.625e-6,
  dynamoReadUnit: 0.125e-6,
  sqsRequest: 0.4e-6,
  s3Put: 5e-6,
  s3Get: 0.4e-6,
  /** arm64. */
  lambdaGbSecond: 13.3334e-6,
  lambdaRequest: 0.2e-6,
  stateTransition: 25e-6,
} as const;

export interface CrawlCost {
  /** Billed units so far. */
  readonly requests: {
    readonly dynamoWriteUnits: number;
    readonly dynamoReadUnits: number;
    readonly sqs: number;
    readonly s3Put: number;
    readonly s3Get: number;
    readonly lambdaGbSeconds: number;
  };
  readonly dollars: number;
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

/** Hosts whose turns share one invocation, where there are so many; memory of the two consumers. */
const hostsPerInvocation = 10;
const fetchGb = 0.375;
const parseGb = 1;
const parseMsPerPage = 8;

export function costSoFar(sites: readonly SiteRow[]): CrawlCost {
  const hosts = Math.max(1, Math.min(hostsPerInvocation, sites.length));
  const works = sites.map(
    ({ turn, counters, delayMs, used }): Work => ({
      turns: turn,
      claims: counters.queued,
      outcomes: counters.nodes + counters.redirects + counters.duplicates + counters.skipped,
      nodes: counters.nodes,
      newLinks: counters.newExternalLinks + counters.badLinks,
      fetchMs: used * Math.max(delayMs, 100),
    }),
  );
  return costOf(works, hosts);
}

export interface CrawlEstimate {
  /** Absent where no limit tells it and none was assumed. */
  readonly pages: number;
  readonly seconds: number;
  readonly dollars: number;
  readonly cost: CrawlCost;
  /** Whole sentences. */
  readonly assumptions: readonly string[];
}

/** Before anything runs: from limits, delays, and what is assumed of a site that has no limit. */
export function estimateCrawl(
  { sites, limit, timeLimitSeconds }: Pick<ResolvedSpec, 'sites' | 'limit' | 'timeLimitSeconds'>,
  pagesPerSite: number,
): CrawlEstimate {
  const budget = timeLimitSeconds ?? Number.POSITIVE_INFINITY;
  const works = sites.map(site => siteWork(site, pagesPerSite, budget));
  const pages = Math.min(
    works.reduce((sum, { outcomes }) => sum + outcomes, 0),
    limit ?? Number.POSITIVE_INFINITY,
  );
  const longest = works.reduce((most, { fetchMs }) => Math.max(most, fetchMs), 0);
  const cost = costOf(works, Math.max(1, Math.min(hostsPerInvocation, sites.length)));
  const unlimited = sites.some(site => site.limit === undefined);
  return {
    pages,
    seconds: Math.ceil(longest / 1000),
    dollars: cost.dollars,
    cost,
    assumptions: [
      ...(unlimited ? [`A site without a limit has ${pagesPerSite} pages.`] : []),
      'Sites are crawled side by side, each at its delay; a larger Crawl-delay of robots.txt makes it slower.',
      'A page leads to 0.3 new external or bad links; list prices of us-east-1, without free tiers and taxes.',
    ],
  };
}

function siteWork(site: ResolvedSpec['sites'][number], pagesPerSite: number, mostSeconds: number): Work {
  const perPageMs = Math.max(site.delayMs, 100);
  const pages = Math.min(site.limit ?? pagesPerSite, Math.floor((mostSeconds * 1000) / perPageMs));
  return {
    turns: Math.ceil(pages / urlsPerTurn(site.delayMs, 50)),
    claims: pages,
    outcomes: pages,
    nodes: pages,
    newLinks: Math.ceil(0.3 * pages),
    fetchMs: pages * perPageMs,
  };
}

function costOf(works: readonly Work[], hosts: number): CrawlCost {
  const sum = (of: (work: Work) => number): number => works.reduce((total, work) => total + of(work), 0);
  const turns = sum(work => work.turns);
  const requests = {
    // Per turn: take, commit and parse commit (transactions count twice), chunks; per URL its claim and its live status.
    dynamoWriteUnits: sum(({ claims, outcomes, nodes, newLinks }) => claims + outcomes + nodes + newLinks) + 12 * turns,
    dynamoReadUnits: sum(({ outcomes }) => outcomes) + 24 * turns,
    sqs: 7 * turns,
    s3Put: 2 * turns,
    s3Get: 2 * turns,
    lambdaGbSeconds: Math.ceil(
      (sum(({ fetchMs }) => fetchMs) * fetchGb) / 1000 / hosts +
        (sum(({ outcomes }) => outcomes) * parseMsPerPage * parseGb) / 1000,
    ),
  };
  const dollars =
    requests.dynamoWriteUnits * awsPrices.dynamoWriteUnit +
    requests.dynamoReadUnits * awsPrices.dynamoReadUnit +
    requests.sqs * awsPrices.sqsRequest +
    requests.s3Put * awsPrices.s3Put +
    requests.s3Get * awsPrices.s3Get +
    requests.lambdaGbSeconds * awsPrices.lambdaGbSecond +
    ((2 * turns) / hosts) * awsPrices.lambdaRequest;
  return { requests, dollars: Number(dollars.toFixed(6)) };
}
