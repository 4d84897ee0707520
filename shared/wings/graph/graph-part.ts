import type { Column } from '../../files/column.ts';
import { writeBlocks, writeTable } from '../../files/write-table.ts';
import type { ResultSink, TableSink } from '../../ports/result-ports.ts';
import type { EndedSite, ResultPart } from '../../steps/unload/result-part.ts';
import { graphSampleJson, rankedSampleJson } from './formats/graph-sample.ts';
import { withLabels } from './formats/node-columns.ts';
import { pageColumnsOf, pageRows } from './formats/page-columns.ts';
import {
  badLinkColumns,
  externalColumns,
  externalTypeColumn,
  levelColumns,
  mergeColumns,
  skippedColumns,
} from './formats/report-csv.ts';
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
export async function writeReports(results: SiteResults, sink: TableSink): Promise<void> {
  const { fileName: file, labels } = results.graph;
  const external = [...externalColumns, ...(results.graph.arcs.hasTypes ? externalTypeColumn : [])];
  const labelled = async <Row>(name: string, columns: readonly Column<Row>[], rows: Iterable<Row>): Promise<void> =>
    await writeTable(sink, name, withLabels(columns, labels), rows);
  await labelled(`links/${file}.external`, external, results.externalLinks());
  await labelled(`links/${file}.bad`, badLinkColumns, results.badLinks());
  await labelled(`reports/${file}.merges`, mergeColumns, results.merges());
  await labelled(`reports/${file}.skipped`, skippedColumns, results.skipped());
  await labelled(`reports/${file}.levels`, levelColumns, results.levels);
  await writeTable(sink, `pages/${file}`, pageColumnsOf(results.graph), pageRows(results));
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
