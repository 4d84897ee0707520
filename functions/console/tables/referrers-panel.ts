import { askList } from '../page/api.ts';
import type { SitePage } from '../page/api-types.ts';
import { el } from '../page/dom.ts';
import { pageLink } from '../page/shown-text.ts';
import { headed } from '../page/tables.ts';
import { wholeTable } from '../page/whole-table.ts';
import { number, t } from '../words/language.ts';

interface Referrer {
  readonly id: number;
  readonly url: string;
  readonly title: string;
  readonly links: number;
}

/** The pages that link to the page of a row of the page table; its address names the site. */
export async function referrersPanel(
  id: string,
  site: string,
  row: readonly string[],
  columns: readonly string[],
  signal: AbortSignal,
): Promise<HTMLElement> {
  const cell = (column: string): string => row[columns.indexOf(column)] ?? '';
  const url = cell('Url');
  const query = { site: await numberOfSite(id, url, signal), page: cell('Id') };
  const { pages, total } = await askList<{ readonly pages: readonly Referrer[]; readonly total: number }>(
    ['crawls', id, 'referrers'],
    query,
    signal,
  );
  const list = await wholeTable(pages, {
    caption: t('whoLinksHere'),
    columns: headed('page', 'title', '#column.Occurrences'),
    cellsOf: each => [pageLink(each.url), each.title, number(each.links)],
    empty: t('nobodyLinks'),
  });
  return el('section', { class: 'referrers', 'aria-label': site }, [
    el('h2', {}, t('linksTo', { count: total })),
    el('p', {}, pageLink(url)),
    list,
  ]);
}

/** The site whose origin the address has. */
async function numberOfSite(id: string, url: string, signal: AbortSignal): Promise<number | undefined> {
  const { host } = new URL(url);
  for (let cursor: string | undefined; ; ) {
    const { sites, next } = await askList<SitePage>(['crawls', id, 'sites'], { limit: 1_000, cursor }, signal);
    const found = sites.find(({ origin }) => new URL(origin).host === host);
    if (found !== undefined || next === undefined) return found?.number;
    cursor = next;
  }
}
