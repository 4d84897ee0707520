import * as aws from '../../../shared/adapters/aws/open.ts';
import { defined } from '../../../shared/domain/defined.ts';
import { type Refusal, refusal } from '../../../shared/domain/refusal/refusal.ts';
import { kindOf } from '../../../shared/domain/spec/crawl-kind.ts';
import { createCrawlRules } from '../../../shared/domain/turn/crawl-rules.ts';
import { prepareScope } from '../../../shared/domain/url/site-scope.ts';
import { tableSink, writeBlocks } from '../../../shared/files/write-table.ts';
import type { ObjectStore } from '../../../shared/ports/ports.ts';
import { crawlEnded, type PlaceEvent } from '../../../shared/report/place-events.ts';
import type { CrawlSummary } from '../../../shared/report/summary.ts';
import { watchSummary } from '../../../shared/report/watch-summary.ts';
import type { UnloadedSite } from '../../../shared/steps/unload/result-part.ts';
import { hasFiles } from '../../../shared/steps/unload/site-file-names.ts';
import { unloadCrawl, unloadSites } from '../../../shared/steps/unload/unload-crawl.ts';
import { filesOfTables } from '../../../shared/wings/analysis-tables.ts';
import { resultParts } from '../../../shared/wings/result-parts.ts';
import { finishedFile, resultsFile, siteFile } from './control-files.ts';
import type { RunInput } from './life-events.ts';
import { StoredFiles } from './stored-files.ts';

/** Files of one part of the list of results. */
const filesPerPart = 200;
const readAtOnce = 16;

/** Writes the files of the whole crawl and the list of results; only then is the crawl finished. Answers the events of its end. */
export async function finishCrawl({ crawl, run }: RunInput): Promise<readonly PlaceEvent[]> {
  const store = aws.openAwsStore('unload');
  const objects = aws.openAwsObjects(crawl);
  const row = await store.readCrawl(crawl);
  if (row === undefined) throw new Error(`crawl ${crawl} is not in the table of crawls`);
  const files = new StoredFiles();
  const finish = async (): Promise<number> => {
    await finishedFile(run).put(objects, aws.openAwsClock().now());
    return await finishedFile(run).get(objects);
  };
  const summaries: CrawlSummary[] = [];
  const onSummary = (summary: CrawlSummary): void => void summaries.push(summary);
  // Every site is written: no writer is requested any more.
  const { hasSegments } = kindOf(row.spec);
  await prepareScope(row.spec);
  const rules = createCrawlRules(row.spec);
  const parts = hasSegments ? resultParts({ store, objects }, rules, [], { onSummary }) : [watchSummary(onSummary)];
  const sink = tableSink(
    aws.openAwsSink(crawl, file => files.add(file)),
    row.spec.formats,
  );
  const numbers = (await store.readSites(crawl)).filter(hasFiles).map(({ site }) => site);
  const sites = hasSegments ? readWrittenSites(objects, run, numbers, files) : unloadSites(store, crawl, parts, sink);
  const end = { crawl, sites, finishedAt: finish, notices: [] };
  const { finishedAt, files: names } = await unloadCrawl(store, end, parts, sink);
  await writeResults(objects, run, files);
  await writeTableLists(crawl, names);
  await store.setState(crawl, 'unloading', 'finished', { finishedAt });
  // A stopped watch can be run again, however late.
  if (hasSegments) await aws.openAwsRegistry().markFinished(crawl, finishedAt);
  const ended = { crawl, run, kind: kindOf(row.spec).name };
  const written = { finishedAt, results: aws.resultAddress(crawl), files: names };
  const events: PlaceEvent[] = [];
  for (const summary of summaries) {
    const failure = hasSegments && summary.outcomes.nodes === 0 ? whyNothing(summary) : undefined;
    if (failure !== undefined) await aws.openAwsRegistry().markFailed(crawl, failure);
    events.push(crawlEnded(ended, { summary, ...written, ...defined({ failure }) }));
  }
  return events;
}

/** Some sites at a time: what a part answered about them stays in memory only as far as the part needs it. */
async function* readWrittenSites(
  objects: ObjectStore,
  run: number,
  sites: readonly number[],
  files: StoredFiles,
): AsyncIterable<UnloadedSite> {
  for (let from = 0; from < sites.length; from += readAtOnce) {
    const some = sites.slice(from, from + readAtOnce);
    const written = await Promise.all(some.map(async site => await siteFile(run, site).get(objects)));
    for (const { site, answers, files: own } of written) {
      for (const file of own) files.add(file);
      yield { site, answers, files: own.map(({ name }) => name) };
    }
  }
}

async function writeResults(objects: ObjectStore, run: number, files: StoredFiles): Promise<void> {
  let part = 0;
  for (const some of files.sorted(filesPerPart)) await resultsFile(run, part++).put(objects, some);
}

/** The Parquet files of the crawl become rows of Athena's tables. */
async function writeTableLists(crawl: string, files: readonly string[]): Promise<void> {
  const sink = aws.openAwsTables(crawl, table => aws.tableListKey(crawl, table));
  const lists = filesOfTables(files);
  for (const [table, own] of lists)
    await writeBlocks(sink, table, [Buffer.from(own.map(name => `${aws.resultAddress(crawl, name)}\n`).join(''))]);
}

/** A crawl of nothing is no success with empty files. */
function whyNothing({ finishReason, sites }: CrawlSummary): readonly Refusal[] {
  const whys = sites.flatMap(({ why }) => (why === undefined ? [] : [why]));
  const more = whys.length > 3 ? whys.length - 3 : undefined;
  return [refusal('nothing-crawled', { reason: finishReason, whys: whys.slice(0, 3).join('; '), more })];
}
