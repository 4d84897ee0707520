import { expect, test } from 'vitest';
import { protocol } from '../../../shared/domain/protocol/protocol.ts';
import { HostOrder } from '../../../shared/steps/fetch/host-order.ts';

const { aheadFirst, aheadForEach, closingMs, maxTurnBytes } = protocol;
const softEnd = 50_000;

function orderOf(entries: number, slow: readonly number[], quick: readonly number[]) {
  const clock = { at: 0, monotonic: () => clock.at };
  const order = new HostOrder(entries, { softEnd, mostBytes: maxTurnBytes, clock });
  return { clock, order, slow: order.of(slow), quick: order.of(quick) };
}

/** Places `from` to below `to`. */
function places(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

test('a host is so far ahead of the first entry that is not begun, and further with each entry before', () => {
  const { slow, quick } = orderOf(200, places(0, 10), places(10, 200));
  const begunAtOnce = (from: number): number => {
    let index = from;
    for (; quick.stateOf(index) === 'begin'; index += 1) quick.begun(index);
    expect(quick.stateOf(index)).toBe('wait');
    return index;
  };
  expect(begunAtOnce(0)).toBe(aheadFirst);
  slow.begun(0);
  slow.begun(1);
  expect(begunAtOnce(aheadFirst)).toBe(aheadFirst + 2 * aheadForEach);
  for (let index = 2; index < 9; index += 1) slow.begun(index);
  expect(slow.stateOf(9)).toBe('begin');
});

test('whoever has the first entry that is not begun is never told to wait', () => {
  const { slow, quick } = orderOf(100, places(0, 2), places(2, 100));
  for (let index = 0; quick.stateOf(index) === 'begin'; index += 1) quick.begun(index);
  expect([slow.stateOf(0), slow.stateOf(1)]).toEqual(['begin', 'wait']);
  slow.begun(0);
  expect(slow.stateOf(1)).toBe('begin');
});

test('where one host ends, nothing behind counts, and what is before goes on', () => {
  const { order, slow, quick } = orderOf(20, places(0, 10), places(10, 20));
  order.endAt(12);
  order.endAt(undefined);
  expect([quick.stateOf(0), quick.stateOf(1), quick.stateOf(2)]).toEqual(['begin', 'begin', 'over']);
  expect(slow.stateOf(0)).toBe('begin');
});

test('towards the end nothing further on begins, what is between does, and so does the next entry of all', () => {
  const { clock, slow, quick } = orderOf(20, [0, 2, 4, 6], [1, 3, 5, 7]);
  slow.begun(0);
  for (const index of [0, 1]) quick.begun(index);
  clock.at = softEnd - closingMs;
  expect([slow.stateOf(1), quick.stateOf(2)]).toEqual(['begin', 'over']);
  slow.begun(1);
  expect(slow.stateOf(2)).toBe('begin');
  slow.begun(2);
  // The place 5 was refused, so it is the end.
  expect(slow.stateOf(3)).toBe('over');
});

test('a full turn begins nothing any more but the first entry of all, without which it would be for nothing', () => {
  const { slow, quick } = orderOf(20, [0, 2], [1, 3]);
  quick.begun(0);
  quick.took(maxTurnBytes);
  expect(slow.stateOf(0)).toBe('begin');
  slow.begun(0);
  expect([slow.stateOf(1), quick.stateOf(1)]).toEqual(['over', 'over']);
});
