import { indexIn } from '../../../domain/index-in.ts';
import { NumberList } from '../../../domain/number-list.ts';
import type { ResolvedSite } from '../../../domain/spec/crawl-spec.ts';
import { betweenTexts } from '../../../domain/spec/sites/site-labels.ts';
import { siteNumbered } from '../../../domain/spec/sites/site-numbered.ts';
import { describeFragment, type TargetNames } from './describe-fragment.ts';
import type { Fragment, SiteArcs } from './fragment.ts';
import { sortArcs, sumByTarget } from './site-arcs.ts';
import type { SiteLinks } from './site-links.ts';

/** A name that nobody gave is the host. */
function namesOf(numbers: readonly number[], listed: readonly ResolvedSite[]): TargetNames {
  const sites = numbers.flatMap(number => siteNumbered(listed, number) ?? []);
  const given = (name: string, { url }: ResolvedSite): string => (name === new URL(url).host ? '' : name);
  const joined = (texts: readonly string[]): string => texts.filter(text => text !== '').join(betweenTexts);
  return {
    number: joined(numbers.map(String)),
    name: joined(sites.map(site => given(site.name, site))),
    shortName: joined(sites.map(site => given(site.shortName, site))),
    tags: joined([...new Set(sites.flatMap(({ tags = [] }) => tags))]),
  };
}

/** Brings together what the crawls of single sites say; they come in the order of their numbers. */
export class FragmentBuilder {
  /** Number of each name, in the order in which the names came. */
  private readonly numbers = new Map<string, number>();
  /** Pages of each target site, by number, in the order of the target set. */
  private readonly targets = new Map<number, number>();
  /** Numbers of the crawled sites of each target site. */
  private readonly crawled = new Map<number, number[]>();
  private readonly sources = new NumberList(1 << 10);
  private readonly ends = new NumberList(1 << 10);
  private readonly links = new NumberList(1 << 10);
  private readonly pages = new NumberList(1 << 10);

  /** Several crawled sites may be one site of the fragment: their links and pages add up. `crawled`: the number of the crawled site. */
  add({ site, pages, links }: SiteLinks, crawled?: number): void {
    const source = indexIn(this.numbers, site);
    if (crawled !== undefined) this.crawled.set(source, [...(this.crawled.get(source) ?? []), crawled]);
    this.targets.set(source, (this.targets.get(source) ?? 0) + pages);
    for (const [name, linkCount, pageCount] of links) {
      this.sources.push(source);
      this.ends.push(indexIn(this.numbers, name));
      this.links.push(linkCount);
      this.pages.push(pageCount);
    }
  }

  /** `listed`: the list of sites, which names them. */
  build(listed: readonly ResolvedSite[] = []): Fragment {
    const names = [...this.numbers.keys()];
    const order = [...this.targets.keys(), ...this.accompanying(names)];
    const ids = new Uint32Array(names.length);
    for (const [id, number] of order.entries()) ids[number] = id;
    return describeFragment({
      names: order.map(number => names[number]!),
      targetPages: [...this.targets.values()],
      targetNames: [...this.targets.keys()].map(target => namesOf(this.crawled.get(target) ?? [], listed)),
      arcs: this.arcs(number => ids[number]!),
    });
  }

  /** Those that most target sites link to first, then by links, then by name. */
  private accompanying(names: readonly string[]): number[] {
    const arcs = this.arcs(number => number);
    const inLinks = sumByTarget(arcs, arcs.links);
    const inSites = (site: number): number => arcs.offsets[site + 1]! - arcs.offsets[site]!;
    return [...names.keys()]
      .filter(number => !this.targets.has(number))
      .sort((a, b) => inSites(b) - inSites(a) || inLinks[b]! - inLinks[a]! || (names[a]! < names[b]! ? -1 : 1));
  }

  private arcs(idOf: (number: number) => number): SiteArcs {
    const lists = {
      sources: this.sources.view().map(idOf),
      targets: this.ends.view().map(idOf),
      links: this.links.view(),
      pages: this.pages.view(),
    };
    return sortArcs(lists, this.numbers.size);
  }
}
