/** Writes the results of a crawl that has ended: a plan, the sites in batches side by side, and the summary. */

import type { Context } from 'aws-lambda';
import * as aws from '../../shared/adapters/aws/open.ts';
import type { StoredFile } from '../../shared/domain/protocol/crawl-record.ts';
import type { Counters, CrawlRow } from '../../shared/domain/protocol/crawl-state.ts';
import { refusal } from '../../shared/domain/refusal/refusal.ts';
import { kindOf } from '../../shared/domain/spec/crawl-kind.ts';
import type { ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import { createCrawlRules } from '../../shared/domain/turn/crawl-rules.ts';
import { prepareScope } from '../../shared/domain/url/site-scope.ts';
import { tableSink } from '../../shared/files/write-table.ts';
import { figuresIn } from '../../shared/report/summary-part.ts';
import { notingLost } from '../../shared/steps/unload/lost-segment.ts';
import { siteFileNames } from '../../shared/steps/unload/site-file-names.ts';
import { unloadSite } from '../../shared/steps/unload/unload-site.ts';
import { builtInWriters } from '../../shared/wings/graph/formats/built-in-writers.ts';
import type { ResultWriter } from '../../shared/wings/graph/formats/result-writer.ts';
import { resultParts } from '../../shared/wings/result-parts.ts';
import { announce } from './announce.ts';
import { pluginWritersOf } from './deployed-parts.ts';
import { failureOf, finalFailure, giveUpEnded, giveUpRun } from './give-up.ts';
import { logger } from './lambda-log.ts';
import { batchFile, type PlannedSite, siteFile } from './life/control-files.ts';
import { finishCrawl } from './life/finish-crawl.ts';
import type { ExecutionEnd, Planned, RunInput, UnloadBatch, UnloadEvent, Unloaded } from './life/life-events.ts';
import { isDeleted } from './life/removal.ts';

/** Tasks of one Map, at most: each takes some events of the execution's history. */
const mostBatches = 200;
/** Another site is begun only with so much time left; then the batch is requested again. */
const siteMs = 300_000;

export async function handler(
  event: UnloadEvent | ExecutionEnd,
  context: Context,
): Promise<RunInput | Planned | Unloaded> {
  if ('executionArn' in event) return await giveUpEnded(event);
  const { kind, crawl, run } = event;
  logger.info('unload', { crawl, run, kind, ...(kind === 'batch' && { batch: event.batch }) });
  // The rest of the execution does nothing.
  if (await isDeleted(crawl)) return { ...event, batches: [], done: true };
  try {
    return await unload(event, context);
  } catch (error) {
    // Reported at once, not after the retries, which cannot help it.
    const failure = finalFailure(error);
    if (failure !== undefined) await aws.openAwsRegistry().markFailed(crawl, failure);
    throw error;
  }
}

export async function unload(
  event: UnloadEvent,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<RunInput | Planned | Unloaded> {
  const { kind, crawl, run } = event;
  switch (kind) {
    case 'plan':
      return await planOrLeave({ crawl, run });
    case 'batch':
      return await unloadBatch(event, () => context.getRemainingTimeInMillis() >= siteMs);
    case 'summary':
      for (const ended of await finishCrawl({ crawl, run })) await announce(ended);
      return { crawl, run };
    case 'failed':
      await giveUpRun({ crawl, run }, failureOf(event.error));
      return { crawl, run };
  }
}

function writersOf(spec: ResolvedSpec): readonly ResultWriter[] {
  return [...spec.formats.map(name => builtInWriters.get(name)!), ...pluginWritersOf(spec)];
}

/** The results of a crawl with a site that the function cannot hold are written elsewhere; its record says so. */
async function planOrLeave(input: RunInput): Promise<Planned> {
  const most = aws.unloadedUrls();
  const { crawl } = input;
  const large = (await aws.openAwsStore('unload').readSites(crawl)).find(({ counters }) => urlsOf(counters) > most);
  if (large === undefined || !kindOf((await knownCrawl(crawl)).spec).hasSegments) return await plan(input);
  const { origin, counters } = large;
  await aws
    .openAwsRegistry()
    .markFailed(crawl, [refusal('unload-elsewhere', { origin, urls: urlsOf(counters), most, crawl })]);
  return { ...input, batches: [], isTooLarge: true };
}

/** Time and memory follow the number of URLs and of links; a page has 100 links where they were measured (docs/benchmarks.md). */
function urlsOf({ queued, links }: Counters): number {
  return Math.max(queued, Math.ceil(links / 100));
}

/** A watch writes no files of its sources. */
async function plan({ crawl, run }: RunInput): Promise<Planned> {
  if (!kindOf((await knownCrawl(crawl)).spec).hasSegments) return { crawl, run, batches: [] };
  const names = siteFileNames(await aws.openAwsStore('unload').readSites(crawl));
  const sites = [...names].map(([site, fileName]): PlannedSite => ({ site, fileName })).sort((a, b) => a.site - b.site);
  const size = Math.max(1, Math.ceil(sites.length / mostBatches));
  const batches: UnloadBatch[] = [];
  for (let from = 0; from < sites.length; from += size) {
    const batch = batches.length;
    await batchFile(run, batch).put(aws.openAwsObjects(crawl), sites.slice(from, from + size));
    batches.push({ kind: 'batch', crawl, run, batch });
  }
  return { crawl, run, batches };
}

/** A repeat leaves out the sites that are written. At least one is written, however little time there is. */
async function unloadBatch({ crawl, run, batch }: UnloadBatch, canBegin: () => boolean): Promise<Unloaded> {
  const objects = aws.openAwsObjects(crawl);
  const row = await knownCrawl(crawl);
  const written = new Set(await objects.list(`control/${run}/sites/`));
  const open = (await batchFile(run, batch).get(objects)).filter(({ site }) => !written.has(siteFile(run, site).name));
  for (const [index, planned] of open.entries()) {
    if (index > 0 && !canBegin()) return { kind: 'batch', crawl, run, batch, done: false };
    await unloadOne(row, run, planned);
  }
  return { kind: 'batch', crawl, run, batch, done: true };
}

async function unloadOne(crawl: CrawlRow, run: number, { site, fileName }: PlannedSite): Promise<void> {
  const store = aws.openAwsStore('unload');
  await prepareScope(crawl.spec);
  const objects = aws.openAwsObjects(crawl.id);
  const row = await store.readSite(crawl.id, site);
  if (row === undefined) throw new Error(`site ${site} of crawl ${crawl.id} is not in the table of crawls`);
  const files: StoredFile[] = [];
  const sink = tableSink(
    aws.openAwsSink(crawl.id, file => files.push(file)),
    crawl.spec.formats,
  );
  const onLost = notingLost(store, aws.openAwsClock());
  const parts = resultParts({ store, objects }, createCrawlRules(crawl.spec), writersOf(crawl.spec), { onLost });
  const { answers } = await unloadSite(parts, { row, fileName }, sink);
  await siteFile(run, site).put(objects, { site, answers, files });
  const { arcs } = figuresIn({ answers });
  logger.info('site is written', { crawl: crawl.id, site, files: files.length, arcs });
}

async function knownCrawl(id: string): Promise<CrawlRow> {
  const crawl = await aws.openAwsStore('unload').readCrawl(id);
  if (crawl === undefined) throw new Error(`crawl ${id} is not in the table of crawls`);
  return crawl;
}
