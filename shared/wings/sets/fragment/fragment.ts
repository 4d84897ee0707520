/**
 * A Web fragment (Pechnikov, Chernobrovkin 2012): the sites of the target set, the sites outside of it that they link to
 * (the accompanying set), and the links between them, summed up by site.
 */
import { readableHost } from '../../../files/readable-address.ts';
export interface Fragment {
  /** Target sites in the order of the spec, then the accompanying ones, those that most target sites link to first. */
  readonly sites: readonly FragmentSite[];
  readonly arcs: SiteArcs;
  readonly targets: number;
  /** K: target sites that gave at least one page. */
  readonly crawled: number;
  /** Sizes of the weakly connected components, by number - 1. */
  readonly components: readonly number[];
}

export interface FragmentSite {
  /** Dense from 0. */
  readonly id: number;
  readonly site: string;
  /** Of a target site, as the list of sites has them: numbers and names of all crawled sites that are this one, `; ` between. */
  readonly number: string;
  /** `''` where nobody gave one. */
  readonly name: string;
  readonly shortName: string;
  readonly tags: string;
  readonly kind: 'target' | 'accompanying';
  /** Of accompanying sites: linked from one, several, or all target sites that gave a page. */
  readonly group: LinkGroup | '';
  /** Whether the site links back to a site that links to it. Unknown where the site was not crawled. */
  readonly mutual: 'yes' | 'no' | 'unknown';
  /** Pages crawled. */
  readonly pages: number;
  /** Sites that link to it, and that it links to. */
  readonly inSites: number;
  readonly outSites: number;
  readonly inLinks: number;
  readonly inPages: number;
  readonly outLinks: number;
  readonly pageRank: number;
  readonly hub: number;
  readonly authority: number;
  /** From 1, by size (largest first), then by the least name in it. */
  readonly component: number;
}

/** The name of the site for people, in pictures and tables. */
export function shownName({ site, name }: Pick<FragmentSite, 'site' | 'name'>): string {
  return name === '' ? readableHost(site) : name;
}

export const linkGroups = ['all', 'several', 'one'] as const;
export type LinkGroup = (typeof linkGroups)[number];

/**
 * Site-level links in compressed form by their end: those to site `i` are at `offsets[i] … offsets[i + 1] - 1`, sources
 * ascending and distinct, none to itself.
 */
export interface SiteArcs {
  readonly offsets: Uint32Array;
  readonly sources: Uint32Array;
  /** Distinct normalized addresses that are linked. */
  readonly links: Uint32Array;
  /** Distinct pages that link. */
  readonly pages: Uint32Array;
}

export interface SiteArc {
  readonly source: number;
  readonly target: number;
  readonly links: number;
  readonly pages: number;
}

/** By target, then source: links between target sites come first, then those to the sites that most link to. */
export function* arcsOf(arcs: SiteArcs): Generator<SiteArc, void> {
  for (let target = 0; target + 1 < arcs.offsets.length; target += 1) yield* arcsTo(arcs, target);
}

export function* arcsTo({ offsets, sources, links, pages }: SiteArcs, target: number): Generator<SiteArc, void> {
  for (let i = offsets[target]!; i < offsets[target + 1]!; i += 1)
    yield { source: sources[i]!, target, links: links[i]!, pages: pages[i]! };
}
