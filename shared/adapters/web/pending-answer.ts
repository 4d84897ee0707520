import type { FetchAnswer, FetchRequest } from '../../ports.ts';
import type { CollectedBody } from './body-collector.ts';
import { printable } from './classify-error.ts';
import { FetchFault } from './fetch-fault.ts';
import type { ResponseHead } from './response-head.ts';

export interface Settle {
  readonly resolve: (answer: FetchAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** The answer a caller waits for: the first outcome counts, later ones change nothing. */
export class PendingAnswer {
  readonly #settle: Settle;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort: () => void;
  #settled = false;

  /** `onEnded` gets the fault when the signal of the request ends the wait. */
  constructor(request: FetchRequest, settle: Settle, onEnded: (fault: FetchFault) => void) {
    this.#settle = settle;
    this.#signal = request.signal;
    this.#onAbort = () => onEnded(new FetchFault('timeout', 'The fetch was ended from outside.'));
  }

  /** Heeds the signal from now on, and also if it was given before. */
  start(): void {
    if (this.#signal?.aborted) this.#onAbort();
    else this.#signal?.addEventListener('abort', this.#onAbort);
  }

  get settled(): boolean {
    return this.#settled;
  }

  answer(head: ResponseHead, { bytes, truncated }: CollectedBody, elapsedMs: number): void {
    if (!this.#first()) return;
    this.#settle.resolve({ kind: 'answered', elapsedMs, ...head, body: bytes, truncated });
  }

  fail(fault: FetchFault, status: number | undefined, elapsedMs: number): void {
    if (!this.#first()) return;
    this.#settle.resolve({
      kind: 'failed',
      elapsedMs,
      reason: fault.reason,
      ...(status !== undefined && { status }),
      detail: printable(fault.message),
    });
  }

  /** The request could not be written at all: the caller's mistake, not an answer. */
  reject(error: Error): void {
    if (this.#first()) this.#settle.reject(error);
  }

  #first(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }
}
