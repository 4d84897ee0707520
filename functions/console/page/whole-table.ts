import { type PagedSource, pagedTable } from './paged-table.ts';

const rowsOfPage = 50;

/** A table whose rows are all in memory, shown page by page like tables that are fetched. */
export async function wholeTable<T>(
  all: readonly T[],
  look: Pick<PagedSource<T>, 'caption' | 'columns' | 'cellsOf' | 'empty'>,
): Promise<HTMLElement> {
  const list = pagedTable<T>({
    ...look,
    pageSize: rowsOfPage,
    load: async cursor => sliceAt(all, cursor, rowsOfPage),
    total: () => all.length,
  });
  await list.restart();
  return list.element;
}

/** A page of so many rows behind `cursor`. */
export function sliceAt<T>(all: readonly T[], cursor = '0', size: number) {
  const to = Number(cursor) + size;
  return { rows: all.slice(Number(cursor), to), next: to < all.length ? String(to) : undefined };
}
