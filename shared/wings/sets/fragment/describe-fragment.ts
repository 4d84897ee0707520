import { weakComponents } from './components.ts';
import { arcsOf, type Fragment, type FragmentSite, type LinkGroup, type SiteArcs } from './fragment.ts';
import { hubsAndAuthorities } from './hubs-and-authorities.ts';
import { pageRank } from './page-rank.ts';
import { sumByTarget } from './site-arcs.ts';

export type TargetNames = Pick<FragmentSite, 'number' | 'name' | 'shortName' | 'tags'>;

const unnamed: TargetNames = { number: '', name: '', shortName: '', tags: '' };

interface FragmentParts {
  /** By id: target sites first. */
  readonly names: readonly string[];
  /** Pages crawled of each target site. */
  readonly targetPages: readonly number[];
  /** The labels of each of them in the list of sites. */
  readonly targetNames: readonly TargetNames[];
  readonly arcs: SiteArcs;
}

/** The facts about each site that follow from the links between them. */
export function describeFragment({ names, targetPages, targetNames, arcs }: FragmentParts): Fragment {
  const crawled = targetPages.filter(pages => pages > 0).length;
  const ranks = pageRank(arcs);
  const { hubs, authorities } = hubsAndAuthorities(arcs);
  const components = weakComponents(arcs, names);
  const inLinks = sumByTarget(arcs, arcs.links);
  const inPages = sumByTarget(arcs, arcs.pages);
  const out = outSums(arcs);
  const sites = names.map((site, id): FragmentSite => {
    const inSites = arcs.offsets[id + 1]! - arcs.offsets[id]!;
    const pages = targetPages[id];
    return {
      id,
      site,
      ...(targetNames[id] ?? unnamed),
      kind: pages === undefined ? 'accompanying' : 'target',
      group: pages === undefined ? groupOf(inSites, crawled) : '',
      mutual: pages === undefined || pages === 0 ? 'unknown' : linksBack(arcs, id, targetPages.length) ? 'yes' : 'no',
      pages: pages ?? 0,
      inSites,
      outSites: out.sites[id]!,
      inLinks: inLinks[id]!,
      inPages: inPages[id]!,
      outLinks: out.links[id]!,
      pageRank: ranks[id]!,
      hub: hubs[id]!,
      authority: authorities[id]!,
      component: components.numbers[id]!,
    };
  });
  return { sites, arcs, targets: targetPages.length, crawled, components: components.sizes };
}

/** Where a single target site gave pages, `one` is said of all that it links to. */
function groupOf(inSites: number, crawled: number): LinkGroup {
  if (inSites === 1) return 'one';
  return inSites < crawled ? 'several' : 'all';
}

/** Only target sites have their own links, so no other can be linked both ways. */
function linksBack(arcs: SiteArcs, site: number, targetCount: number): boolean {
  for (let i = arcs.offsets[site]!; i < arcs.offsets[site + 1]!; i += 1) {
    const other = arcs.sources[i]!;
    if (other < targetCount && arcs.sources.subarray(arcs.offsets[other], arcs.offsets[other + 1]).includes(site))
      return true;
  }
  return false;
}

function outSums(arcs: SiteArcs): { readonly sites: Uint32Array; readonly links: Float64Array } {
  const count = arcs.offsets.length - 1;
  const sums = { sites: new Uint32Array(count), links: new Float64Array(count) };
  for (const { source, links } of arcsOf(arcs)) {
    sums.sites[source]! += 1;
    sums.links[source]! += links;
  }
  return sums;
}
