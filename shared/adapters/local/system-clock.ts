import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../ports.ts';

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
        await sleep(ms, undefined, signal === undefined ? {} : { signal });
      } catch (error) {
        if (signal?.aborted !== true) throw error;
      }
    },
  };
}
