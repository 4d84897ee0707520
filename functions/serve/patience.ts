import { setTimeout as sleep } from 'node:timers/promises';

/** A process that has written its results ends a moment later, and only then is its directory free. */
const endingMs = 10_000;
const lookMs = 100;

/** Asks again until the answer is there, for as long as a process may take to end; then undefined. */
export async function soonEnough<T>(ask: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = performance.now() + endingMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || performance.now() > end) return answer;
    await sleep(lookMs);
  }
}
