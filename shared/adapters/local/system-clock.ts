import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../ports/ports.ts';

/** Node waits no longer, and warns of what is longer or negative. */
const longestMs = 2 ** 31 - 1;

/**
 * The wall clock at the start of the process, continued by the monotonic clock. So a change of the wall clock during a
 * crawl moves no instant of the crawl.
 */
export function systemClock(): Clock {
  const wallAtZero = Date.now() - performance.now();
  return {
    now: () => Math.floor(wallAtZero + performance.now()),
    monotonic: () => performance.now(),
    sleep: async (ms, signal) => {
      try {
        await sleep(Math.max(0, Math.min(ms, longestMs)), undefined, signal === undefined ? {} : { signal });
      } catch (error) {
        if (signal?.aborted !== true) throw error;
      }
    },
  };
}
