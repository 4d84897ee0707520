import { writeBlocks } from '../../files/write-blocks.ts';
import type { ResultSink } from '../../ports.ts';
import type { CollectedSite } from './site-graph/collected-site.ts';

/** `reports/<host>.<analyzer>.jsonl`: what page analyzers said, a line per node in page order. */
export async function writeAnalyses(site: CollectedSite, fileName: string, sink: ResultSink): Promise<void> {
  const names = new Set([...site.records.values()].flatMap(({ page }) => Object.keys(page?.analyses ?? {})));
  for (const name of names) await writeBlocks(sink, `reports/${fileName}.${name}.jsonl`, lines(site, name));
}

function* lines(site: CollectedSite, name: string): Iterable<Uint8Array> {
  for (const { url, page } of site.records.values()) {
    const said = page?.analyses?.[name];
    if (said !== undefined) yield Buffer.from(`${JSON.stringify({ url, [name]: said })}\n`);
  }
}
