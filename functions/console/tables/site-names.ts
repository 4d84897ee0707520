import { siteTitle } from '../graph/site-graph-part.ts';
import { askList } from '../page/api.ts';
import type { SitePage } from '../page/api-types.ts';
import { shownText } from '../page/dom.ts';
import type { TableFile } from './table-names.ts';

/** The names, in the list of sites, of the sites that have tables, by their part of the names of files. */
export type SiteNames = ReadonlyMap<string, string>;

/** Of many sites the place names no files; then a table is called as its file. */
export async function siteNames(id: string, tables: readonly TableFile[], signal: AbortSignal): Promise<SiteNames> {
  if (tables.every(({ site }) => site === '')) return new Map();
  const { sites } = await askList<SitePage>(['crawls', id, 'sites'], { limit: 1_000 }, signal);
  const told = sites.flatMap(({ file, number: of, name, tags = [] }) =>
    file === undefined ? [] : [[file, `${of} ${shownText(siteTitle({ name, tags }), 60)}`] as const],
  );
  return new Map(told);
}
