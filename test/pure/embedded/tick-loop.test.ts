import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TickLoop } from '../../../functions/embedded/tick-loop.ts';

test('makes one call at a time, and one more for any number of wishes during a call', async () => {
  let open = 0;
  let calls = 0;
  const loop = new TickLoop(async () => {
    open += 1;
    calls += 1;
    expect(open).toBe(1);
    if (calls === 1) for (let wish = 0; wish < 5; wish += 1) loop.soon();
    await Promise.resolve();
    open -= 1;
  }, vi.fn());
  loop.soon();
  await loop.quiet();
  expect(calls).toBe(2);
  loop.soon();
  await loop.quiet();
  expect(calls).toBe(3);
});

describe('a call that takes long', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function begunLoop(ms = 100): Promise<{ readonly loop: TickLoop; readonly tick: ReturnType<typeof vi.fn> }> {
    const tick = vi.fn(async () => void (await vi.advanceTimersByTimeAsync(ms)));
    const loop = new TickLoop(tick, vi.fn());
    loop.soon();
    await loop.quiet();
    return { loop, tick };
  }

  test('is followed by a pause four times as long, and by one call for all wishes of the pause', async () => {
    const { loop, tick } = await begunLoop();
    loop.soon();
    loop.soon();
    await vi.advanceTimersByTimeAsync(399);
    expect(tick).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    await loop.quiet();
    expect(tick).toHaveBeenCalledTimes(2);
  });

  test('is followed by a pause of half a minute at most', async () => {
    const { loop, tick } = await begunLoop(75_000);
    loop.soon();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(tick).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    await loop.quiet();
    expect(tick).toHaveBeenCalledTimes(2);
  });

  test('is followed by no call where the loop was ended in the pause', async () => {
    const { loop, tick } = await begunLoop();
    loop.soon();
    await loop.end();
    loop.soon();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(tick).toHaveBeenCalledTimes(1);
  });
});

test('hands on what a call throws, and goes on when it is wished for again', async () => {
  const failures: unknown[] = [];
  const tick = vi.fn(async () => Promise.reject(new Error('no state')));
  const loop = new TickLoop(tick, error => failures.push(error));
  loop.soon();
  await loop.quiet();
  expect(failures).toEqual([new Error('no state')]);
  loop.soon();
  await loop.quiet();
  expect(tick).toHaveBeenCalledTimes(2);
});
