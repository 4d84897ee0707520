import { expect, test } from 'vitest';
import { instantOf } from '../../../shared/domain/instant.ts';

test.each([
  ['2026-05-31', '2026-05-31T00:00:00.000Z'],
  // Without an offset it is UTC, wherever the program runs.
  ['2026-05-31T12:30', '2026-05-31T12:30:00.000Z'],
  ['2026-05-31T12:30:01.5Z', '2026-05-31T12:30:01.500Z'],
  ['2026-05-31T12:30:00+02:00', '2026-05-31T10:30:00.000Z'],
])('%s is %s', (text, expected) => {
  expect(new Date(instantOf(text)).toISOString()).toBe(expected);
});

test.each(['', 'yesterday', '2026', '2026-5-31', '2026-13-01', '20260531', '2026-05-31 12:00'])(
  '%j is no instant',
  text => {
    expect(instantOf(text)).toBeNaN();
  },
);
