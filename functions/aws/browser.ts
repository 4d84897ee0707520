/**
 * Consumer of the browser queue: fetch turns of crawls that render or click. The turns of an invocation load one page at a
 * time, and click through one page at a time. Browsers and memory are of this invocation alone, so nothing is lost when the process is frozen.
 */

import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { awsProcesses, openAwsBrowserQueue, openAwsQueue } from '../../shared/adapters/aws/open.ts';
import { openRenderer, openTraverser } from '../../shared/adapters/browser/open.ts';
import type { Message } from '../../shared/domain/protocol/crawl-state.ts';
import { protocol } from '../../shared/domain/protocol/protocol.ts';
import { kindOf } from '../../shared/domain/spec/crawl-kind.ts';
import type { Queue, Wake } from '../../shared/ports/ports.ts';
import { fetchTurn } from '../../shared/steps/fetch/fetch-turn.ts';
import { type AnswerRecord, StoredRecord } from '../../shared/steps/page/answer-record.ts';
import { renderWith } from '../../shared/steps/render/render-pages.ts';
import { fetchBatch } from './fetch-batch.ts';
import { count } from './lambda-log.ts';

/** The messages after the turn of a watch are mostly pages, which need no browser: only the turn itself comes here again. */
function queuesOfWatch({ turn }: Message): Queue {
  return {
    send: async wakes => {
      const isSame = ({ kind, turn: other }: Wake): boolean => kind === 'fetch' && other === turn;
      const [own, others] = [wakes.filter(isSame), wakes.filter(wake => !isSame(wake))];
      if (own.length > 0) await openAwsBrowserQueue().send(own);
      if (others.length > 0) await openAwsQueue().send(others);
    },
  };
}

export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const chromium = { processes: awsProcesses(), inLambda: true };
  const [renderer, traverser] = [openRenderer(chromium), openTraverser(chromium)];
  const shared = { renderer, traverser, sites: new Map(), lines: new Map() };
  const records = new Map<string, AnswerRecord>();
  try {
    return await fetchBatch(event, context, {
      name: 'browser',
      queue: openAwsBrowserQueue(),
      mostTurns: event.Records.length,
      visit: async (worker, message) => {
        count('RenderTurns');
        const record = records.get(message.crawl) ?? new StoredRecord(worker.ports.objects);
        records.set(message.crawl, record);
        const rendering = renderWith({ ...shared, record });
        const crawl = await worker.ports.store.readCrawl(message.crawl);
        const ports =
          crawl !== undefined && kindOf(crawl.spec).name === 'watch'
            ? { ...worker.ports, queue: queuesOfWatch(message) }
            : worker.ports;
        return await fetchTurn({ ...worker, ports, rendering, longestWaitMs: protocol.longestBrowserWaitMs }, message);
      },
    });
  } finally {
    // Each waits for browsers that are just being started.
    try {
      await traverser.close();
    } finally {
      await renderer.close();
    }
  }
}
