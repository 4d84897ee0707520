import type { FetchAnswer } from './fetch-answer.ts';

/** Whether a host that answers with this status asks to be left alone for a while (Retry-After). */
export function isBusy(status: number): boolean {
  return status === 429 || status === 503;
}

/** Whether the host says that a later request is answered otherwise. Without a time, 503 is an error like others. */
export function isBusyAnswer(answer: FetchAnswer): boolean {
  if (answer.kind !== 'answered') return false;
  return answer.status === 429 || (answer.status === 503 && answer.retryAfterMs !== undefined);
}
