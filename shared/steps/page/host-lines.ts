import type { Clock } from '../../ports.ts';

/** The requests of one host: one at a time, starts at least its delay apart. */
interface Line {
  nextStart: number;
  waiting: number;
  last: Promise<unknown>;
}

/** Called when the request is about to be written to its connection (monotonic, ms). */
export type OnStart = (monotonicMs: number) => void;

/** Where requests of a host wait for their polite instant. */
export interface Lines {
  /**
   * Makes a request at its polite instant. `delayMs` is read when the request starts. `request` gets what it calls when
   * the request goes out; a request that calls nothing made no start. Throws `TooLate` where that instant is not reached
   * while the caller may ask.
   */
  run<T>(host: string, delayMs: () => number, request: (onStart: OnStart) => Promise<T>): Promise<T>;
  /** A host requests a longer delay than was known when its last request went out. */
  postpone(host: string, ms: number): void;
  /** A host asks to be left alone for so long from now on. */
  leaveAlone(host: string, ms: number): void;
}

/** A host is left alone for long, or its requests were given up: a request there is not answered. */
export class HostAtRest extends Error {
  override readonly name = 'HostAtRest';
}

/** Throws `HostAtRest` where the requests of the line were given up. */
export function demandGoesOn(host: string, signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new HostAtRest(`requests to ${host} were given up`);
}

/** The polite instant of a request comes after the time in which the host may be asked; a later turn requests it. */
export class TooLate extends Error {
  override readonly name = 'TooLate';
}

/** Beyond so many hosts those that may be asked again at once are forgotten. */
const mostHosts = 1_000;

/**
 * Where requests of a host wait for each other. A request holds the line of its host only and waits for nothing
 * else meanwhile, so hosts whose robots.txt lead to each other hold nobody up.
 */
export class HostLines implements Lines {
  readonly #clock: Clock;
  readonly #signal: AbortSignal | undefined;
  readonly #lines = new Map<string, Line>();

  /** `signal` gives up what waits: such a request throws `HostAtRest`. */
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
