import { ask, askList, say } from '../page/api.ts';
import type { SiteLine, SitePage } from '../page/api-types.ts';
import { button, confirmed, labelled, onSubmit } from '../page/controls.ts';
import { isAtRest, siteState } from '../page/crawl-words.ts';
import { el, glossary, pageLink, pageText, section, shownText } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { type PagedTable, pagedTable } from '../page/paged-table.ts';
import { hashOf, type ViewContext } from '../page/route.ts';
import { keptTable, type Order, orderOf, type SortOrder, sortedColumn } from '../page/sort-heading.ts';
import { mendButton } from '../spec/mend-start.ts';
import { number, t } from '../words/language.ts';

const rowsOfPage = 50;

/** The set of sites: seen, sorted, added to and taken from while the crawl runs. */
export async function sitesView(live: LiveCrawl, { route, signal }: ViewContext): Promise<HTMLElement> {
  let list: PagedTable;
  const kept = keptTable(
    { filter: {}, order: orderOf(route.query) },
    (_, order) => hashOf(live.id, 'sites', { ...order }),
    async (_, order, sortAgain) => {
      list = siteTable(live, order, sortAgain, signal);
      await list.restart();
      return [list.element];
    },
  );
  await kept.show();
  const refresh = async (): Promise<void> => await list.refresh();
  return el('div', {}, [
    el('p', { class: 'actions' }, button(t('refresh'), refresh)),
    kept.place,
    section(t('addSite'), addForm(live, refresh)),
    glossary(['pages', 'waiting', 'leftToDo', 'externalAddresses', 'links.bad']),
  ]);
}

function siteTable(
  live: LiveCrawl,
  now: Order,
  sortAgain: (order: Order) => Promise<void>,
  signal: AbortSignal,
): PagedTable {
  const column = (key: string, heading: string, isNumber: boolean, first?: SortOrder) =>
    sortedColumn(key, heading, { isNumber, ...(first !== undefined && { first }) }, now, sortAgain);
  let totals: SitePage['totals'];
  const list: PagedTable = pagedTable<SiteLine>({
    name: 'sites',
    caption: t('sites'),
    pageSize: rowsOfPage,
    columns: [
      column('number', t('number'), true, 'asc'),
      column('name', t('site'), false),
      column('origin', t('address'), false),
      column('status', t('doing'), false),
      column('used', t('pages'), true),
      column('waiting', t('waiting'), true),
      column('newExternalLinks', t('externalAddresses'), true),
      column('badLinks', t('unusableOccurrences'), true),
      { heading: t('remove') },
    ],
    header: 1,
    async load(cursor, limit = rowsOfPage) {
      const query = { limit, cursor, ...now, totals: 'true' };
      const page = await askList<SitePage>(['crawls', live.id, 'sites'], query, signal);
      totals = page.totals;
      return { rows: page.sites, next: page.next };
    },
    cellsOf: site => siteCells(live, site, list),
    sums: () => [
      ...['', t('inAll'), '', ''],
      ...[totals?.used, totals?.waiting, totals?.newExternalLinks, totals?.badLinks].map(count =>
        count === undefined ? '–' : number(count),
      ),
      '',
    ],
    total: () => totals?.sites,
    empty: t('noSites'),
  });
  return list;
}

function siteCells(live: LiveCrawl, site: SiteLine, list: PagedTable) {
  const links = (kind: string, count: number | undefined) =>
    el('a', { href: hashOf(live.id, 'links', { kind, site: String(site.number) }) }, [
      count === undefined ? '–' : number(count),
    ]);
  return [
    String(site.number),
    pageText(site.name),
    pageLink(site.origin),
    siteDoing(live, site, list),
    number(site.used),
    number(site.queued + (site.left ?? 0)),
    links('external', site.newExternalLinks),
    links('bad', site.badLinks),
    site.status === 'removed' ? undefined : removeButton(live, site, list),
  ];
}

/** With what mends it, where its start page gave no page. */
function siteDoing(live: LiveCrawl, site: SiteLine, list: PagedTable): HTMLElement {
  const isToMend = site.startFault !== undefined && site.status === 'not-available' && isAtRest(live.current());
  return el('span', {}, siteState(site), isToMend ? mendButton(live, siteFault(site), list.refresh) : undefined);
}

function siteFault({ number: siteNumber, name, startFault }: SiteLine) {
  return { ...startFault!, number: siteNumber, name };
}

function removeButton(live: LiveCrawl, { number: siteNumber, name }: SiteLine, list: PagedTable): HTMLElement {
  const remove = async (): Promise<void> => {
    const question = t('removeSiteQuestion', { name: shownText(name) });
    if (!(await confirmed(question, t('remove'), t('removeSiteMeans')))) return;
    await ask(['crawls', live.id, 'sites', siteNumber], { method: 'DELETE' });
    await list.refresh();
    say(t('siteRemoved', { name: shownText(name) }));
    list.focus();
  };
  return button(t('remove'), remove, {
    class: 'danger small',
    'aria-label': t('removeSite', { name: shownText(name) }),
  });
}

function addForm(live: LiveCrawl, refresh: () => Promise<void>): HTMLElement {
  const inputs = {
    url: el('input', { autocomplete: 'off', inputmode: 'url', required: true }),
    name: el('input', { autocomplete: 'off' }),
    shortName: el('input', { autocomplete: 'off' }),
  };
  const form = el('form', { class: 'filter', novalidate: true }, [
    labelled(t('address'), inputs.url),
    labelled(t('name'), inputs.name),
    labelled(t('shortName'), inputs.shortName),
    el('div', { class: 'field' }, el('button', { class: 'primary' }, t('addSite'))),
  ]);
  onSubmit(form, async () => {
    const typed = Object.entries(inputs).map(([key, { value }]) => [key, value.trim()]);
    const body = Object.fromEntries(typed.filter(([, value]) => value !== '')) as object;
    const { sites } = await ask<{ readonly sites: readonly { readonly state: string }[] }>(
      ['crawls', live.id, 'sites'],
      { method: 'POST', body },
    );
    form.reset();
    await refresh();
    say(t(sites[0]?.state === 'waits' ? 'siteAddedWaits' : 'siteAdded'));
    inputs.url.focus();
  });
  return form;
}
