import type { LinkDomain } from '../../../shared/domain/link-rows.ts';
import { askList, pathWith } from '../page/api.ts';
import type { DomainPage } from '../page/api-types.ts';
import { button } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import { glossary } from '../page/glossary.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { attempt } from '../page/notices.ts';
import { type PagedTable, pagedTable } from '../page/paged-table.ts';
import { hashOf, type ViewContext } from '../page/route.ts';
import { shownText } from '../page/shown-text.ts';
import { keptTable, type Order, orderOf, sortedColumn } from '../page/sort-heading.ts';
import { number, t } from '../words/language.ts';
import { filterForm, filterOf, type LinkFilter } from './link-filter.ts';
import type { LinkSites } from './link-sites.ts';

const rowsOfPage = 100;
const largestFirst: Order = { sort: 'links', order: 'desc' };

/** External links by the domain that they lead to: which domains the sites link to, and how often. */
export async function domainsView(
  live: LiveCrawl,
  sites: LinkSites,
  { route, signal }: ViewContext,
): Promise<HTMLElement> {
  const asked = filterOf(route.query);
  const kept = keptTable<LinkFilter>(
    { filter: asked, order: route.query.has('sort') ? orderOf(route.query) : largestFirst },
    (filter, order) => hashOf(live.id, 'links', { kind: 'domains', ...filter, ...order }),
    async (filter, order, sortAgain) => {
      const { table, download } = domainTable(live.id, filter, order, sortAgain, signal);
      await table.restart();
      const refresh = button(t('refresh'), table.refresh);
      return [el('p', { class: 'actions' }, refresh, download), table.element];
    },
  );
  const form = filterForm({ kind: 'external', sites, withTypes: false }, asked, next =>
    attempt(() => kept.filterBy(next), signal),
  );
  await kept.show();
  return el('div', {}, [form, kept.place, glossary(['links.domains', 'externalAddresses'])]);
}

function domainTable(
  id: string,
  filter: LinkFilter,
  order: Order,
  sortAgain: (order: Order) => Promise<void>,
  signal: AbortSignal,
): { readonly table: PagedTable; readonly download: HTMLElement } {
  const segments = ['crawls', id, 'link-domains'];
  const { status: _, ...query } = { ...filter, ...order };
  const column = (key: string, text: string, isNumber: boolean) =>
    sortedColumn(key, text, { isNumber }, order, sortAgain);
  let totals: DomainPage['totals'] | undefined;
  const download = el('a', { href: pathWith(segments, { ...query, format: 'csv' }), download: true, class: 'button' });
  const table = pagedTable<LinkDomain>({
    name: 'links.domains',
    caption: t('links.domains'),
    pageSize: rowsOfPage,
    columns: [
      column('domain', t('domain'), false),
      column('links', t('externalAddresses'), true),
      column('occurrences', t('occurrences'), true),
      column('sites', t('linkingSites'), true),
    ],
    async load(cursor, most = rowsOfPage) {
      const page = await askList<DomainPage>(segments, { ...query, limit: most, cursor }, signal);
      totals = page.totals;
      download.textContent = t('downloadFiltered', { count: totals.domains });
      return { rows: page.domains, next: page.next };
    },
    cellsOf: ({ domain, links, occurrences, sites }) => [
      el('a', { href: hashOf(id, 'links', { kind: 'external', ...filter, domain, status: '' }) }, shownText(domain)),
      number(links),
      number(occurrences),
      number(sites),
    ],
    sums: () => [t('inAll'), number(totals?.links ?? 0), number(totals?.occurrences ?? 0), ''],
    empty: t('noLinks'),
    total: () => totals?.domains,
  });
  return { table, download };
}
