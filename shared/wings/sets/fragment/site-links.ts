import { indexIn } from '../../../domain/index-in.ts';
import type { CollectedSite, LinkingPages } from '../../graph/site-graph/collected-site.ts';
import type { SiteResults } from '../../graph/site-graph/graph.ts';

/** The links of one site for the Web fragment; plain JSON. */
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
  readonly results: Pick<SiteResults, 'graph'>;
  readonly collected: Pick<CollectedSite, 'records' | 'externals'>;
  readonly pages: LinkingPages;
  normalize(url: URL): string;
  siteName(address: string): string;
}

/** Sums up the external links that are left, by site; links within the own site of the fragment are none. */
export function siteLinks({ origin, results, collected, pages, normalize, siteName }: CrawledSite): SiteLinks {
  const { records, externals } = collected;
  const site = siteName(normalize(new URL(origin)));
  const numbers = new Map<string, number>();
  const siteOf = new Int32Array(externals.keys.size).fill(-1);
  const links: number[] = [];
  let external = -1;
  for (const url of externals.keys) {
    external += 1;
    const name = externals.isSeen(external) ? siteName(url) : site;
    if (name === site) continue;
    const number = indexIn(numbers, name);
    siteOf[external] = number;
    links[number] = (links[number] ?? 0) + 1;
  }
  const linking = pages.countBySite(siteOf, numbers.size, address => records.hasPageAt(records.placeOf(address)));
  // An address that redirects out of the site is a page that links there.
  for (const place of records.usedPlaces('redirect')) {
    const { outcome } = records.at(place);
    if (outcome.kind !== 'redirect') continue;
    const number = siteOf[externals.keys.find(normalize(new URL(outcome.target)))] ?? -1;
    if (number >= 0) linking[number]! += 1;
  }
  const sums = [...numbers].map(([name, number]): OutsideLinks => [name, links[number]!, linking[number]!]);
  return { site, pages: results.graph.nodeCount, links: sums.sort(([a], [b]) => (a < b ? -1 : 1)) };
}
