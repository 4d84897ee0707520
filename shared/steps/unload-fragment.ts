import type { Fragment } from '../domain/fragment/fragment.ts';
import { fragmentLinksCsv, fragmentSitesCsv } from '../domain/fragment/fragment-csv.ts';
import { fragmentGexf } from '../domain/fragment/fragment-gexf.ts';
import { fragmentGraphml } from '../domain/fragment/fragment-graphml.ts';
import { fragmentReport } from '../domain/fragment/fragment-report.ts';
import type { ResolvedSpec } from '../domain/spec/crawl-spec.ts';
import type { ResultSink } from '../ports.ts';
import { writeBlocks } from './writers/write-blocks.ts';

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
