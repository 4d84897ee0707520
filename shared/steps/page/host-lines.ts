import type { Clock } from '../../ports/ports.ts';

/** The queue of one host: one request at a time, starts at least its delay apart. */
interface Line {
  nextStart: number;
  waiting: number;
  last: Promise<unknown>;
}

/** Called when the request is about to be written to its connection (monotonic, ms). */
export type OnStart = (monotonicMs: number) => void;

/** Queues in which requests of a host wait for their polite instant. */
export interface Lines {
  /**
   * Makes a request at its polite instant. `delayMs` is read when the request starts. `request` must call its argument
   * when the request goes out; without that call it counts as no start. Throws `TooLate` if that instant comes after
   * the time of the caller.
   */
  run<T>(host: string, delayMs: () => number, request: (onStart: OnStart) => Promise<T>): Promise<T>;
  /** Sets a longer delay of a host, which became known after its last request. */
  postpone(host: string, ms: number): void;
  /** Makes a host wait for so long from now on, by its own wish. */
  leaveAlone(host: string, ms: number): void;
}

/** Thrown when a host must wait for long, or its queue was given up. */
export class HostAtRest extends Error {
  override readonly name = 'HostAtRest';
}

/** Throws `HostAtRest` if the queue was given up. */
export function demandGoesOn(host: string, signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new HostAtRest(`requests to ${host} were given up`);
}

/** Thrown when the polite instant of a request comes too late for this turn; a later turn makes the request. */
export class TooLate extends Error {
  override readonly name = 'TooLate';
}

/** With more hosts than this, those that may be requested at once are forgotten. */
const mostHosts = 1_000;

/**
 * Queues by host within one process. A request holds the line of one host only, so hosts whose robots.txt lead to
 * each other cannot block each other.
 */
export class HostLines implements Lines {
  readonly #clock: Clock;
  readonly #signal: AbortSignal | undefined;
  readonly #lines = new Map<string, Line>();

  /** `signal` gives up waiting requests, which then throw `HostAtRest`. */
  constructor(clock: Clock, signal?: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
  }

  async run<T>(host: string, delayMs: () => number, request: (onStart: OnStart) => Promise<T>): Promise<T> {
    const line = this.#lineOf(host);
    line.waiting += 1;
    const turn = line.last.then(async () => {
      const waitMs = line.nextStart - this.#clock.monotonic();
      if (waitMs > 0) await this.#clock.sleep(waitMs, this.#signal);
      demandGoesOn(host, this.#signal);
      return await request(at => {
        line.nextStart = at + delayMs();
      });
    });
    line.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      line.waiting -= 1;
    }
  }

  postpone(host: string, ms: number): void {
    this.#lineOf(host).nextStart += ms;
  }

  leaveAlone(host: string, ms: number): void {
    const line = this.#lineOf(host);
    line.nextStart = Math.max(line.nextStart, this.#clock.monotonic() + ms);
  }

  #lineOf(host: string): Line {
    const known = this.#lines.get(host);
    if (known !== undefined) return known;
    if (this.#lines.size >= mostHosts) this.#forget();
    const line: Line = { nextStart: Number.NEGATIVE_INFINITY, waiting: 0, last: Promise.resolve() };
    this.#lines.set(host, line);
    return line;
  }

  #forget(): void {
    const now = this.#clock.monotonic();
    for (const [host, line] of this.#lines) {
      if (line.waiting === 0 && line.nextStart <= now) this.#lines.delete(host);
    }
  }
}
