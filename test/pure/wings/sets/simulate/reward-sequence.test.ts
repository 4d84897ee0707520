import { expect, test } from 'vitest';
import type { Outcome } from '../../../../../shared/domain/protocol/crawl-state.ts';
import type { Segment } from '../../../../../shared/domain/turn/segment.ts';
import { RewardReader } from '../../../../../shared/wings/sets/simulate/reward-sequence.ts';

function segment(
  turn: number,
  outcomes: readonly Outcome[],
  externals: readonly (readonly [string, number])[],
): Segment {
  const about = { foundOn: '', attempts: 1 };
  return {
    turn,
    phase: { level: 0, round: 0 },
    pages: outcomes.map((outcome, page) => ({
      identity: `u${turn}-${page}`,
      address: `u${turn}-${page}`,
      ...about,
      outcome,
    })),
    targets: [],
    externals: externals.map(([identity, page]) => ({ identity, page, anchor: '' })),
    bads: [],
    ignored: {},
    numbers: new Uint32Array(0),
  };
}

const node: Outcome = { kind: 'node', hash: 'h' };

test('counts on each page the external links that no earlier page of the site held', () => {
  const reader = new RewardReader();
  reader.addSegment(
    segment(
      1,
      [node, node, node],
      [
        ['a', 0],
        ['b', 0],
        ['c', 2],
      ],
    ),
  );
  reader.addSegment(
    segment(
      2,
      [node, node],
      [
        ['b', 0],
        ['d', 1],
        ['a', 1],
        ['e', 1],
      ],
    ),
  );
  expect(reader.rewards).toEqual([2, 0, 1, 0, 2]);
});

test('a page is an address with a final outcome after a request', () => {
  const reader = new RewardReader();
  const outcomes: readonly Outcome[] = [
    node,
    { kind: 'redirect', status: 301, target: 't' },
    { kind: 'duplicate', hash: 'h', owner: 'u1-0' },
    { kind: 'retry', reason: 'timeout' },
    { kind: 'skipped', reason: 'http-status', status: 404 },
    { kind: 'skipped', reason: 'robots' },
    node,
  ];
  reader.addSegment(
    segment(1, outcomes, [
      ['a', 0],
      ['b', 1],
      ['c', 6],
    ]),
  );
  expect(reader.rewards).toEqual([1, 0, 0, 1]);
});
