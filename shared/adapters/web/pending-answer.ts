import type { FetchAnswer, FetchRequest } from '../../ports.ts';
import type { CollectedBody } from './body-collector.ts';
import { printable } from './faults/classify-error.ts';
import { FetchFault } from './faults/fetch-fault.ts';
import type { ResponseHead } from './response-head.ts';

/** The callbacks for the outcome, and for the end of the wait. */
interface Waiting {
  readonly resolve: (answer: FetchAnswer) => void;
  readonly reject: (error: unknown) => void;
  readonly onEnded: (fault: FetchFault) => void;
}

/** The facts about a fetch that failed. */
interface Failed {
  readonly status: number | undefined;
  readonly again: boolean;
  readonly times: Pick<FetchAnswer, 'elapsedMs' | 'sentAt'>;
}

export type Settle = Pick<Waiting, 'resolve' | 'reject'>;

/** The answer a caller waits for: the first outcome counts, later ones change nothing. */
export class PendingAnswer {
  readonly #signal: AbortSignal | undefined;
  /**
   * Dropped with the first outcome: the signal lives long and may hold this object (and with it a body) until the next
   * full garbage collection, which cost a third more CPU a page.
   */
  #waiting: Waiting | undefined;

  /** `onEnded` gets the fault when the signal of the request ends the wait. */
  constructor(request: FetchRequest, settle: Settle, onEnded: (fault: FetchFault) => void) {
    this.#signal = request.signal;
    this.#waiting = { resolve: settle.resolve, reject: settle.reject, onEnded };
  }

  /** Heeds the signal from now on, and also if it was given before. */
  start(): void {
    if (this.#signal?.aborted) this.handleEvent();
    else this.#signal?.addEventListener('abort', this);
  }

  /** The signal's `abort`. */
  handleEvent(): void {
    this.#waiting?.onEnded(new FetchFault('timeout', 'The fetch was ended from outside.'));
  }

  get settled(): boolean {
    return this.#waiting === undefined;
  }

  answer(head: ResponseHead, { bytes, truncated }: CollectedBody, times: Failed['times']): void {
    this.#first()?.resolve({ kind: 'answered', ...times, ...head, body: bytes, truncated });
  }

  fail(fault: FetchFault, { status, again, times }: Failed): void {
    this.#first()?.resolve({
      kind: 'failed',
      ...times,
      reason: fault.reason,
      ...(status !== undefined && { status }),
      ...(again && { again }),
      detail: printable(fault.message),
    });
  }

  /** The request could not be sent at all, which says nothing of the host: the caller's mistake, or a machine without free files. */
  reject(error: Error): void {
    this.#first()?.reject(error);
  }

  #first(): Waiting | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#signal?.removeEventListener('abort', this);
    return waiting;
  }
}
