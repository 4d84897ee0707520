import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Calls, processChannel } from '../../embedded/threads/calls.ts';

/** The process died, or was ended because it was silent for too long, while it worked on a call. */
export class LostReader extends Error {
  /** It worked on no other call. */
  readonly isAlone: boolean;

  constructor(why: string, isAlone: boolean) {
    super(why);
    this.isAlone = isAlone;
  }
}

/** How often it is looked whether a process still answers. */
const lookMs = 1_000;
/** A busy machine may need so long to start one. */
const startLooks = 60;

interface Running {
  readonly child: ChildProcess;
  readonly calls: Calls;
  readonly looks: NodeJS.Timeout;
}

/**
 * A process that looks into directories, started at the first call. SQLite lets nobody interrupt a statement, and a thread
 * within a statement cannot be ended: a process can be.
 */
export class ReaderProcess {
  readonly #patience: number;
  #running: Running | undefined;
  #open = 0;
  #silent = 0;
  #hasAnswered = false;

  /** `patienceMs`: a process that is silent for longer is ended. */
  constructor(patienceMs: number) {
    this.#patience = patienceMs / lookMs;
  }

  /** Throws `LostReader`, and what the call throws. The next call starts another process. */
  async ask(target: string, method: string, args: readonly unknown[]): Promise<unknown> {
    this.#running ??= this.#start();
    const remote =
      this.#running.calls.remote<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>(target);
    this.#open += 1;
    try {
      return await remote[method]!(...args);
    } finally {
      this.#open -= 1;
    }
  }

  /** Ends it at once, whatever it does. */
  close(): void {
    this.#end('the server ends');
  }

  #start(): Running {
    const child = fork(fileURLToPath(new URL('../crawls-process.ts', import.meta.url)), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const calls = new Calls(processChannel(child, () => child.kill('SIGKILL')));
    const endOf = (why: string): void => {
      if (this.#running?.child === child) this.#end(why);
    };
    child.once('error', error => endOf(error.message));
    child.once('exit', (code, signal) => endOf(`the process that read it ended by ${signal ?? `exit code ${code}`}`));
    [this.#silent, this.#hasAnswered] = [0, false];
    // Its first answer says that it has started.
    this.#hear(calls);
    return { child, calls, looks: setInterval(() => this.#look(calls), lookMs).unref() };
  }

  /** Counts looks, not time: this process may have been busy itself. */
  #look(calls: Calls): void {
    if (this.#open === 0) return;
    this.#silent += 1;
    if (this.#silent > (this.#hasAnswered ? this.#patience : startLooks)) {
      this.#end(`it takes longer than ${this.#patience} s`);
      return;
    }
    this.#hear(calls);
  }

  #hear(calls: Calls): void {
    const answered = (): void => {
      [this.#silent, this.#hasAnswered] = [0, true];
    };
    calls
      .remote<{ answers(): Promise<true> }>('process')
      .answers()
      .then(answered, () => {});
  }

  #end(why: string): void {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    clearInterval(running.looks);
    running.child.kill('SIGKILL');
    running.calls.break(new LostReader(why, this.#open === 1));
  }
}
