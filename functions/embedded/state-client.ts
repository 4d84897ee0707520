import type { Worker } from 'node:worker_threads';
import { type LockHolder, manySites, type ObjectRows } from '../../shared/adapters/local/open.ts';
import { BadInput, type Refusal } from '../../shared/domain/refusal/refusal.ts';
import type { ResolvedSpec } from '../../shared/domain/spec/crawl-spec.ts';
import type { Frontier, SiteHosts, SourceSettingsRows, WatchedAddresses } from '../../shared/ports/ports.ts';
import type { ScheduledStore } from '../../shared/wings/sets/schedule/schedule-store.ts';
import type { StateThread, StateThreadData } from './state-thread.ts';
import { Calls, noBegunCall } from './threads/calls.ts';
import { gatherMs, hurryingCalls } from './threads/gathering.ts';
import { startStateThread } from './threads/spare-thread.ts';

/** The main thread's side of the state thread. */
export interface StateClient {
  readonly store: ScheduledStore;
  readonly watched: WatchedAddresses & SourceSettingsRows & Frontier;
  readonly hosts: SiteHosts;
  readonly rows: ObjectRows;
  readonly thread: StateThread;
  /** Lets the thread call `target`, by its name there. */
  serve(name: 'queue' | 'log', target: object): void;
  /** Called when the thread dies of an error; calls under way fail too. */
  onFailure(listener: (error: Error) => void): void;
  /**
   * Called when the thread has no memory left. With the answer true a new thread takes its place and does all calls but
   * those that were begun: these fail with `LostCall`.
   */
  survives(decide: () => boolean): void;
  /** Ends the thread at once, whatever it does: the state is whole at every instant. */
  terminate(): Promise<void>;
}

/** For the holder of the directory's lock. */
export function openStateThread(directory: string, holder: LockHolder): StateClient {
  const begun = noBegunCall();
  let plugins: readonly string[] = [];
  let isEnding = false;
  const start = (): Worker =>
    watched(startStateThread({ directory, holder, begun, plugins } satisfies StateThreadData));
  const listeners: ((error: Error) => void)[] = [];
  let decide = (): boolean => false;
  const fail = (error: Error): void => {
    calls.break(error);
    for (const listener of listeners) listener(error);
  };
  const watched = (started: Worker): Worker => {
    let isReplaced = false;
    started.on('error', thrown => {
      const error = errorOf(thrown);
      isReplaced = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' && decide();
      if (isReplaced) calls.lose();
      else fail(error);
    });
    started.on('exit', code => {
      if (isEnding) return;
      if (isReplaced) replace();
      else if (code !== 0) fail(new Error(`the state thread ended with code ${code}`));
    });
    return started;
  };
  const replace = (): void => {
    try {
      worker = start();
      calls.reconnect(worker);
    } catch (error) {
      fail(errorOf(error));
    }
  };
  let worker = start();
  /** Of many sites one waits while others go on. */
  let hasManySites = false;
  const calls = new Calls(worker, {
    there: begun,
    gather: (send, hurries) => void (hasManySites && !hurries ? setTimeout(send, gatherMs) : setImmediate(send)),
    hurrying: hurryingCalls,
    joined: new Set(['readCrawl'] satisfies (keyof StateThread)[]),
  });
  const thread = calls.remote<StateThread>('thread');
  /** Its successor uses them too. */
  const usePlugins: StateThread['usePlugins'] = async addresses => {
    plugins = addresses;
    await thread.usePlugins(addresses);
  };
  return {
    store: withSpecKept(calls.remote<ScheduledStore>('store'), thread, ({ sites }) => {
      hasManySites = sites.length > manySites;
    }),
    watched: calls.remote<WatchedAddresses & SourceSettingsRows & Frontier>('store'),
    hosts: calls.remote<SiteHosts>('store'),
    rows: calls.remote<ObjectRows>('rows'),
    thread: withOwn(thread, { usePlugins }),
    serve: (name, target) => calls.serve(name, target),
    onFailure: listener => listeners.push(listener),
    survives: decider => {
      decide = decider;
    },
    terminate: async () => {
      isEnding = true;
      await worker.terminate();
    },
  };
}

/** The same store, whose crawl rows cross without their specs. */
function withSpecKept(
  store: ScheduledStore,
  thread: Pick<StateThread, 'readCrawl'>,
  onSpec: (spec: ResolvedSpec) => void,
): ScheduledStore {
  let spec: ResolvedSpec | undefined;
  const readCrawl: ScheduledStore['readCrawl'] = async id => {
    const row = await thread.readCrawl(id);
    if (row === undefined) return undefined;
    if (row.spec !== undefined) {
      spec = row.spec;
      onSpec(spec);
    }
    return { ...row, spec: spec! };
  };
  return withOwn(store, { readCrawl });
}

/** The object of the thread, with some of its methods replaced by methods of this side. */
function withOwn<T extends object>(remote: T, own: Partial<T>): T {
  return new Proxy(remote, { get: (target, name) => Reflect.get(name in own ? own : target, name) });
}

/** An error that ended the thread has crossed to this one: it has kept its name and its cause, not its class. */
function errorOf(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  return thrown.name === 'BadInput' ? new BadInput(thrown.cause as readonly Refusal[]) : thrown;
}
