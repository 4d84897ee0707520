import { Worker } from 'node:worker_threads';
import { Calls } from '../embedded/threads/calls.ts';
import type { LocalCrawls } from './local-crawls.ts';

export interface CrawlsClient {
  readonly crawls: Pick<LocalCrawls, keyof LocalCrawls>;
  close(): Promise<void>;
}

/** States of crawls, read on a thread of their own. Calls fail when the thread has died. */
export function openCrawlsThread(): CrawlsClient {
  const worker = new Worker(new URL('./crawls-thread.ts', import.meta.url));
  const calls = new Calls(worker);
  worker.on('error', error => calls.break(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => calls.break(new Error('the thread that reads crawls has ended')));
  return {
    crawls: calls.remote<LocalCrawls>('crawls'),
    close: async () => {
      await worker.terminate();
    },
  };
}
