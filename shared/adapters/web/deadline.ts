import { defined } from '../../domain/defined.ts';
import type { FetchAnswer } from '../../domain/http/fetch-answer.ts';
import { FetchFault } from './faults/fetch-fault.ts';
import type { FetchLimits } from './fetch-limits.ts';

/**
 * Keeps the time limits of a fetch with a single timer. When the timer fires, it is set for the next limit: most
 * fetches are over before the first limit.
 */
export class Deadline {
  readonly startedAt = performance.now();
  /** Set while the server is not requested more, so is not slow. */
  paused = false;
  /** Time for which the caller held the answer back, and since when it does. */
  #heldMs = 0;
  #heldSince: number | undefined;
  readonly #limits: FetchLimits;
  readonly #onExpired: (fault: FetchFault) => void;
  readonly #check = () => this.#checkNow(performance.now());
  #timer: NodeJS.Timeout;
  #phase: 'connecting' | 'headers' | 'body' = 'connecting';
  #sentAt: number | undefined;
  #received = 0;
  #windowStart = 0;
  #windowReceived = 0;

  constructor(limits: FetchLimits, onExpired: (fault: FetchFault) => void) {
    this.#limits = limits;
    this.#onExpired = onExpired;
    this.#timer = setTimeout(this.#check, Math.min(limits.connectTimeoutMs, limits.headerTimeoutMs));
  }

  get times(): Pick<FetchAnswer, 'elapsedMs' | 'sentAt'> {
    return { elapsedMs: performance.now() - this.startedAt, ...defined({ sentAt: this.#sentAt }) };
  }

  /** The request is written, for the first time or again. */
  requestSent(): void {
    this.#phase = 'headers';
    this.#sentAt = performance.timeOrigin + performance.now();
  }

  headersCame(): void {
    this.#phase = 'body';
    this.#windowStart = performance.now();
  }

  bytesCame(count: number): void {
    this.#received += count;
  }

  /** From now on the caller holds the answer back, which is not the server's time. */
  hold(): void {
    this.#heldSince = performance.now();
  }

  goOn(): void {
    this.#heldMs = this.#heldUntilNow();
    this.#heldSince = undefined;
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  #checkNow(now: number): void {
    const fault = this.#faultAt(now);
    if (fault) this.#onExpired(fault);
    else this.#timer = setTimeout(this.#check, Math.max(1, this.#nextLimit() - now));
  }

  get #totalEnd(): number {
    return this.startedAt + this.#limits.totalTimeoutMs + this.#heldUntilNow();
  }

  #heldUntilNow(): number {
    return this.#heldMs + (this.#heldSince === undefined ? 0 : performance.now() - this.#heldSince);
  }

  #faultAt(now: number): FetchFault | undefined {
    if (now >= this.#totalEnd) return late('the end', this.#limits.totalTimeoutMs);
    if (now < this.#nextLimit()) return undefined;
    switch (this.#phase) {
      case 'connecting':
        return late('a connection', this.#limits.connectTimeoutMs);
      case 'headers':
        return late('the headers', this.#limits.headerTimeoutMs);
      case 'body':
        return this.#slowBody(now);
    }
  }

  /** When the phase the fetch is in would be too long. */
  #nextLimit(): number {
    const { connectTimeoutMs, headerTimeoutMs, rateWindowMs } = this.#limits;
    const total = this.#totalEnd;
    switch (this.#phase) {
      case 'connecting':
        return Math.min(total, this.startedAt + Math.min(connectTimeoutMs, headerTimeoutMs));
      case 'headers':
        return Math.min(total, this.startedAt + headerTimeoutMs);
      case 'body':
        return Math.min(total, this.#windowStart + rateWindowMs);
    }
  }

  /** Opens the next window when the one that ends was fast enough. */
  #slowBody(now: number): FetchFault | undefined {
    const { minBytesPerSecond, rateWindowMs } = this.#limits;
    const bytes = this.#received - this.#windowReceived;
    const wanted = (minBytesPerSecond * (now - this.#windowStart)) / 1000;
    this.#windowStart = now;
    this.#windowReceived = this.#received;
    if (this.paused || bytes >= wanted) return undefined;
    return new FetchFault('timeout', `Only ${bytes} bytes of the body came in ${rateWindowMs} ms.`);
  }
}

function late(what: string, ms: number): FetchFault {
  return new FetchFault('timeout', `No sign of ${what} within ${ms} ms.`);
}
