import { ApiProblem, ask, askList } from '../page/api.ts';
import type { Crawl, CrawlPage } from '../page/api-types.ts';
import { button } from '../page/controls.ts';
import { nameText } from '../page/crawl-names.ts';
import { faultBadge, stateBadge, watchBadge } from '../page/crawl-words.ts';
import { el, pageText, shownText } from '../page/dom.ts';
import { type PagedTable, pagedTable, sliceAt } from '../page/paged-table.ts';
import { hashOf, hashOfWatch, type ViewContext, withQuery } from '../page/route.ts';
import { keptTable, type Order, orderOf, type SortOrder, sortedColumn } from '../page/sort-heading.ts';
import { traversalList } from '../states/traversal-page.ts';
import { instant, number, t } from '../words/language.ts';

const rowsOfPage = 20;

/** A crawl, or a watch with what it found. */
interface Watch extends Crawl {
  readonly publications?: number;
}

/** The columns by which the list may be sorted, and the value of a crawl there. */
const sorts: Readonly<Record<string, (crawl: Watch) => string | number>> = {
  name: crawl => nameText(crawl).toLowerCase(),
  kind: ({ kind = '' }) => kind,
  state: ({ state }) => state,
  pages: ({ pages = 0 }) => pages,
  sites: ({ siteCount = 0 }) => siteCount,
  started: ({ startedAt, createdAt }) => startedAt ?? createdAt,
};

/** All crawls, newest first, or as a press on a heading sorts them. */
export async function crawlList({ route, signal }: ViewContext): Promise<HTMLElement> {
  let list: PagedTable;
  const kept = keptTable(
    { filter: {}, order: orderOf(route.query) },
    (_, order) => withQuery('#/crawls', { ...order }),
    async (_, order, sortAgain) => {
      const { table, note } = crawlTable(order, sortAgain, signal);
      list = table;
      await list.restart();
      return [table.element, note];
    },
  );
  await kept.show();
  const { crawls } = await askList<CrawlPage>(['crawls'], { limit: 1 }, signal);
  const example = crawls.length === 0 ? await tryExample(signal) : undefined;
  const traversals = await traversalList(signal);
  return el('div', {}, [
    el('h1', { tabindex: -1 }, t('crawlsAndWatches')),
    el('p', { class: 'actions' }, [
      el('a', { class: 'button primary', href: '#/new' }, t('newCrawl')),
      el('a', { class: 'button', href: '#/new-watch' }, t('newWatch')),
      el('a', { class: 'button', href: '#/compare' }, t('compare')),
      el('a', { class: 'button', href: '#/simulate' }, t('simulate')),
      button(t('refresh'), async () => await list.refresh()),
    ]),
    kept.place,
    example,
    traversals,
  ]);
}

function crawlTable(
  now: Order,
  sortAgain: (order: Order) => Promise<void>,
  signal: AbortSignal,
): { readonly table: PagedTable; readonly note: HTMLElement } {
  const note = el('p', { class: 'hint', hidden: true });
  const keyOf = sorts[now.sort];
  const column = (key: string, text: string, look: { readonly isNumber?: boolean; readonly first?: SortOrder } = {}) =>
    sortedColumn(key, text, look, now, sortAgain);
  const table = pagedTable<Watch>({
    name: 'crawls',
    caption: t('crawlsAndWatches'),
    pageSize: rowsOfPage,
    columns: [
      column('name', t('name')),
      column('kind', t('kind')),
      column('state', t('state')),
      column('pages', t('pages'), { isNumber: true }),
      column('sites', t('sites'), { isNumber: true }),
      column('started', t('started'), { first: 'desc' }),
    ],
    async load(cursor) {
      if (keyOf === undefined) return await loadCrawls(cursor, signal);
      const { crawls, isCut } = await newestCrawls(signal);
      note.hidden = !isCut;
      note.textContent = t('crawlsSorted', { count: crawls.length });
      return sliceAt(crawls.toSorted(comparison(keyOf, now.order)), cursor, rowsOfPage);
    },
    cellsOf: crawlCells,
    empty: t('noCrawls'),
  });
  return { table, note };
}

/** Crawls alike stay as they are, newest first. */
function comparison(keyOf: (crawl: Watch) => string | number, order: SortOrder) {
  const sign = order === 'desc' ? -1 : 1;
  return (a: Watch, b: Watch): number => {
    const [one, other] = [keyOf(a), keyOf(b)];
    return one === other ? 0 : one < other ? -sign : sign;
  };
}

/** The most crawls that are sorted: each crawl reports its pages. */
const mostSorted = 200;

async function newestCrawls(signal: AbortSignal) {
  const crawls: Watch[] = [];
  let cursor: string | undefined;
  do {
    const { rows, next } = await loadCrawls(cursor, signal);
    crawls.push(...rows);
    cursor = next;
  } while (cursor !== undefined && crawls.length < mostSorted);
  return { crawls, isCut: cursor !== undefined };
}

/** The list knows ids and states; how many pages, and of which site first, each crawl says itself. */
async function loadCrawls(cursor: string | undefined, signal: AbortSignal) {
  const { crawls, next } = await askList<CrawlPage>(['crawls'], { limit: rowsOfPage, cursor }, signal);
  const rows = await Promise.all(
    crawls.map(async crawl => ({
      ...crawl,
      ...(await askList<Crawl>(['crawls', crawl.id], { limit: 1 }, signal)),
      ...(crawl.kind === 'watch' && (await askList<Watch>(['watches', crawl.id], {}, signal))),
    })),
  );
  return { rows, next };
}

function crawlCells(crawl: Watch) {
  const isWatch = crawl.kind === 'watch';
  return [
    el('span', {}, [
      el('a', { href: isWatch ? hashOfWatch(crawl.id, 'publications') : hashOf(crawl.id, 'live') }, crawlName(crawl)),
      ' ',
      // Crawls of the same sites differ by nothing else.
      crawl.sites?.length || crawl.name !== undefined ? el('small', {}, shownText(crawl.id)) : undefined,
    ]),
    isWatch ? t('watch') : t('crawl'),
    isWatch ? watchBadge(crawl) : el('span', {}, stateBadge(crawl), faultBadge(crawl)),
    isWatch ? t('publicationsFound', { count: crawl.publications ?? 0 }) : number(crawl.pages ?? 0),
    number(crawl.siteCount ?? 0),
    instant(crawl.startedAt ?? crawl.createdAt),
  ];
}

/** The name of a crawl for people: its own name; else its first site, and how many more there are. */
export function crawlName(crawl: Crawl): HTMLElement {
  return el('span', {}, pageText(nameText(crawl)));
}

/** For a list without crawls: a button that crawls the bundled site. Undefined if the place has no such site. */
async function tryExample(signal: AbortSignal): Promise<HTMLElement | undefined> {
  if (!(await hasExample(signal))) return undefined;
  return el('p', { class: 'actions' }, [
    button(t('tryExample'), crawlExample, { class: 'primary' }),
    ` ${t('tryExampleMeans')}`,
  ]);
}

async function hasExample(signal: AbortSignal): Promise<boolean> {
  try {
    await ask(['example'], { signal });
    return true;
  } catch (error) {
    // A deployed API knows no such path.
    if (error instanceof ApiProblem && error.status > 0) return false;
    throw error;
  }
}

async function crawlExample(): Promise<void> {
  const { url } = await ask<{ readonly url: string }>(['example'], { method: 'POST' });
  const spec = { sites: [{ url, name: t('exampleName') }], delayMs: 0 };
  const { id } = await ask<{ readonly id: string }>(['crawls'], { method: 'POST', body: spec });
  location.hash = hashOf(id, 'live');
}
