import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import type { CrawlRules } from '../../../domain/turn/crawl-rules.ts';
import { domainOf } from '../../../domain/url/public-suffixes.ts';
import { hostOf } from '../../../domain/url/scope.ts';
import { type GraphFile, writeGraph } from '../../../files/graph-file.ts';
import { writeBlocks } from '../../../files/write-blocks.ts';
import { writeTable } from '../../../files/write-table.ts';
import type { TableSink } from '../../../ports.ts';
import type { EndedSite, ResultPart } from '../../../steps/unload/result-part.ts';
import type { SiteReading } from '../../graph/read-site.ts';
import { writeCoLinks } from './co-links.ts';
import { arcsOf, type Fragment, type FragmentSite, shownName } from './fragment.ts';
import { FragmentBuilder } from './fragment-builder.ts';
import { csvColumns, graphColumns } from './fragment-columns.ts';
import { linkedSites, siteLinkColumns } from './fragment-csv.ts';
import { fragmentReport } from './fragment-report.ts';
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
