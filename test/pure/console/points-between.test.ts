import { expect, test } from 'vitest';
import { pointsBetween, pointsText } from '../../../functions/console/tones/points-between.ts';
import type { TableRow } from '../../../shared/wings/publications/table/tone-table.ts';

function row(positive: number, n: number): TableRow {
  return { n, classes: { positive: { count: positive } } } as unknown as TableRow;
}

test('a share that changes is told in percentage points of the shares themselves, not of rounded ones', () => {
  expect(pointsText(pointsBetween(row(1, 3), row(2, 3), 'positive'))).toBe('+33.3');
  expect(pointsText(pointsBetween(row(2, 3), row(1, 3), 'positive'))).toBe('−33.3');
  expect(pointsText(pointsBetween(row(1, 4), row(501, 2_000), 'positive'))).toBe('+0.1');
  expect(pointsText(pointsBetween(row(1, 4), row(1, 4), 'positive'))).toBe('0.0');
  expect(pointsText(pointsBetween(row(10_000, 40_000), row(10_001, 40_000), 'positive'))).toBe('0.0');
  expect(pointsText(-1.25, true)).toBe('−1,3');
});

test('where a row has no publication with a class, or is in one table only, there is nothing to compare', () => {
  expect(pointsText(pointsBetween(row(0, 0), row(1, 4), 'positive'))).toBe('–');
  expect(pointsText(pointsBetween(row(1, 4), row(0, 0), 'positive'))).toBe('–');
  expect(pointsText(pointsBetween(undefined, row(1, 4), 'positive'))).toBe('–');
});
