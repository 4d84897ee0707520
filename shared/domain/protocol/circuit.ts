/**
 * The circuit of a host in trouble (docs/design/protocol.md, "A host in trouble"): five failures in a row, counted in
 * page order, open it. The failures since the first of the five are forgotten: these pages are requested again after a
 * probe got an answer.
 *
 * A site may have five dead pages in a row on a healthy host. So a run of failures that begins where the circuit opened
 * last counts against its pages, and a longer run opens the circuit again only at 50, 500, … failures.
 */
import { type FetchResult, transient } from './classify-answer.ts';
import { protocol } from './protocol.ts';

export interface CircuitWatch {
  /**
   * Takes results in page order as they become known (`undefined` = not yet). Returns the index from which on results
   * do not count, once the circuit is open.
   */
  see(results: readonly (FetchResult | undefined)[]): number | undefined;
  /** Failures in a row up to the last result. */
  readonly failures: number;
}

export function watchCircuit(failuresBefore: number, isWhereItOpenedLast: (index: number) => boolean): CircuitWatch {
  let failures = failuresBefore;
  let seen = 0;
  return {
    see(results) {
      for (let result = results[seen]; result !== undefined; result = results[seen]) {
        failures = isHostFailure(result) ? failures + 1 : 0;
        seen += 1;
        const first = Math.max(0, seen - protocol.circuitFailures);
        if (opensAt(failures) && !isWhereItOpenedLast(first)) return first;
      }
      return undefined;
    },
    get failures() {
      return failures;
    },
  };
}

/** Whether the failure is one of the host, not of the page: no answer, 429, 5xx. */
export function isHostFailure(result: FetchResult): boolean {
  if (result.kind === 'retry') return true;
  if (result.kind !== 'skipped') return false;
  const isAnswer = result.reason === 'http-status' || result.reason === 'wall';
  return transient.has(result.reason) || (isAnswer && isHostStatus(result.status ?? 0));
}

function isHostStatus(status: number): boolean {
  return status === 429 || (status >= 500 && status <= 599);
}

function opensAt(failures: number): boolean {
  for (let at: number = protocol.circuitFailures; at <= failures; at *= 10) if (at === failures) return true;
  return false;
}

/**
 * The wait before the next probe after `failed` failed ones: from 30 s, doubling, to 1 h. A Retry-After counts within
 * these limits.
 */
export function probeDelayMs(failed: number, retryAfterMs = 0): number {
  const doubled = protocol.probeFirstMs * 2 ** Math.min(failed, 20);
  return Math.min(protocol.probeLongestMs, Math.max(doubled, retryAfterMs));
}
