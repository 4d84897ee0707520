import { button } from './controls.ts';
import type { Column } from './tables.ts';

export type SortOrder = 'asc' | 'desc';

/** A column by which a table is sorted at a press; the next press turns the order round. `order`: it is sorted so now. */
export function sortHeading(
  text: string,
  { isNumber, order, first }: { isNumber: boolean; order: SortOrder | undefined; first: SortOrder },
  sort: (next: SortOrder) => void | Promise<void>,
): Column {
  const arrows = { asc: ' ↑', desc: ' ↓' };
  const next = order === undefined ? first : order === 'desc' ? 'asc' : 'desc';
  const heading = button(`${text}${order === undefined ? '' : arrows[order]}`, () => sort(next), { class: 'sort' });
  const sorted = { asc: 'ascending', desc: 'descending' } as const;
  return { heading, isNumber, ...(order === undefined ? {} : { sorted: sorted[order] }) };
}

/** The heading that was pressed has gone with the rows: the one in its place gets the focus. */
export function focusSorted(place: HTMLElement): void {
  place.querySelector<HTMLElement>('th[aria-sort] button')?.focus();
}
