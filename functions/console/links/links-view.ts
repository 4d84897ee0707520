import type { LinkDomain, LinkKind, LinkRow } from '../../../shared/domain/link-rows.ts';
import { ask, askList, attempt, say } from '../page/api.ts';
import type { DomainPage, LinkPage } from '../page/api-types.ts';
import { button, confirmed, downloadLink, filtersIn, foldedOnPhones, viewLinks } from '../page/controls.ts';
import { type Child, type Column, el, glossary, shownText } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { type PagedTable, pagedTable } from '../page/paged-table.ts';
import { hashOf, type ViewContext } from '../page/route.ts';
import { keptTable, type Order, orderOf, sortedColumn } from '../page/sort-heading.ts';
import { number, t } from '../words/language.ts';
import { type DeletedLinks, deletedLinks } from './deleted-links.ts';
import { cellsOf, linkColumns } from './link-cells.ts';
import { filterForm, type LinkFilter, linkFilters } from './link-filter.ts';
import { type LinkSites, linkSites } from './link-sites.ts';
import { type PickedLinks, pickedLinks } from './picked-links.ts';

const kinds: readonly LinkKind[] = ['internal', 'external', 'bad'];
const rowsOfPage = 100;

/** The subject of a table of links. */
interface Shown {
  readonly live: LiveCrawl;
  readonly kind: LinkKind;
  readonly sites: LinkSites;
  readonly withTypes: boolean;
  /** The place sorts and counts links. */
  readonly isSorted: boolean;
  readonly signal: AbortSignal;
}

/** The tables of links: sorted, filtered, grouped, read page by page, and rows deleted from them, while the crawl runs. */
export async function linksView(live: LiveCrawl, context: ViewContext): Promise<HTMLElement> {
  const { route, signal } = context;
  const asked = route.query.get('kind');
  const sites = await linkSites(live.id, signal);
  if (asked === 'domains')
    return el('div', {}, kindList(live.id, 'domains', true), await domainsView(live, sites, context));
  const kind = kinds.find(each => each === asked) ?? 'external';
  const query = { limit: 20, totals: 'true' };
  const first = await askList<LinkPage>(['crawls', live.id, 'links', kind], query, signal);
  const withTypes = kind !== 'bad' && first.links.some(({ type }) => type !== undefined);
  const isSorted = first.totals !== undefined;
  const shown = { live, kind, sites, withTypes, isSorted, signal };
  return el('div', {}, kindList(live.id, kind, isSorted), await tablePart(shown, route.query));
}

async function tablePart(shown: Shown, asked: URLSearchParams): Promise<HTMLElement> {
  const { live, kind, sites, signal } = shown;
  const begin = { filter: filtersIn(linkFilters, asked), order: orderOf(asked) };
  const picked = pickedLinks();
  let list: PagedTable;
  const refresh = async (): Promise<void> => {
    await gone.load();
    await list.refresh();
  };
  const buttons = [
    button(t('refresh'), refresh),
    button(t('deleteSelected'), async () => await deleteLinks(shown, picked.rows(), list, gone), { class: 'danger' }),
  ];
  const kept = keptTable<LinkFilter>(
    begin,
    (filter, order) => hashOf(live.id, 'links', { kind, ...filter, ...(order.sort === '' ? {} : order) }),
    async (filter, order, sortAgain) => {
      const { table, download } = linkTable(shown, filter, order, picked, sortAgain);
      list = table;
      await table.restart();
      return [el('p', { class: 'actions' }, buttons, download), table.element];
    },
  );
  const gone = deletedLinks(live, { kind, names: sites.names }, async () => await list.refresh(), signal);
  await gone.load();
  const form = filterForm(shown, begin.filter, next => attempt(() => kept.filterBy(next), signal));
  await kept.show();
  const isFiltered = Object.values(begin.filter).some(value => value !== '');
  return el('div', {}, [
    foldedOnPhones(t('filter'), form, isFiltered),
    kept.place,
    gone.element,
    glossary(['links.internal', 'links.external', 'externalAddresses', 'links.bad']),
  ]);
}

function linkTable(
  { live, kind, sites, withTypes, isSorted, signal }: Shown,
  filter: LinkFilter,
  order: Order,
  picked: PickedLinks,
  sortAgain: (order: Order) => Promise<void>,
): { readonly table: PagedTable; readonly download: HTMLElement | undefined } {
  const segments = ['crawls', live.id, 'links', kind];
  const columns = linkColumns(kind, withTypes);
  const isKnown = columns.some(({ key }) => key === order.sort);
  const now = isKnown && isSorted ? order : { sort: '', order: 'asc' as const };
  let totals: LinkPage['totals'];
  const download = downloadLink('', segments, { ...filter, format: 'csv' });
  const table = pagedTable<LinkRow>({
    name: `links.${kind}`,
    caption: t(`links.${kind}`),
    pageSize: rowsOfPage,
    columns: [
      { heading: picked.all },
      ...columns.map(({ key, heading, isNumber = false }): Column => {
        const look = { isNumber, ...(key === 'level' && ({ first: 'asc' } as const)) };
        return isSorted ? sortedColumn(key, heading, look, now, sortAgain) : { heading, isNumber, key };
      }),
    ],
    header: 1,
    async load(cursor, most = rowsOfPage) {
      const sort = now.sort === '' ? {} : now;
      const query = { ...filter, ...sort, limit: most, cursor, totals: cursor === undefined ? 'true' : undefined };
      const page = await askList<LinkPage>(segments, query, signal);
      if (cursor === undefined) totals = page.totals;
      download.hidden = totals === undefined;
      download.textContent = t('downloadFiltered', { count: totals?.links ?? 0 });
      return { rows: page.links, next: page.next };
    },
    beforeRows: picked.clear,
    cellsOf: row => [picked.boxOf(row), ...cellsOf(kind, row, withTypes, sites.names)],
    ...(kind === 'external' && isSorted && { sums: () => sumCells(columns, totals) }),
    empty: t('noLinks'),
    total: () => totals?.links,
  });
  return { table, download: isSorted ? download : undefined };
}

/** Under the box and the columns. */
function sumCells(columns: ReturnType<typeof linkColumns>, totals: LinkPage['totals']): readonly Child[] {
  const sum = totals?.occurrences === undefined ? '–' : number(totals.occurrences);
  return ['', ...columns.map(({ key }) => (key === 'link' ? t('inAll') : key === 'occurrences' ? sum : ''))];
}

/** `isSorted`: the place groups links, too. */
function kindList(id: string, current: LinkKind | 'domains', isSorted: boolean): HTMLElement {
  const shown = [...kinds, ...(isSorted ? (['domains'] as const) : [])];
  const linkOf = (kind: (typeof shown)[number]) => [hashOf(id, 'links', { kind }), t(`links.${kind}`)] as const;
  return viewLinks('kinds', t('linkTables'), shown, current, linkOf);
}

async function deleteLinks(
  { live, kind }: Shown,
  rows: readonly LinkRow[],
  list: PagedTable,
  gone: DeletedLinks,
): Promise<void> {
  if (rows.length === 0) {
    say(t('nothingPicked'));
    return;
  }
  const question = t('deleteLinksQuestion', { count: rows.length });
  if (!(await confirmed(question, t('delete'), t('deleteLinksMeans')))) return;
  const links = rows.map(({ site, link }) => ({ site, key: link }));
  const path = ['crawls', live.id, 'links', kind, 'delete'];
  const { deleted } = await ask<{ readonly deleted: number }>(path, { method: 'POST', body: { links } });
  await gone.load();
  await list.refresh();
  await live.refresh();
  say(
    t('linksDeleted', { count: deleted }),
    button(t('undo'), () => gone.restore(rows)),
  );
  list.focus();
}

const largestFirst: Order = { sort: 'links', order: 'desc' };

/** External links by the domain that they lead to: which domains the sites link to, and how often. */
async function domainsView(live: LiveCrawl, sites: LinkSites, { route, signal }: ViewContext): Promise<HTMLElement> {
  const asked = filtersIn(linkFilters, route.query);
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
  const download = downloadLink('', segments, { ...query, format: 'csv' });
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
