import type { FetchAnswer } from '../../ports.ts';

type FaultReason = Extract<FetchAnswer, { kind: 'failed' }>['reason'];

/** Why a fetch has no usable answer, in the words of the port. Stays inside this adapter. */
export class FetchFault extends Error {
  readonly reason: FaultReason;

  constructor(reason: FaultReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FetchFault';
    this.reason = reason;
  }
}

/**
 * An answer over HTTP/2 that did not come although the server may be well: it has not looked at the request, or its
 * HTTP/2 is faulty. The request may be sent once more.
 */
export class RepeatableFault extends FetchFault {}
