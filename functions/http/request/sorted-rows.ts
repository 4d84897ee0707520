/** Which rows of a table are wanted, and in which order. */
export interface RowsQuery {
  /** Part of any cell, whatever its case. */
  readonly text?: string;
  /** Cells of this column are to be equal to `is`, whatever the case. */
  readonly column?: string;
  readonly is?: string;
  /** A column; absent: the order of the file. Empty cells come last. */
  readonly sort?: string;
  readonly isDescending: boolean;
}

interface Kept {
  readonly row: readonly string[];
  readonly key: string | number;
  /** Place in the file. */
  readonly at: number;
}

/** Whether a row fits. `columns` are the cells of the header. */
export function rowFilter(
  columns: readonly string[],
  { text = '', column, is = '' }: RowsQuery,
): (row: readonly string[]) => boolean {
  const part = text.toLowerCase();
  const place = column === undefined ? -1 : columns.indexOf(column);
  const wanted = is.toLowerCase();
  return row =>
    (place < 0 || (row[place] ?? '').toLowerCase() === wanted) &&
    (part === '' || row.some(cell => cell.toLowerCase().includes(part)));
}

/** Reads all rows; `from + most` of them are in memory at a time, or a few more. */
export async function sortedRows(
  rows: AsyncIterable<readonly string[]>,
  columns: readonly string[],
  query: RowsQuery,
  { from, most }: { readonly from: number; readonly most: number },
) {
  const fits = rowFilter(columns, query);
  const place = query.sort === undefined ? -1 : columns.indexOf(query.sort);
  const order = orderOf(place >= 0, query.isDescending);
  const last = from + most;
  let kept: Kept[] = [];
  let total = 0;
  for await (const row of rows) {
    if (!fits(row)) continue;
    total += 1;
    kept.push({ row, key: place < 0 ? '' : keyOf(row[place] ?? ''), at: total });
    if (kept.length > 2 * last + 1_000) kept = kept.sort(order).slice(0, last);
  }
  return {
    rows: kept
      .sort(order)
      .slice(from, last)
      .map(({ row }) => row),
    total,
  };
}

function keyOf(cell: string): string | number {
  const number = cell === '' ? Number.NaN : Number(cell);
  return Number.isNaN(number) ? cell : number;
}

function orderOf(isSorted: boolean, isDescending: boolean): (a: Kept, b: Kept) => number {
  if (!isSorted) return (a, b) => a.at - b.at;
  const sign = isDescending ? -1 : 1;
  return (a, b) => {
    if ((a.key === '') !== (b.key === '')) return a.key === '' ? 1 : -1;
    return sign * compared(a.key, b.key) || a.at - b.at;
  };
}

/** Numbers are before texts. */
function compared(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
