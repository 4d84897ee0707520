import { writeBlocks } from '../../../files/write-blocks.ts';
import type { ResultSink } from '../../../ports.ts';
import type { SiteResults } from '../site-graph/graph.ts';
import { badLinksCsv, externalLinksCsv, levelsCsv, mergesCsv, skippedCsv } from './report-csv.ts';

/** The files that every site gets whatever formats were asked for: its links and what became of each URL. */
export async function writeReports(results: SiteResults, sink: ResultSink): Promise<void> {
  const file = results.graph.fileName;
  const hasTypes = results.graph.arcs.types !== undefined;
  await writeBlocks(sink, `links/${file}.external.csv`, externalLinksCsv(results.externalLinks(), hasTypes));
  await writeBlocks(sink, `links/${file}.bad.csv`, badLinksCsv(results.badLinks()));
  await writeBlocks(sink, `reports/${file}.merges.csv`, mergesCsv(results.merges()));
  await writeBlocks(sink, `reports/${file}.skipped.csv`, skippedCsv(results.skipped()));
  await writeBlocks(sink, `reports/${file}.levels.csv`, levelsCsv(results.levels));
}
