/**
 * Consumer of the parse queue. A site's turns are parsed in sequence, and sites side by side. The process knows a site's URLs
 * from committed turns alone and may forget them at any time.
 */

import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as aws from '../../shared/adapters/aws/open.ts';
import { shippedModels } from '../../shared/adapters/tone/open.ts';
import { createCrawlRules } from '../../shared/domain/turn/crawl-rules.ts';
import { prepareScope } from '../../shared/domain/url/site-scope.ts';
import type { Clock } from '../../shared/ports/ports.ts';
import { parseTurn } from '../../shared/steps/parse/parse-turn.ts';
import { createParseWorker, type ParsePorts, type ParseWorker } from '../../shared/steps/parse/parse-worker.ts';
import { builtInOrder } from '../../shared/wings/publications/applications/application-order.ts';
import { PageKeeper } from '../../shared/wings/publications/kept/kept-pages.ts';
import type { SourceReader, VisitWorker } from '../../shared/wings/publications/visits/source-reader.ts';
import { visitParser } from '../../shared/wings/publications/visits/visit-parser.ts';
import { currentSearch } from '../../shared/wings/publications/watch/current-search.ts';
import { type CurrentSearch, visitReader } from '../../shared/wings/publications/watch/visit-reader.ts';
import { sharedBudget } from '../../shared/wings/sets/budget/shared-budget.ts';
import { announcing } from './announce.ts';
import { consumeBatch } from './consume-batch.ts';
import { analyzersOf, hasApplications, runningApplications } from './deployed-parts.ts';
import { crawlsWithinBound } from './invocation-bound.ts';
import { count, lambdaLog, writeCounts } from './lambda-log.ts';
import { KeptByCrawl, memoryBytes } from './life/kept-by-crawl.ts';

/** Sites parsed side by side: while a site claims its links, pages of the next site are read. */
const mostSites = 4;
/** Time of the largest turn, with a table that answers slowly. */
const turnMs = 45_000;
/** Applications may loop on pages until they are switched off at their source. */
const turnWithApplicationsMs = 75_000;

const workers = new KeptByCrawl<ParseWorker>(8);
/** The rows read of the logs of copies: it is large, and worth keeping. */
const copies = new KeptByCrawl<aws.CopyReader>(4);
/** The dictionary and the models of a search: a list of organizations is made into a dictionary once. */
const searches = new KeptByCrawl<CurrentSearch>(4);
/** Of this invocation. */
let msLeft = (): number => 0;

export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const within = await crawlsWithinBound(event);
  const visibility = aws.openAwsVisibility('parse');
  const clock = aws.openAwsClock();
  msLeft = () => context.getRemainingTimeInMillis();
  const neededMs = hasApplications() ? turnWithApplicationsMs : turnMs;
  try {
    return await consumeBatch(event, {
      queue: aws.openAwsQueue(),
      lane: ({ crawl, site }) => `${crawl} ${site}`,
      mostLanes: mostSites,
      canBegin: () => msLeft() >= neededMs,
      repeatsAlone: true,
      handle: async (message, deliveries) => {
        if (!within.has(message.crawl)) throw new Error(`crawl ${message.crawl} has used up twice its invocations`);
        count('Turns');
        if (!workers.has(message.crawl)) await prepare(message.crawl);
        const worker = workers.get(message.crawl, () => newWorker(message.crawl));
        const ports = portsOf(message.crawl, clock);
        return await parseTurn(
          { ...worker, ports, parsers: { watch: visitParser(visitsOf(message.crawl)) } },
          message,
          deliveries,
        );
      },
      putBack: async (receipt, delayMs) => await visibility.putBack(receipt, delayMs),
    });
  } finally {
    // With applications half of the memory is theirs.
    if (process.memoryUsage.rss() > (hasApplications() ? 0.3 : 0.6) * memoryBytes()) {
      workers.clear();
      copies.clear();
      searches.clear();
    }
    writeCounts();
  }
}

/** Reads turns of watches; a crawl that watches nothing never asks it anything. */
function visitsOf(crawl: string): VisitWorker {
  const store = aws.openAwsStore('parse');
  const open = async (): Promise<SourceReader> => {
    const row = await store.readCrawl(crawl);
    if (row?.spec.watch === undefined) throw new Error(`crawl ${crawl} watches nothing`);
    const publications = aws.openAwsPublications(
      crawl,
      copies.get(crawl, () => new aws.CopyReader()),
    );
    const { applications: order = builtInOrder } = row.spec;
    const search = searches.get(crawl, () =>
      currentSearch(aws.openAwsMentions(crawl), aws.openAwsLabels(crawl), shippedModels),
    );
    const runner = runningApplications(() => msLeft());
    const records = publications.applications;
    // The bucket forgets them by itself.
    const pages = new PageKeeper(aws.openAwsObjects(crawl), row.spec.watch.keepPagesDays, true);
    return visitReader(announcing(publications, crawl), row.spec.watch, search, { runner, order, records }, pages);
  };
  return { reader: { read: async visited => await (await open()).read(visited) }, watched: store, settings: store };
}

async function prepare(crawl: string): Promise<void> {
  const row = await aws.openAwsStore('parse').readCrawl(crawl);
  if (row !== undefined) await prepareScope(row.spec);
}

function newWorker(crawl: string): ParseWorker {
  return createParseWorker(
    portsOf(crawl, aws.openAwsClock()),
    ({ spec }) => createCrawlRules(spec),
    ({ spec }) => analyzersOf(spec),
  );
}

function portsOf(crawl: string, clock: Clock): ParsePorts {
  const store = aws.openAwsStore('parse');
  const queue = aws.openAwsQueue();
  return {
    ...{ clock, store, queue, objects: aws.openAwsObjects(crawl), log: lambdaLog(crawl) },
    budget: sharedBudget({ clock, store, queue }),
  };
}
