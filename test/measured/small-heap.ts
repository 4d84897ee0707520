import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * Runs a module that calls `answerWith` in a thread whose heap may have `heapMb` megabytes, and gives its answer. Rejects
 * with ERR_WORKER_OUT_OF_MEMORY where that is too little.
 */
export async function inSmallHeap<Result>(module: URL, heapMb: number, data: unknown): Promise<Result> {
  const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 8 };
  const worker = new Worker(module, { workerData: data, resourceLimits });
  return await new Promise<Result>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', code => reject(new Error(`the thread ended with ${code} and no answer`)));
  }).finally(() => worker.terminate());
}

/** In such a module. */
export async function answerWith<Data>(work: (data: Data) => Promise<unknown>): Promise<void> {
  parentPort?.postMessage(await work(workerData as Data));
}

let collectGarbage: (() => void) | undefined;

/** Bytes of this thread that are in use: the heap and what lies outside it (buffers). */
export function liveBytes(): number {
  setFlagsFromString('--expose-gc');
  collectGarbage ??= runInNewContext('gc') as () => void;
  // Buffers that one collection finds free are counted as free by the next.
  for (let i = 0; i < 3; i += 1) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
