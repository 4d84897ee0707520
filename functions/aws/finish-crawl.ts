import {
  openAwsClock,
  openAwsObjects,
  openAwsRegistry,
  openAwsSink,
  openAwsStore,
} from '../../shared/adapters/aws/open.ts';
import type { StoredFile } from '../../shared/domain/protocol/crawl-record.ts';
import type { CrawlRow } from '../../shared/domain/protocol/crawl-state.ts';
import { hasFiles } from '../../shared/files/site-file-names.ts';
import type { ObjectStore } from '../../shared/ports.ts';
import { writeCrawlJson } from '../../shared/report/crawl-json.ts';
import type { CrawlSummary } from '../../shared/report/summary.ts';
import { summarizeCrawl } from '../../shared/report/summary.ts';
import { writeChoices } from '../../shared/wings/sets/budget/write-choices.ts';
import { FragmentBuilder } from '../../shared/wings/sets/fragment/fragment-builder.ts';
import { unloadFragment } from '../../shared/wings/sets/fragment/unload-fragment.ts';
import { finishedFile, linksFile, resultsFile, siteFile } from './control-files.ts';
import type { RunInput } from './life-events.ts';

/** Files of one part of the list of results. */
const filesPerPart = 200;
const readAtOnce = 16;

/** Writes `crawl.json` and the list of results; only then is the crawl finished. */
export async function finishCrawl({ crawl: id, run }: RunInput): Promise<RunInput> {
  const store = openAwsStore();
  const objects = openAwsObjects(id);
  const row = await store.readCrawl(id);
  if (row === undefined) throw new Error(`crawl ${id} is not in the table of crawls`);
  const sites = await store.readSites(id);
  const unloaded = await readUnloads(
    objects,
    run,
    sites.filter(hasFiles).map(({ site }) => site),
  );
  await finishedFile(run).put(objects, openAwsClock().now());
  const finishedAt = await finishedFile(run).get(objects);
  const crawl: CrawlRow = { ...row, state: 'finished', finishedAt };
  const files = unloaded.flatMap(site => site.files);
  const sink = openAwsSink(id, file => files.push(file));
  await unloadFragment(sink, await readFragment(objects, run, unloaded), row.spec);
  await writeChoices(store, crawl, sink);
  const summary = summarizeCrawl({
    directory: '',
    crawl,
    sites,
    unloaded: { sites: unloaded, files: files.map(({ name }) => name).sort() },
    notices: [],
  });
  await writeCrawlJson(sink, crawl, summary);
  await writeResults(objects, run, files);
  await store.setState(id, 'unloading', 'finished', { finishedAt });
  await openAwsRegistry().markFinished(id, finishedAt);
  if (summary.outcomes.nodes === 0) await openAwsRegistry().markFailed(id, whyNothing(summary));
  return { crawl: id, run };
}

async function readUnloads(objects: ObjectStore, run: number, sites: readonly number[]) {
  const unloads: Awaited<ReturnType<ReturnType<typeof siteFile>['get']>>[] = [];
  for (let from = 0; from < sites.length; from += readAtOnce) {
    const some = sites.slice(from, from + readAtOnce);
    unloads.push(...(await Promise.all(some.map(async site => await siteFile(run, site).get(objects)))));
  }
  return unloads;
}

/** Some sites at a time: only their sum stays in memory. */
async function readFragment(objects: ObjectStore, run: number, sites: readonly { readonly site: number }[]) {
  const fragment = new FragmentBuilder();
  for (let from = 0; from < sites.length; from += readAtOnce) {
    const some = sites.slice(from, from + readAtOnce);
    const links = await Promise.all(some.map(async ({ site }) => await linksFile(run, site).get(objects)));
    for (const ofSite of links) fragment.add(ofSite);
  }
  return fragment.build();
}

async function writeResults(objects: ObjectStore, run: number, files: readonly StoredFile[]): Promise<void> {
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (let from = 0; from < sorted.length; from += filesPerPart)
    await resultsFile(run, from / filesPerPart).put(objects, sorted.slice(from, from + filesPerPart));
}

/** A crawl of nothing is no success with empty files. */
function whyNothing({ finishReason, sites }: CrawlSummary): string {
  const whys = sites.flatMap(({ why }) => (why === undefined ? [] : [why]));
  const more = whys.length > 3 ? `; and ${whys.length - 3} more sites` : '';
  return `Nothing was crawled (${finishReason}): ${whys.slice(0, 3).join('; ')}${more}.`;
}
