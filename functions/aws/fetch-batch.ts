/**
 * The common part of the two consumers of fetch turns. One invocation drives the turns of many hosts in one event loop, so a slow
 * host holds nobody but itself. No turn outlives its Lambda: one is begun only while its hard end still fits.
 */

import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as aws from '../../shared/adapters/aws/open.ts';
import type { Handled, Message } from '../../shared/domain/protocol/crawl-state.ts';
import type { BodyRoom } from '../../shared/domain/protocol/fetch-memory.ts';
import { protocol, turnsAws } from '../../shared/domain/protocol/protocol.ts';
import type { CompiledRobots } from '../../shared/domain/robots/match-robots.ts';
import type { FetchRules } from '../../shared/domain/turn/crawl-rules.ts';
import { prepareScope } from '../../shared/domain/url/site-scope.ts';
import type { Clock, Queue } from '../../shared/ports/ports.ts';
import type { Fetcher } from '../../shared/ports/request-ports.ts';
import type { PagePicks } from '../../shared/steps/fetch/page-picks.ts';
import type { FetchWorker } from '../../shared/steps/fetch/turn.ts';
import { sharedBudget } from '../../shared/wings/sets/budget/shared-budget.ts';
import { learntPicks } from '../../shared/wings/sets/order/page-picks.ts';
import { consumeBatch } from './consume-batch.ts';
import { fetchRulesOf } from './deployed-parts.ts';
import { crawlsWithinBound } from './invocation-bound.ts';
import { lambdaLog, writeCounts } from './lambda-log.ts';
import { KeptByCrawl } from './life/kept-by-crawl.ts';

/** Time that a turn needs after its hard end: to store, to commit, to wake. */
const commitMs = 5_000;

/** Time that parsing a turn of some pages takes, beside turns of other sources. */
const parsesFirstMs = 4_000;

const keptRules = new KeptByCrawl<FetchRules>(32);
const keptPicks = new KeptByCrawl<PagePicks>(32);
const robots = new Map<string, CompiledRobots>();

/** One of the consumers. */
export interface Visitor {
  readonly name: 'fetch' | 'browser';
  /** Where wake-ups go. */
  readonly queue: Queue;
  /** Turns at once, at most. */
  readonly mostTurns: number;
  /** Absent: the function has room for what its turns may hold. */
  readonly room?: BodyRoom;
  visit(worker: FetchWorker, message: Message): Promise<Handled>;
}

export async function fetchBatch(event: SQSEvent, context: Context, visitor: Visitor): Promise<SQSBatchResponse> {
  const canBegin = (): boolean => context.getRemainingTimeInMillis() >= protocol.hardEndMs + commitMs;
  if (!canBegin())
    throw new Error(`the ${visitor.name} function needs a timeout of more than ${protocol.hardEndMs + commitMs} ms`);
  const within = await crawlsWithinBound(event);
  const visibility = aws.openAwsVisibility(visitor.name);
  const clock = aws.openAwsClock();
  // Of this invocation alone: a connection does not survive that the process is frozen.
  const fetcher = aws.openAwsFetcher();
  try {
    return await consumeBatch(event, {
      queue: visitor.queue,
      lane: ({ id }) => id,
      mostLanes: visitor.mostTurns,
      canBegin,
      handle: async message => {
        if (!within.has(message.crawl)) throw new Error(`crawl ${message.crawl} has used up twice its invocations`);
        await prepare(message.crawl);
        return await visitIn(visitor, workerFor(message.crawl, clock, fetcher, visitor.queue), message);
      },
      putBack: async (receipt, delayMs) => await visibility.putBack(receipt, delayMs),
    });
  } finally {
    await fetcher.close();
    writeCounts();
  }
}

/** The turn itself reads the crawl next: this answer serves it, too. */
async function prepare(crawl: string): Promise<void> {
  const row = await aws.openAwsFetchStore().readCrawl(crawl);
  if (row !== undefined) await prepareScope(row.spec);
}

async function visitIn({ room, visit }: Visitor, worker: FetchWorker, message: Message): Promise<Handled> {
  const bodies = room?.enter();
  try {
    return await visit(bodies === undefined ? worker : { ...worker, bodies }, message);
  } finally {
    bodies?.leave();
  }
}

function workerFor(crawl: string, clock: Clock, fetcher: Fetcher, queue: Queue): FetchWorker {
  const store = aws.openAwsFetchStore();
  const objects = aws.openAwsObjects(crawl);
  return {
    ports: {
      clock,
      fetcher,
      store,
      hosts: store,
      watched: store,
      objects,
      picks: keptPicks.get(crawl, () => learntPicks({ store, frontier: store, objects })),
      queue,
      budget: sharedBudget({ clock, store, queue }),
      ids: aws.awsIds,
      log: lambdaLog(crawl),
    },
    ...turnsAws,
    clockSkewMs: protocol.clockSkewMs,
    retryHeldMs: protocol.heldRetryAwsMs,
    parsesFirstMs,
    signal: AbortSignal.timeout(protocol.hardEndMs),
    // A resume may have changed the spec.
    rules: ({ id, spec, runStartedAt = 0 }) => keptRules.get(`${id} ${runStartedAt}`, () => fetchRulesOf(spec)),
    robots,
  };
}
