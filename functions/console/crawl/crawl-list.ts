import { askList } from '../page/api.ts';
import type { Crawl, CrawlPage } from '../page/api-types.ts';
import { button } from '../page/controls.ts';
import { faultBadge, stateBadge, watchBadge } from '../page/crawl-words.ts';
import { el } from '../page/dom.ts';
import { pagedTable } from '../page/paged-table.ts';
import type { ViewContext } from '../page/route.ts';
import { hashOf, hashOfWatch } from '../page/route.ts';
import { pageText, shownText } from '../page/shown-text.ts';
import { traversalList } from '../states/traversal-page.ts';
import { instant, number, t } from '../words/language.ts';
import { tryExample } from './try-example.ts';

const rowsOfPage = 20;

/** A crawl, or a watch with what it found. */
interface Watch extends Crawl {
  readonly publications?: number;
}

/** All crawls, newest first. */
export async function crawlList({ signal }: ViewContext): Promise<HTMLElement> {
  const list = pagedTable<Watch>({
    caption: t('crawlsAndWatches'),
    pageSize: rowsOfPage,
    columns: [
      { heading: t('name') },
      { heading: t('kind') },
      { heading: t('state') },
      { heading: t('pages'), isNumber: true },
      { heading: t('sites'), isNumber: true },
      { heading: t('started') },
    ],
    load: cursor => loadCrawls(cursor, signal),
    cellsOf: crawlCells,
    empty: t('noCrawls'),
  });
  await list.restart();
  const { crawls } = await askList<CrawlPage>(['crawls'], { limit: 1 }, signal);
  const example = crawls.length === 0 ? await tryExample(signal) : undefined;
  const traversals = await traversalList(signal);
  return el(
    'div',
    {},
    el('h1', { tabindex: -1 }, t('crawlsAndWatches')),
    el(
      'p',
      { class: 'actions' },
      el('a', { class: 'button primary', href: '#/new' }, t('newCrawl')),
      el('a', { class: 'button', href: '#/new-watch' }, t('newWatch')),
      el('a', { class: 'button', href: '#/compare' }, t('compare')),
      el('a', { class: 'button', href: '#/simulate' }, t('simulate')),
      button(t('refresh'), list.refresh),
    ),
    list.element,
    example,
    traversals,
  );
}

/** The list knows ids and states; how many pages, and of which site first, each crawl says itself. */
async function loadCrawls(cursor: string | undefined, signal: AbortSignal) {
  const { crawls, next } = await askList<CrawlPage>(['crawls'], { limit: rowsOfPage, cursor }, signal);
  const rows = await Promise.all(
    crawls.map(async crawl => ({
      ...crawl,
      ...(await askList<Crawl>(['crawls', crawl.id], { limit: 1 }, signal)),
      ...(crawl.kind === 'watch' ? await askList<Watch>(['watches', crawl.id], {}, signal) : {}),
    })),
  );
  return { rows, next };
}

function crawlCells(crawl: Watch) {
  const isWatch = crawl.kind === 'watch';
  return [
    el(
      'span',
      {},
      el('a', { href: isWatch ? hashOfWatch(crawl.id, 'publications') : hashOf(crawl.id, 'live') }, crawlName(crawl)),
      // Crawls of the same sites differ by nothing else.
      crawl.sites?.length || crawl.name !== undefined ? el('small', {}, shownText(crawl.id)) : undefined,
    ),
    isWatch ? t('watch') : t('crawl'),
    isWatch ? watchBadge(crawl) : el('span', {}, stateBadge(crawl), faultBadge(crawl)),
    isWatch ? t('publicationsFound', { count: crawl.publications ?? 0 }) : number(crawl.pages ?? 0),
    number(crawl.siteCount ?? 0),
    instant(crawl.startedAt ?? crawl.createdAt),
  ];
}

/** What people know a crawl by: its own name; else its first site, and how many more there are. */
export function crawlName({ id, name: own, sites = [], siteCount = 1 }: Crawl): HTMLElement {
  if (own !== undefined) return el('span', {}, pageText(own));
  const first = sites[0];
  if (first === undefined) return el('span', {}, shownText(id));
  const name = pageText(first.name === '' ? first.origin : first.name);
  return el('span', {}, name, siteCount > 1 ? ` ${t('andMore', { count: siteCount - 1 })}` : undefined);
}
