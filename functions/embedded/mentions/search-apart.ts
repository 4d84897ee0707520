import { Worker } from 'node:worker_threads';
import { Calls } from '../threads/calls.ts';

/**
 * Searches all stored publications of the watch in `directory` on its own thread. Each result is written at once, so a thread
 * that is ended leaves nothing to mend. Throws what the search throws, and where its thread ends without an answer.
 */
export async function searchApart(directory: string): Promise<void> {
  const worker = new Worker(new URL('./search-thread.ts', import.meta.url), { workerData: { directory } });
  const calls = new Calls(worker);
  worker.on('error', error => calls.break(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', code => calls.break(new Error(`the search ended with code ${code}`)));
  try {
    await calls.remote<{ search(): Promise<void> }>('search').search();
  } finally {
    await worker.terminate();
  }
}
