import { expect, test, vi } from 'vitest';
import { TickLoop } from '../../functions/embedded/tick-loop.ts';

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
