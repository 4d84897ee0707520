import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../ports.ts';

/**
 * The wall clock as it stood when the process began, carried on by the monotonic one: a clock that is set while a crawl
 * runs moves no instant of it.
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
