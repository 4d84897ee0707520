/**
 * A state thread that loads its code while the process still reads what it is to do: both take a tenth of a second and more.
 * It gets its data when somebody takes it. Until then it opens nothing, and no process waits for it.
 */
import { once } from 'node:events';
import { MessageChannel, MessagePort, Worker } from 'node:worker_threads';

interface SpareThread {
  readonly worker: Worker;
  /** Takes its data. */
  readonly given: MessagePort;
}

let spare: SpareThread | undefined;

/** Does `work` while a thread is prepared for it. The thread is ended where nobody took it. */
export async function withSpareThread<T>(work: () => Promise<T>): Promise<T> {
  prepare();
  try {
    return await work();
  } finally {
    void spare?.worker.terminate();
    spare = undefined;
  }
}

/** Where the machine has no room for a thread, whoever needs one learns of that. */
function prepare(): void {
  if (spare !== undefined) return;
  try {
    const { port1: given, port2: port } = new MessageChannel();
    const worker = startWorker(port, [port]);
    spare = { worker, given };
    const forget = (): void => {
      if (spare?.worker === worker) spare = undefined;
    };
    worker.once('error', forget);
    worker.once('exit', forget);
    worker.unref();
  } catch {
    // Starting it again tells why.
  }
}

/** The thread that was prepared, or a new one; each is given once. */
export function startStateThread(data: object): Worker {
  if (spare === undefined) return startWorker(data);
  const { worker, given } = spare;
  spare = undefined;
  worker.ref();
  given.postMessage(data);
  given.close();
  return worker;
}

/** On the thread: its data, `given` being its `workerData`. */
export async function takeData<Data extends object>(given: Data | MessagePort): Promise<Data> {
  if (!(given instanceof MessagePort)) return given;
  const [data] = (await once(given, 'message')) as [Data];
  return data;
}

function startWorker(workerData: object, transferList: readonly MessagePort[] = []): Worker {
  return new Worker(new URL('../state-thread.ts', import.meta.url), { workerData, transferList: [...transferList] });
}
