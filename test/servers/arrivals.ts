import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Requests in the order in which a server of this process saw them; `atMs` is its `performance.now()`. */
export type Arrivals = readonly { readonly atMs: number }[];

const stalls = monitorEventLoopDelay({ resolution: 5 });

/** Each server of the tests begins with this: what stood still before it does not concern its requests. */
export function watchStalls(): void {
  stalls.enable();
  stalls.reset();
}

/**
 * How much too late a server of this process may have seen a request since the last server was started, in ms: the longest time
 * for which the event loop stood still, which it does when the machine is busy with other tests.
 */
export function longestStallMs(): number {
  return stalls.max / 1e6;
}

/**
 * Least time between two requests as the server saw them, and as much as it may have seen the first of two too late: by `lateMs`,
 * for a client's thread waits for a processor between its turn and its request, or by a stall. It is below the delay where a client
 * sent two at once. `polite-answers.test.ts` has the exact gaps.
 */
export function leastGapMs(arrivals: Arrivals, lateMs: number): number {
  const gaps = arrivals.slice(1).map(({ atMs }, index) => atMs - arrivals[index]!.atMs);
  return Math.min(...gaps) + Math.max(lateMs, longestStallMs());
}

/**
 * The most by which a request came before its turn, were all of them the delay apart since the first, in ms. A request that a
 * server sees too late, as it does of other processes on a busy machine, counts if it is the first one only.
 */
export function mostEarlyMs(arrivals: Arrivals, delayMs: number): number {
  return Math.max(...arrivals.map(({ atMs }, index) => index * delayMs - (atMs - arrivals[0]!.atMs)));
}
