import { expect, test } from 'vitest';
import { HostStarts } from '../../../shared/report/host-starts.ts';

function startsOf(starts: readonly (readonly [at: number, delayMs: number, isRobots?: true])[]): HostStarts {
  const host = new HostStarts();
  for (const [at, delayMs, isRobots] of starts) host.add(at, delayMs, isRobots !== true);
  return host.end();
}

test('starts count in the order of their instants, whatever order answers came in', () => {
  const inOrder = Array.from({ length: 2_000 }, (_, place) => [place * 10, 10] as const);
  const disordered = inOrder.map((_, place) => inOrder[place ^ 255] ?? inOrder[place]!);
  for (const starts of [inOrder, disordered])
    expect(startsOf(starts)).toMatchObject({
      ...{ requests: 2_000, firstStart: 0, lastStart: 19_990, tooSoon: 0 },
      least: { distanceMs: 10, delayMs: 10 },
    });
});

test('a distance is too soon beyond the precision of the log alone', () => {
  expect(
    startsOf([
      [0, 100],
      [99, 100],
      [197, 100],
    ]),
  ).toMatchObject({ tooSoon: 1, least: { distanceMs: 98, delayMs: 100 } });
});

test('between two delays the smaller one counts, and the least time to spare is shown', () => {
  const host = startsOf([
    [0, 100],
    [150, 5_000],
    [5_160, 5_000],
  ]);
  expect(host).toMatchObject({ tooSoon: 0, least: { distanceMs: 5_010, delayMs: 5_000 } });
  expect(startsOf([[5, 100]]).least).toBeUndefined();
});

test('the delay that a robots.txt names counts from its own request on', () => {
  expect(
    startsOf([
      [0, 100, true],
      [150, 5_000],
    ]),
  ).toMatchObject({ tooSoon: 1, least: { distanceMs: 150, delayMs: 5_000 } });
  expect(
    startsOf([
      [0, 5_000],
      [5_000, 100, true],
      [5_100, 100, true],
    ]),
  ).toMatchObject({ tooSoon: 0 });
});
