import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import type { CrawlRules } from '../../../domain/turn/crawl-rules.ts';
import { writeBlocks } from '../../../files/write-blocks.ts';
import type { ResultSink } from '../../../ports.ts';
import type { EndedSite, ResultPart } from '../../../steps/unload/result-part.ts';
import type { SiteReading } from '../../graph/read-site.ts';
import type { Fragment } from './fragment.ts';
import { FragmentBuilder } from './fragment-builder.ts';
import { fragmentLinksCsv, fragmentSitesCsv } from './fragment-csv.ts';
import { fragmentGexf } from './fragment-gexf.ts';
import { fragmentGraphml } from './fragment-graphml.ts';
import { fragmentReport } from './fragment-report.ts';
import { type SiteLinks, siteLinks } from './site-links.ts';
import { createSiteNamer } from './site-namer.ts';

interface FragmentRules extends Pick<CrawlRules, 'normalize'> {
  readonly spec: Pick<ResolvedSpec, 'groupBy'>;
}

/** The Web fragment: each site says what it links to, and the crawl writes the graph of sites. */
export function fragmentPart(
  read: (site: EndedSite) => Promise<SiteReading>,
  { normalize, spec }: FragmentRules,
): ResultPart<SiteLinks> {
  const siteName = createSiteNamer(spec.groupBy);
  return {
    name: 'fragment',
    perSite: async ended => {
      const { results, site, pages } = await read(ended);
      return siteLinks({ origin: ended.row.origin, results, records: site.records, pages, normalize, siteName });
    },
    perCrawl: () => {
      const fragment = new FragmentBuilder();
      return {
        add: (_, links) => fragment.add(links),
        write: async ({ row }, sink) => await writeFragment(sink, fragment.build(), row.spec),
      };
    },
  };
}

/** Writes the files of the Web fragment. The same fragment gives the same bytes. */
export async function writeFragment(
  sink: ResultSink,
  fragment: Fragment,
  { groupBy }: Pick<ResolvedSpec, 'groupBy'>,
): Promise<void> {
  await writeBlocks(sink, 'fragment/sites.csv', fragmentSitesCsv(fragment));
  await writeBlocks(sink, 'fragment/links.csv', fragmentLinksCsv(fragment));
  await writeBlocks(sink, 'fragment/fragment.gexf', fragmentGexf(fragment));
  await writeBlocks(sink, 'fragment/fragment.graphml', fragmentGraphml(fragment));
  await writeBlocks(sink, 'fragment/report.html', [Buffer.from(fragmentReport(fragment, groupBy))]);
}
