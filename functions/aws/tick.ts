/**
 * The clock of a crawl: finish conditions, grants, the sweeper; and when to look again. Short waits pass in the function, long
 * ones in the state machine.
 */

import type { Context } from 'aws-lambda';
import { openAwsClock, openAwsQueue, openAwsRegistry, openAwsStore } from '../../shared/adapters/aws/open.ts';
import type { CrawlRow } from '../../shared/domain/protocol/crawl-state.ts';
import { outlived } from '../../shared/domain/protocol/longest-crawl.ts';
import { kindOf } from '../../shared/domain/spec/crawl-kind.ts';
import { tick } from '../../shared/steps/life/tick.ts';
import { sharedBudget } from '../../shared/wings/sets/budget/shared-budget.ts';
import { isDeleting } from '../http/views/crawl-view.ts';
import { conditionsOf } from './deployed-parts.ts';
import { asTaskError, finalFailure } from './give-up.ts';
import { logger } from './lambda-log.ts';
import type { TickEvent, Ticked } from './life/life-events.ts';
import { secondsToNext, waitsItself } from './life/tick-wait.ts';

/** A tick is nine events of the execution's history, which may have 25,000; the most are for unloading a million sites. */
const mostTicks = 800;
/** Of a crawl with more, a tick reads a part: 50,000 rows are some 35 MB, which take five seconds. */
const mostSitesOfTick = 50_000;

/** `context`: of a Lambda; without it the function waits for nothing. */
export async function handler(event: TickEvent, context?: Pick<Context, 'getRemainingTimeInMillis'>): Promise<Ticked> {
  for (let at = event; ; ) {
    const ticked = await tickOnce(at);
    if (context === undefined || !waitsItself(ticked, context.getRemainingTimeInMillis())) return ticked;
    await openAwsClock().sleep(ticked.waitSeconds * 1_000);
    at = ticked;
  }
}

async function tickOnce(event: TickEvent): Promise<Ticked> {
  const { crawl, run, ticks = 0 } = event;
  const record = await openAwsRegistry().read(crawl);
  const over = { crawl, run, ticks: ticks + 1, running: false, waitSeconds: 0, renew: false };
  if (record === undefined || isDeleting(record.failure) || record.run > run) return { ...over, isSuperseded: true };
  // A consumer met what no retry helps, and said so.
  if (record.failure !== undefined) return { ...over, error: asTaskError(record.failure) };
  try {
    return await tickRunning(event);
  } catch (error) {
    const failure = finalFailure(error);
    if (failure === undefined) throw error;
    return { ...over, error: asTaskError(failure) };
  }
}

async function tickRunning({ crawl, run, ticks = 0 }: TickEvent): Promise<Ticked> {
  const ports = { clock: openAwsClock(), store: openAwsStore('tick'), queue: openAwsQueue() };
  const known = await knownCrawl(crawl);
  const cause = known.stop === undefined ? outlived(known, ports.clock.now()) : undefined;
  if (cause !== undefined) await ports.store.requestStop(crawl, { reason: 'stopped', cause });
  const conditions = conditionsOf(known.spec);
  const running = await tick({ ...ports, budget: sharedBudget(ports) }, crawl, conditions, mostSitesOfTick);
  const row = await knownCrawl(crawl);
  // A watch that has lost its last source ends as a crawl does.
  if (running && !kindOf(row.spec).ends && row.stop === undefined && row.activeSites > 0)
    return { crawl, run, ticks: ticks + 1, running, waitSeconds: 0, renew: false, isWatched: true };
  const waitSeconds = secondsToNext(row, ticks, ports.clock.now());
  logger.info('tick', { crawl, run, running, stop: row.stop, activeSites: row.activeSites, waitSeconds });
  return { crawl, run, ticks: ticks + 1, running, waitSeconds, renew: ticks + 1 >= mostTicks };
}

async function knownCrawl(id: string): Promise<CrawlRow> {
  const row = await openAwsStore('tick').readCrawl(id);
  if (row === undefined) throw new Error(`crawl ${id} is not in the table of crawls`);
  return row;
}
