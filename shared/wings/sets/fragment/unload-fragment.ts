import type { ResolvedSpec } from '../../../domain/spec/crawl-spec.ts';
import { writeBlocks } from '../../../files/write-blocks.ts';
import type { ResultSink } from '../../../ports.ts';
import type { Fragment } from './fragment.ts';
import { fragmentLinksCsv, fragmentSitesCsv } from './fragment-csv.ts';
import { fragmentGexf } from './fragment-gexf.ts';
import { fragmentGraphml } from './fragment-graphml.ts';
import { fragmentReport } from './fragment-report.ts';

/** Writes the files of the Web fragment. The same fragment gives the same bytes. */
export async function unloadFragment(
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
