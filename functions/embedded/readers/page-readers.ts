import { Worker } from 'node:worker_threads';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import { type ParseWorker, ReaderDied } from '../../../shared/steps/parse/parse-worker.ts';
import { Calls } from '../threads/calls.ts';
import type { TurnReading } from './reader-thread.ts';

interface Reader {
  readonly worker: Worker;
  readonly reading: TurnReading;
  /** Turns that the thread has to read. */
  turns: number;
}

/** Threads read pages while the state thread claims and commits. A thread starts when all running threads have work, so slow hosts start no thread. */
export class PageReaders {
  private readonly readers = new Set<Reader>();
  private readonly spec: ResolvedSpec;
  private readonly most: number;
  private readonly startThread: typeof startReader;

  /** `most`: threads, at least one. */
  constructor(spec: ResolvedSpec, most: number, startThread = startReader) {
    // A turn has all that a thread needs of its site.
    this.spec = { ...spec, sites: [] };
    this.most = most;
    this.startThread = startThread;
  }

  /** The turn that is read on the thread with the least work. */
  readonly read: NonNullable<ParseWorker['readBeside']> = async ({ site, rules, home }, record, outcomes) => {
    const reader = this.idlest();
    reader.turns += 1;
    try {
      return await reader.reading.read({ site, userAgent: rules.spec.userAgent, home, record, outcomes });
    } finally {
      reader.turns -= 1;
    }
  };

  /** Ends threads without work, to free their memory. A later turn starts a thread. */
  async end(): Promise<void> {
    const idle = [...this.readers].filter(({ turns }) => turns === 0);
    for (const reader of idle) this.readers.delete(reader);
    await Promise.all(idle.map(({ worker }) => worker.terminate()));
  }

  private idlest(): Reader {
    const [idlest] = [...this.readers].sort((a, b) => a.turns - b.turns);
    return idlest === undefined || (idlest.turns > 0 && this.readers.size < this.most) ? this.start() : idlest;
  }

  private start(): Reader {
    const worker = this.startThread(this.spec);
    const calls = new Calls(worker);
    const reader = { worker, reading: calls.remote<TurnReading>('reading'), turns: 0 };
    const leave = (cause?: unknown): void => {
      this.readers.delete(reader);
      calls.break(new ReaderDied('the thread that read the pages has died', { cause }));
    };
    worker.once('error', leave);
    worker.once('exit', () => leave());
    // The process may end at any time.
    worker.unref();
    this.readers.add(reader);
    return reader;
  }
}

function startReader(workerData: ResolvedSpec): Worker {
  return new Worker(new URL('./reader-thread.ts', import.meta.url), { workerData });
}
