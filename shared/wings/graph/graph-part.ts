import { writeBlocks } from '../../files/write-blocks.ts';
import type { ResultSink } from '../../ports.ts';
import type { EndedSite, ResultPart } from '../../steps/unload/result-part.ts';
import { graphSampleJson, rankedSampleJson } from './formats/graph-sample.ts';
import { pagesCsv } from './formats/pages-csv.ts';
import { badLinksCsv, externalLinksCsv, levelsCsv, mergesCsv, skippedCsv } from './formats/report-csv.ts';
import type { ResultWriter } from './formats/result-writer.ts';
import type { SiteReading } from './read-site.ts';
import type { CollectedSite } from './site-graph/collected-site.ts';
import type { SiteResults } from './site-graph/graph.ts';

/** The graph of each site, its links, what became of each URL, and what page analyzers said. */
export function graphPart(
  read: (site: EndedSite) => Promise<SiteReading>,
  writers: readonly ResultWriter[],
): ResultPart<undefined> {
  return {
    name: 'graph',
    perSite: async (ended, sink) => {
      const { results, site } = await read(ended);
      await writeReports(results, sink);
      await writeAnalyses(site, ended.fileName, sink);
      for (const writer of writers) await writer.write(results, sink);
      return undefined;
    },
  };
}

/** The files that every site gets whatever formats were requested: its links, what became of each URL, and the data of its pictures. */
export async function writeReports(results: SiteResults, sink: ResultSink): Promise<void> {
  const { fileName: file, labels } = results.graph;
  const hasTypes = results.graph.arcs.hasTypes;
  await writeBlocks(sink, `links/${file}.external.csv`, externalLinksCsv(results.externalLinks(), hasTypes, labels));
  await writeBlocks(sink, `links/${file}.bad.csv`, badLinksCsv(results.badLinks(), labels));
  await writeBlocks(sink, `reports/${file}.merges.csv`, mergesCsv(results.merges(), labels));
  await writeBlocks(sink, `reports/${file}.skipped.csv`, skippedCsv(results.skipped(), labels));
  await writeBlocks(sink, `reports/${file}.levels.csv`, levelsCsv(results.levels, labels));
  await writeBlocks(sink, `pages/${file}.csv`, pagesCsv(results));
  await writeBlocks(sink, `graph/${file}.sample.json`, graphSampleJson(results.graph));
  await writeBlocks(sink, `graph/${file}.ranked.json`, rankedSampleJson(results.graph));
}

/** `reports/<host>.<analyzer>.jsonl`: what page analyzers said, a line per node in page order. */
async function writeAnalyses(site: CollectedSite, fileName: string, sink: ResultSink): Promise<void> {
  if (!site.records.hasAnalyses) return;
  const names = new Set<string>();
  for (const { page } of site.records.values()) for (const name in page?.analyses) names.add(name);
  for (const name of names) await writeBlocks(sink, `reports/${fileName}.${name}.jsonl`, lines(site, name));
}

function* lines(site: CollectedSite, name: string): Iterable<Uint8Array> {
  for (const { identity, page } of site.records.values()) {
    const said = page?.analyses?.[name];
    if (said !== undefined) yield Buffer.from(`${JSON.stringify({ url: identity, [name]: said })}\n`);
  }
}
