import { indexIn } from '../../../domain/index-in.ts';
import { NumberList } from '../../../domain/number-list.ts';
import type { ResolvedSite, ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import { betweenTexts } from '../../../domain/spec/sites/site-labels.ts';
import { siteNumbered } from '../../../domain/spec/sites/site-numbered.ts';
import type { CrawlRules } from '../../../domain/turn/crawl-rules.ts';
import { domainOf } from '../../../domain/url/public-suffixes.ts';
import { hostOf } from '../../../domain/url/scope.ts';
import { type GraphFile, writeGraph } from '../../../files/graph-file.ts';
import { writeBlocks, writeTable } from '../../../files/write-table.ts';
import type { TableSink } from '../../../ports/result-ports.ts';
import type { EndedSite, ResultPart } from '../../../steps/unload/result-part.ts';
import type { SiteReading } from '../../graph/read-site.ts';
import { writeCoLinks } from './co-links.ts';
import { describeFragment, type TargetNames } from './describe-fragment.ts';
import { arcsOf, type Fragment, type FragmentSite, type SiteArcs, shownName } from './fragment.ts';
import { csvColumns, graphColumns, linkedSites, siteLinkColumns } from './fragment-csv.ts';
import { fragmentReport } from './fragment-report.ts';
import { sortArcs, sumByTarget } from './site-arcs.ts';
import { type SiteLinks, siteLinks } from './site-links.ts';

/** The Web fragment: each site says what it links to, and the crawl writes the graph of sites. */
export function fragmentPart(
  read: (site: EndedSite) => Promise<SiteReading>,
  { normalize, spec }: Pick<CrawlRules, 'normalize'> & { readonly spec: Pick<ResolvedSpec, 'groupBy'> },
): ResultPart<SiteLinks> {
  const siteName = createSiteNamer(spec.groupBy);
  return {
    name: 'fragment',
    perSite: async ended => {
      const { results, site, pages } = await read(ended);
      return siteLinks({ origin: ended.row.origin, results, collected: site, pages, normalize, siteName });
    },
    perCrawl: () => {
      const fragment = new FragmentBuilder();
      return {
        add: (site, links) => fragment.add(links, site),
        write: async ({ row }, sink) => {
          const built = fragment.build(row.spec.sites);
          await writeFragment(sink, built, row.spec);
          await writeCoLinks(sink, built);
        },
      };
    },
  };
}

/** Writes the files of the Web fragment. The same fragment gives the same bytes. */
export async function writeFragment(
  sink: TableSink,
  fragment: Fragment,
  { groupBy }: Pick<ResolvedSpec, 'groupBy'>,
): Promise<void> {
  await writeTable(sink, 'fragment/sites', csvColumns, fragment.sites);
  await writeTable(sink, 'fragment/links', siteLinkColumns, linkedSites(fragment));
  await writeGraph(sink, 'fragment/fragment', fragmentGraph(fragment));
  await writeBlocks(sink, 'fragment/report.html', [Buffer.from(fragmentReport(fragment, groupBy))]);
}

/** An edge's weight is Links; Pages is its attribute. */
function fragmentGraph({ sites, arcs }: Fragment): GraphFile<FragmentSite> {
  return {
    description: 'Web fragment: sites and the links between them',
    nodes: sites,
    label: shownName,
    nodeAttributes: graphColumns,
    edges: () =>
      Iterator.from(arcsOf(arcs)).map(({ links, pages, ...ends }) => ({ ...ends, weight: links, values: [pages] })),
    edgeCount: arcs.sources.length,
    edgeAttributes: [{ name: 'Pages', type: 'integer' }],
  };
}

/**
 * Names the site of the Web fragment that an http(s) address belongs to: its registrable domain, or its host. If there
 * is no registrable domain (an IP address, a single label, a public suffix itself) it is the host, with the port where
 * that is neither 80 nor 443. A dot at the end of a name is left out.
 */
export function createSiteNamer(groupBy: ResolvedSpec['groupBy']): (address: string) => string {
  const names = new Map<string, string>();
  return address => {
    const origin = originPart.exec(address)?.[0] ?? address;
    const known = names.get(origin);
    if (known !== undefined) return known;
    const url = new URL(origin);
    const host = hostOf(url).replace(/\.(?=:|$)/, '');
    const name = (groupBy === 'domain' ? domainOf(url.hostname) : null) ?? host;
    names.set(origin, name);
    return name;
  };
}

/** Scheme and authority: addresses are many, hosts are few. */
const originPart = /^[^/]*\/\/[^/?#]*/;

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
