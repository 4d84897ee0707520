import type { FetchAnswer } from '../../../domain/http/fetch-answer.ts';

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
