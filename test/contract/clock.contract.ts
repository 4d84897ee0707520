import { expect, test } from 'vitest';
import type { Clock } from '../../shared/ports/ports.ts';

/** The promises of every clock (`shared/ports/ports.ts`). */
export function clockContract(open: () => Clock): void {
  test('the wall clock is the time of day in whole milliseconds', () => {
    const clock = open();
    const before = Date.now();
    const now = clock.now();
    expect(now).toBeGreaterThan(before - 1_000);
    expect(now).toBeLessThan(Date.now() + 1_000);
    expect(Number.isInteger(now)).toBe(true);
  });

  test('sleep takes its time by the monotonic clock', async () => {
    const clock = open();
    const before = clock.monotonic();
    await clock.sleep(60);
    expect(clock.monotonic() - before).toBeGreaterThanOrEqual(59);
  });

  test('sleep ends when its signal aborts, also one that was aborted before', async () => {
    const clock = open();
    const before = clock.monotonic();
    const abort = new AbortController();
    const sleeping = clock.sleep(60_000, abort.signal);
    abort.abort();
    await sleeping;
    await clock.sleep(60_000, abort.signal);
    expect(clock.monotonic() - before).toBeLessThan(10_000);
  });
}
