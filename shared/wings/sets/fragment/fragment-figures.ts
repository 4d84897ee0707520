import { arcsTo, type Fragment, type FragmentSite, type LinkGroup, linkGroups } from './fragment.ts';

/** Sums that describe a fragment as a whole. */
export interface FragmentFigures {
  readonly accompanying: number;
  /** Pairs of sites, one of which links to the other. */
  readonly pairs: number;
  /** Such pairs of target sites. */
  readonly targetPairs: number;
  /** Pairs of target sites that link to each other. */
  readonly mutualPairs: number;
  readonly links: number;
  /** Part of the possible pairs that are linked: of crawled target sites, and of links from these to any site. */
  readonly targetDensity: number;
  readonly density: number;
  readonly groups: readonly GroupFigures[];
}

interface GroupFigures {
  readonly group: LinkGroup;
  readonly sites: number;
  readonly links: number;
  readonly pages: number;
}

export function fragmentFigures({ sites, arcs, targets, crawled }: Fragment): FragmentFigures {
  const between = sites.slice(0, targets).flatMap(({ id }) => [...arcsTo(arcs, id)]);
  const keys = new Set(between.map(({ source, target }) => source * sites.length + target));
  const mutual = between.filter(({ source, target }) => keys.has(target * sites.length + source));
  const ofCrawled = between.filter(({ target }) => sites[target]!.pages > 0);
  const pairs = arcs.sources.length;
  return {
    accompanying: sites.length - targets,
    pairs,
    targetPairs: between.length,
    mutualPairs: mutual.length / 2,
    links: arcs.links.reduce((sum, links) => sum + links, 0),
    targetDensity: part(ofCrawled.length, crawled * (crawled - 1)),
    density: part(pairs, crawled * (sites.length - 1)),
    groups: linkGroups.map(group => groupFigures(group, sites)),
  };
}

function groupFigures(group: LinkGroup, sites: readonly FragmentSite[]): GroupFigures {
  const figures = { group, sites: 0, links: 0, pages: 0 };
  for (const site of sites) {
    if (site.group !== group) continue;
    figures.sites += 1;
    figures.links += site.inLinks;
    figures.pages += site.inPages;
  }
  return figures;
}

function part(of: number, whole: number): number {
  return whole > 0 ? of / whole : 0;
}
