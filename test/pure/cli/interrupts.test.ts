import { afterEach, expect, test, vi } from 'vitest';
import { onInterrupts } from '../../../functions/cli/commands/interrupts.ts';

let release: (() => void) | undefined;
afterEach(() => release?.());

test('calls the first at the first signal, the second at the next, and then gives the signals back', () => {
  const first = vi.fn();
  const second = vi.fn();
  const before = process.listenerCount('SIGINT');
  release = onInterrupts(first, second);
  process.emit('SIGINT');
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
  process.emit('SIGTERM');
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  expect(process.listenerCount('SIGINT')).toBe(before);
});

test('listens no more once released', () => {
  const before = process.listenerCount('SIGTERM');
  onInterrupts(vi.fn(), vi.fn())();
  expect(process.listenerCount('SIGTERM')).toBe(before);
});
