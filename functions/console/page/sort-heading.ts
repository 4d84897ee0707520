import { button } from './controls.ts';
import { type Child, type Column, el } from './dom.ts';

export type SortOrder = 'asc' | 'desc';

/** By which column a table is sorted; `sort` empty: as its rows come. */
export interface Order {
  readonly sort: string;
  readonly order: SortOrder;
}

interface SortedLook {
  readonly isNumber?: boolean;
  /** The order after the first press. */
  readonly first?: SortOrder;
  readonly title?: string | undefined;
}

/** The column `key` of a table that is sorted by `now`; a press on its heading sorts by it, the next one turns the order round. */
export function sortedColumn(
  key: string,
  text: string,
  { isNumber = false, first = isNumber ? 'desc' : 'asc', title }: SortedLook,
  now: Order,
  sortAgain: (order: Order) => void | Promise<void>,
): Column {
  const look = { class: 'sort', title };
  if (now.sort !== key) {
    const heading = button(text, () => sortAgain({ sort: key, order: first }), look);
    return { heading, isNumber, key };
  }
  const isDown = now.order === 'desc';
  const turned = { sort: key, order: isDown ? 'asc' : 'desc' } as const;
  const heading = button(`${text} ${isDown ? '↓' : '↑'}`, () => sortAgain(turned), look);
  return { heading, isNumber, key, sorted: isDown ? 'descending' : 'ascending' };
}

/** The order that the address of a view has. */
export function orderOf(query: URLSearchParams): Order {
  return { sort: query.get('sort') ?? '', order: query.get('order') === 'desc' ? 'desc' : 'asc' };
}

/** The heading that was pressed has gone with the rows: the one in its place gets the focus. */
export function focusSorted(place: HTMLElement): void {
  place.querySelector<HTMLElement>('th[aria-sort] button')?.focus();
}

/** A table that is drawn anew with another filter or order, which the address of the view keeps. */
export interface KeptTable<Filter> {
  readonly place: HTMLElement;
  show(): Promise<void>;
  filterBy(filter: Filter): Promise<void>;
}

/** `draw` makes the table and what belongs to it. `addressOf`: the address of the view, without a step back for every letter. */
export function keptTable<Filter>(
  begin: { readonly filter: Filter; readonly order: Order },
  addressOf: (filter: Filter, order: Order) => string,
  draw: (filter: Filter, order: Order, sortAgain: (order: Order) => Promise<void>) => Promise<readonly Child[]>,
): KeptTable<Filter> {
  let { filter, order } = begin;
  const place = el('div');
  const show = async (): Promise<void> => {
    const drawn = await draw(filter, order, sortAgain);
    place.replaceChildren(el('div', {}, drawn));
  };
  const showOther = async (): Promise<void> => {
    history.replaceState(null, '', addressOf(filter, order));
    await show();
  };
  const sortAgain = async (next: Order): Promise<void> => {
    order = next;
    await showOther();
    focusSorted(place);
  };
  return {
    place,
    show,
    async filterBy(next) {
      filter = next;
      await showOther();
    },
  };
}
