/**
 * Consumer of the fetch queue. Turns of crawls that need a browser, and turns of watches that click, are passed on to the
 * function with the browser.
 */

import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { hasAwsBrowser, openAwsBrowserQueue, openAwsQueue } from '../../shared/adapters/aws/open.ts';
import type { Handled, Message } from '../../shared/domain/protocol/crawl-state.ts';
import { BodyRoom, turnsThatFit } from '../../shared/domain/protocol/fetch-memory.ts';
import { kindOf } from '../../shared/domain/spec/crawl-kind.ts';
import { needsBrowser } from '../../shared/domain/spec/crawl-spec.ts';
import { fetchTurn } from '../../shared/steps/fetch/fetch-turn.ts';
import type { FetchWorker } from '../../shared/steps/fetch/turn.ts';
import { passOn } from './consume-batch.ts';
import { demandDeployed } from './deployed-parts.ts';
import { fetchBatch } from './fetch-batch.ts';
import { count } from './lambda-log.ts';
import { memoryBytes } from './life/kept-by-crawl.ts';

export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const memoryMb = memoryBytes() / 1024 / 1024;
  const room = new BodyRoom(memoryMb);
  const visitor = { name: 'fetch', queue: openAwsQueue(), mostTurns: turnsThatFit(memoryMb), room, visit } as const;
  return await fetchBatch(event, context, visitor);
}

async function visit(worker: FetchWorker, message: Message): Promise<Handled> {
  const crawl = await worker.ports.store.readCrawl(message.crawl);
  if (crawl !== undefined && needsBrowser(crawl.spec)) {
    demandDeployed(crawl.spec);
    await passOn(openAwsBrowserQueue(), message);
    return { kind: 'done' };
  }
  count('Turns');
  if (crawl === undefined || kindOf(crawl.spec).name !== 'watch' || !hasAwsBrowser())
    return await fetchTurn(worker, message);
  const toBrowser = async (handed: Message): Promise<void> => void (await passOn(openAwsBrowserQueue(), handed));
  return await fetchTurn({ ...worker, toBrowser }, message);
}
