import type { UrlRecord } from '../../graph/site-graph/collected-site.ts';
import type { SiteResults } from '../../graph/site-graph/graph.ts';
import type { LinkingPages } from '../../graph/site-graph/linking-pages.ts';

/** What the crawl of one site says about the Web fragment; plain JSON. */
export interface SiteLinks {
  /** The site of the fragment that it belongs to. */
  readonly site: string;
  /** Nodes. */
  readonly pages: number;
  /** By name of the site that is linked. */
  readonly links: readonly OutsideLinks[];
}

/** Distinct normalized addresses of a different site that are linked, and distinct pages with at least a link to it. */
type OutsideLinks = readonly [site: string, links: number, pages: number];

export interface CrawledSite {
  readonly origin: string;
  readonly results: Pick<SiteResults, 'graph' | 'externalLinks'>;
  readonly records: ReadonlyMap<string, UrlRecord>;
  readonly pages: LinkingPages;
  normalize(url: URL): string;
  siteName(address: string): string;
}

/** Sums up the external links that are left, by site; links within the own site of the fragment are none. */
export function siteLinks({ origin, results, records, pages, normalize, siteName }: CrawledSite): SiteLinks {
  const site = siteName(normalize(new URL(origin)));
  const numbers = new Map<string, number>();
  const siteOf = new Map<string, number>();
  const links: number[] = [];
  for (const { url } of results.externalLinks()) {
    const name = siteName(url);
    if (name === site) continue;
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    siteOf.set(url, number);
    links[number] = (links[number] ?? 0) + 1;
  }
  const linking = pages.countBySite(siteOf, numbers.size, url => records.get(url)?.page !== undefined);
  // An address that redirects out of the site is a page that links there.
  for (const { outcome } of records.values()) {
    const number = outcome.kind === 'redirect' ? siteOf.get(normalize(new URL(outcome.target))) : undefined;
    if (number !== undefined) linking[number]! += 1;
  }
  const sums = [...numbers].map(([name, number]): OutsideLinks => [name, links[number]!, linking[number]!]);
  return { site, pages: results.graph.nodeCount, links: sums.sort(([a], [b]) => (a < b ? -1 : 1)) };
}
