/**
 * Consumer of the fetch queue. Turns of crawls that need a browser, and turns of watches that click, are passed on to the
 * function with the browser.
 */

import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { hasAwsBrowser, openAwsBrowserQueue, openAwsQueue } from '../../shared/adapters/aws/open.ts';
import type { Handled, Message } from '../../shared/domain/protocol/crawl-state.ts';
import { protocol } from '../../shared/domain/protocol/protocol.ts';
import { needsBrowser } from '../../shared/domain/spec/crawl-spec.ts';
import { fetchTurn } from '../../shared/steps/fetch/fetch-turn.ts';
import type { FetchWorker } from '../../shared/steps/fetch/turn.ts';
import { passOn } from './consume-batch.ts';
import { demandDeployed } from './deployed-parts.ts';
import { fetchBatch } from './fetch-batch.ts';
import { memoryBytes } from './kept-by-crawl.ts';
import { count } from './lambda-log.ts';

export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  return await fetchBatch(event, context, { name: 'fetch', queue: openAwsQueue(), mostTurns: mostTurns(), visit });
}

async function visit(worker: FetchWorker, message: Message): Promise<Handled> {
  const crawl = await worker.ports.store.readCrawl(message.crawl);
  if (crawl !== undefined && needsBrowser(crawl.spec)) {
    demandDeployed(crawl.spec);
    await passOn(openAwsBrowserQueue(), message);
    return { kind: 'done' };
  }
  count('Turns');
  if (crawl?.spec.watch === undefined || !hasAwsBrowser()) return await fetchTurn(worker, message);
  const toBrowser = async (handed: Message): Promise<void> => void (await passOn(openAwsBrowserQueue(), handed));
  return await fetchTurn({ ...worker, toBrowser }, message);
}

/** Turns at once: up to 32, and as many as fit into the memory with the most that each may hold. */
function mostTurns(): number {
  const own = 128 * 1024 * 1024;
  return Math.max(1, Math.min(32, Math.floor((memoryBytes() - own) / protocol.maxTurnBytes)));
}
