/**
 * Consumer of the fetch queue: one invocation drives the turns of many hosts in one event loop, so a slow host holds
 * nobody but itself. No turn outlives its Lambda: one is begun only while its hard end still fits.
 */

import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import {
  awsIds,
  openAwsClock,
  openAwsFetcher,
  openAwsFetchStore,
  openAwsObjects,
  openAwsQueue,
  openAwsVisibility,
} from '../../shared/adapters/aws/open.ts';
import type { Handled, Message } from '../../shared/domain/protocol/crawl-state.ts';
import { protocol } from '../../shared/domain/protocol/protocol.ts';
import type { CompiledRobots } from '../../shared/domain/robots/match-robots.ts';
import type { FetchRules } from '../../shared/domain/turn/crawl-rules.ts';
import type { Clock, Fetcher } from '../../shared/ports.ts';
import { fetchTurn } from '../../shared/steps/fetch/fetch-turn.ts';
import type { FetchWorker } from '../../shared/steps/fetch/turn.ts';
import { sharedBudget } from '../../shared/wings/sets/budget/shared-budget.ts';
import { consumeBatch } from './consume-batch.ts';
import { fetchRulesOf } from './deployed-parts.ts';
import { crawlsWithinBound } from './invocation-bound.ts';
import { KeptByCrawl, memoryBytes } from './kept-by-crawl.ts';
import { count, lambdaLog, writeCounts } from './lambda-log.ts';

/** What a turn needs after its hard end: to store, to commit, to wake. */
const commitMs = 5_000;

const keptRules = new KeptByCrawl<FetchRules>(32);
const robots = new Map<string, CompiledRobots>();

export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const canBegin = (): boolean => context.getRemainingTimeInMillis() >= protocol.hardEndMs + commitMs;
  if (!canBegin())
    throw new Error(`the fetch function needs a timeout of more than ${protocol.hardEndMs + commitMs} ms`);
  const within = await crawlsWithinBound(event);
  const visibility = openAwsVisibility('fetch');
  const clock = openAwsClock();
  // Of this invocation alone: a connection does not survive that the process is frozen.
  const fetcher = openAwsFetcher();
  try {
    return await consumeBatch(event, {
      queue: openAwsQueue(),
      lane: ({ id }) => id,
      mostLanes: mostTurns(),
      canBegin,
      handle: async message => await runTurn(message, clock, fetcher, within),
      putBack: async (receipt, delayMs) => await visibility.putBack(receipt, delayMs),
    });
  } finally {
    await fetcher.close();
    writeCounts();
  }
}

async function runTurn(
  message: Message,
  clock: Clock,
  fetcher: Fetcher,
  within: ReadonlySet<string>,
): Promise<Handled> {
  if (!within.has(message.crawl)) throw new Error(`crawl ${message.crawl} has used up twice its invocations`);
  count('Turns');
  return await fetchTurn(workerFor(message.crawl, clock, fetcher), message);
}

function workerFor(crawl: string, clock: Clock, fetcher: Fetcher): FetchWorker {
  const store = openAwsFetchStore();
  const queue = openAwsQueue();
  return {
    ports: {
      clock,
      fetcher,
      store,
      objects: openAwsObjects(crawl),
      queue,
      budget: sharedBudget({ clock, store, queue }),
      ids: awsIds,
      log: lambdaLog(crawl),
    },
    urlsPerTurn: protocol.mostUrlsAws,
    clockSkewMs: protocol.clockSkewMs,
    retryHeldMs: protocol.heldRetryAwsMs,
    signal: AbortSignal.timeout(protocol.hardEndMs),
    rules: ({ id, spec }) => keptRules.get(id, () => fetchRulesOf(spec)),
    robots,
  };
}

/** Turns at once: up to 32, and as many as fit into the memory with the most that each may hold. */
function mostTurns(): number {
  const own = 128 * 1024 * 1024;
  return Math.max(1, Math.min(32, Math.floor((memoryBytes() - own) / protocol.maxTurnBytes)));
}
