/**
 * A state thread that loads its code while the process still reads what it is to do: both take a tenth of a second and more.
 * It gets its data when somebody takes it. Until then it opens nothing, and no process waits for it.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';

interface SpareThread {
  readonly worker: Worker;
  /** Takes its data. */
  readonly given: MessagePort;
  /** A single number in memory that both threads have: 0 until the data is there, or nobody takes the thread. */
  readonly isGiven: Int32Array;
}

/** The data of a thread that is prepared before its task is known. */
export interface DataLater {
  readonly port: MessagePort;
  readonly isGiven: Int32Array;
}

let spare: SpareThread | undefined;

/** Does `work` while a thread is prepared for it. The thread is ended where nobody took it. */
export async function withSpareThread<T>(work: () => Promise<T>): Promise<T> {
  prepare();
  try {
    return await work();
  } finally {
    if (spare !== undefined) end(spare);
    spare = undefined;
  }
}

/** A thread terminated just when it begins to wait might wait for ever, with its process: so it is woken first. */
function end({ worker, given, isGiven }: SpareThread): void {
  wake(isGiven);
  given.close();
  void worker.terminate();
}

function wake(isGiven: Int32Array): void {
  Atomics.store(isGiven, 0, 1);
  Atomics.notify(isGiven, 0);
}

/** If the machine has no room for a thread, the caller that needs one gets the error. */
function prepare(): void {
  if (spare !== undefined) return;
  try {
    const { port1: given, port2: port } = new MessageChannel();
    const isGiven = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const worker = startWorker({ port, isGiven } satisfies DataLater, [port]);
    spare = { worker, given, isGiven };
    const forget = (): void => {
      if (spare?.worker === worker) spare = undefined;
    };
    worker.once('error', forget);
    worker.once('exit', forget);
    worker.unref();
  } catch {
    // Starting it again says why.
  }
}

/** The thread that was prepared, or a new one; each is given once. */
export function startStateThread(data: object): Worker {
  if (spare === undefined) return startWorker(data);
  const { worker, given, isGiven } = spare;
  spare = undefined;
  worker.ref();
  given.postMessage(data);
  wake(isGiven);
  given.close();
  return worker;
}

/**
 * On the thread: its data, `given` being its `workerData`. Nothing else happens on the thread until they are there; where nobody takes the
 * thread, it ends.
 */
export function takeData<Data extends object>(given: Data | DataLater): Data {
  if (!('isGiven' in given)) return given;
  Atomics.wait(given.isGiven, 0, 0);
  const received = receiveMessageOnPort(given.port) as { message: Data } | undefined;
  given.port.close();
  if (received === undefined) process.exit();
  return received.message;
}

function startWorker(workerData: object, transferList: readonly MessagePort[] = []): Worker {
  return new Worker(new URL('../state-thread.ts', import.meta.url), { workerData, transferList: [...transferList] });
}
