import { Worker } from 'node:worker_threads';
import { Calls } from '../threads/calls.ts';
import type { TrainedWatch, TrainingOrder } from './train-watch.ts';

export interface TrainingTask extends TrainingOrder {
  readonly directory: string;
}

/** How far a training is: the model first, then, if it is adopted, the tones of stored mentions. */
export interface TrainingProgress {
  readonly stage: 'training' | 'telling';
  /** From 0 to 1. */
  readonly share: number;
}

/** The calls that the thread may make. */
export interface TrainingListener {
  told(progress: TrainingProgress): Promise<void>;
}

/**
 * Trains on its own thread. `signal` ends it: a model that is not written by then is not used. Throws what the training throws, and
 * where its thread ends without an answer.
 */
export async function trainApart(
  task: TrainingTask,
  told: (progress: TrainingProgress) => void,
  signal?: AbortSignal,
): Promise<TrainedWatch> {
  const worker = new Worker(new URL('./train-thread.ts', import.meta.url), { workerData: task });
  const calls = new Calls(worker);
  calls.serve('listener', { told: async progress => told(progress) } satisfies TrainingListener);
  worker.on('error', error => calls.break(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', code => calls.break(new Error(`the training ended with code ${code}`)));
  const end = (): void => void worker.terminate();
  signal?.addEventListener('abort', end);
  try {
    return await calls.remote<{ train(): Promise<TrainedWatch> }>('training').train();
  } finally {
    signal?.removeEventListener('abort', end);
    await worker.terminate();
  }
}
