import type { TableClass, TableRow } from '../../../shared/wings/publications/table/tone-table.ts';

/** Percentage points; undefined if a row has no publication with a class. */
export function pointsBetween(
  first: TableRow | undefined,
  second: TableRow | undefined,
  tone: TableClass,
): number | undefined {
  if (first === undefined || second === undefined || first.n === 0 || second.n === 0) return undefined;
  return 100 * (second.classes[tone].count / second.n - first.classes[tone].count / first.n);
}

/** One decimal, half away from zero, with its sign; a dash where there is none. */
export function pointsText(points: number | undefined, withComma = false): string {
  if (points === undefined) return '–';
  const tenths = Math.floor(Math.abs(points) * 10 + 0.5);
  const sign = tenths === 0 ? '' : points > 0 ? '+' : '−';
  const text = `${sign}${(tenths / 10).toFixed(1)}`;
  return withComma ? text.replace('.', ',') : text;
}
