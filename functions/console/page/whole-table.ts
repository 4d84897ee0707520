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
    load: async cursor => sliceAt(all, cursor),
    total: () => all.length,
  });
  await list.restart();
  return list.element;
}

function sliceAt<T>(all: readonly T[], cursor: string | undefined) {
  const from = Number(cursor ?? 0);
  const next = from + rowsOfPage < all.length ? String(from + rowsOfPage) : undefined;
  return { rows: all.slice(from, from + rowsOfPage), next };
}
