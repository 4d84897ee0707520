import { Worker } from 'node:worker_threads';
import type { LockHolder } from '../../shared/adapters/local/open.ts';
import { BadInput, type Refusal } from '../../shared/domain/refusal/refusal.ts';
import type { ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import type { ScheduledStore } from '../../shared/wings/sets/schedule/schedule-store.ts';
import { Calls } from './calls.ts';
import type { StateThread } from './state-thread.ts';

/** The main thread's side of the state thread. */
export interface StateClient {
  readonly store: ScheduledStore;
  readonly thread: StateThread;
  /** Lets the thread send to this side's queue. */
  serveQueue(queue: object): void;
  /** Called when the thread dies of an error; calls under way fail too. */
  onFailure(listener: (error: Error) => void): void;
  /** Ends the thread at once, whatever it does: the state is whole at every instant. */
  terminate(): Promise<void>;
}

/** For the holder of the directory's lock. */
export function openStateThread(directory: string, holder: LockHolder): StateClient {
  const worker = new Worker(new URL('./state-thread.ts', import.meta.url), { workerData: { directory, holder } });
  const calls = new Calls(worker);
  const listeners: ((error: Error) => void)[] = [];
  const fail = (error: Error): void => {
    calls.break(error);
    for (const listener of listeners) listener(error);
  };
  worker.on('error', thrown => fail(errorOf(thrown)));
  worker.on('exit', code => {
    if (code !== 0) fail(new Error(`the state thread ended with code ${code}`));
  });
  const thread = calls.remote<StateThread>('thread');
  return {
    store: withSpecKept(calls.remote<ScheduledStore>('store'), thread),
    thread,
    serveQueue: queue => calls.serve('queue', queue),
    onFailure: listener => listeners.push(listener),
    terminate: async () => {
      worker.removeAllListeners('exit');
      await worker.terminate();
    },
  };
}

/** The same store, whose crawl rows cross without their specs. */
function withSpecKept(store: ScheduledStore, thread: Pick<StateThread, 'readCrawl'>): ScheduledStore {
  let spec: ResolvedSpec | undefined;
  const readCrawl: ScheduledStore['readCrawl'] = async id => {
    const row = await thread.readCrawl(id);
    if (row === undefined) return undefined;
    spec = row.spec ?? spec;
    return { ...row, spec: spec! };
  };
  return new Proxy(store, { get: (target, name) => (name === 'readCrawl' ? readCrawl : Reflect.get(target, name)) });
}

/** An error that ended the thread has crossed to this one: it has kept its name and its cause, not its class. */
function errorOf(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  return thrown.name === 'BadInput' ? new BadInput(thrown.cause as readonly Refusal[]) : thrown;
}
