import type { LinkKind, LinkRow } from '../../../shared/domain/link-rows.ts';
import { ask, askList } from '../page/api.ts';
import type { LinkPage, SitePage } from '../page/api-types.ts';
import { button, confirmed } from '../page/controls.ts';
import { isAtRest } from '../page/crawl-words.ts';
import { el } from '../page/dom.ts';
import { glossary } from '../page/glossary.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { attempt, say } from '../page/notices.ts';
import { type PagedTable, pagedTable } from '../page/paged-table.ts';
import { hashOf, type ViewContext } from '../page/route.ts';
import { shownText } from '../page/shown-text.ts';
import { t } from '../words/language.ts';
import { type DeletedLinks, deletedLinks, restoreLinks } from './deleted-links.ts';
import { cellsOf, columnsOf } from './link-cells.ts';
import { filterForm, filterOf } from './link-filter.ts';

const kinds: readonly LinkKind[] = ['internal', 'external', 'bad'];
const rowsOfPage = 100;

/** The tables of links: filtered, read page by page, and rows deleted from them, while the crawl runs. */
export async function linksView(live: LiveCrawl, { route, signal }: ViewContext): Promise<HTMLElement> {
  const kind = kinds.find(each => each === route.query.get('kind')) ?? 'external';
  const [totals, withTypes] = await Promise.all([totalsOf(live, kind, signal), hasTypes(live, kind, signal)]);
  let filter = filterOf(route.query);
  const picked = pickedLinks();
  const list = pagedTable<LinkRow>({
    caption: t(`links.${kind}`),
    pageSize: rowsOfPage,
    columns: [{ heading: picked.all }, ...columnsOf(kind, withTypes)],
    header: 1,
    async load(cursor, most = rowsOfPage) {
      const query = { ...filter, limit: most, cursor };
      const { links, next } = await askList<LinkPage>(['crawls', live.id, 'links', kind], query, signal);
      return { rows: links, next };
    },
    beforeRows: picked.clear,
    cellsOf: row => [picked.boxOf(row), ...cellsOf(kind, row, withTypes)],
    empty: t('noLinks'),
    total: () => (Object.values(filter).every(value => value === '') ? without(totals.count, gone.count()) : undefined),
  });
  const gone = deletedLinks(live, kind, list.refresh, signal);
  await gone.load();
  const form = filterForm(kind, filter, withTypes, next => {
    filter = next;
    // The address keeps the filter, without a step back for every letter.
    history.replaceState(null, '', hashOf(live.id, 'links', { kind, ...filter }));
    attempt(list.restart, signal);
  });
  await list.restart();
  return el(
    'div',
    {},
    kindList(live.id, kind),
    form,
    el(
      'p',
      { class: 'actions' },
      button(t('refresh'), async () => {
        Object.assign(totals, await totalsOf(live, kind, signal));
        await gone.load();
        await list.refresh();
      }),
      button(t('deleteSelected'), () => deleteLinks(live, kind, picked.rows(), list, gone), { class: 'danger' }),
    ),
    list.element,
    gone.element,
    glossary(['links.internal', 'links.external', 'externalAddresses', 'links.bad']),
  );
}

/** Sites count what was deleted, too. */
function without(count: number | undefined, deleted: number | undefined): number | undefined {
  return count === undefined || deleted === undefined ? undefined : Math.max(0, count - deleted);
}

/** Whether the first links say how they came to be: pages of the crawl were loaded in a browser. */
async function hasTypes({ id }: LiveCrawl, kind: LinkKind, signal: AbortSignal): Promise<boolean> {
  if (kind === 'bad') return false;
  const { links } = await askList<LinkPage>(['crawls', id, 'links', kind], { limit: 20 }, signal);
  return links.some(({ type }) => type !== undefined);
}

function kindList(id: string, current: LinkKind): HTMLElement {
  const links = kinds.map(kind =>
    el(
      'li',
      {},
      el(
        'a',
        { href: hashOf(id, 'links', { kind }), 'aria-current': kind === current ? 'true' : undefined },
        t(`links.${kind}`),
      ),
    ),
  );
  return el('nav', { class: 'kinds', 'aria-label': t('linkTables') }, el('ul', {}, ...links));
}

async function deleteLinks(
  live: LiveCrawl,
  kind: LinkKind,
  rows: readonly LinkRow[],
  list: PagedTable,
  gone: DeletedLinks,
): Promise<void> {
  if (rows.length === 0) {
    say(t('nothingPicked'));
    return;
  }
  if (
    !(await confirmed(
      t('deleteLinksQuestion', { count: rows.length }),
      t('delete'),
      el('p', {}, t('deleteLinksMeans')),
    ))
  )
    return;
  const links = rows.map(({ site, link }) => ({ site, key: link }));
  const { deleted } = await ask<{ readonly deleted: number }>(['crawls', live.id, 'links', kind, 'delete'], {
    method: 'POST',
    body: { links },
  });
  await gone.load();
  await list.refresh();
  const undo = async (): Promise<void> => {
    const { restored } = await restoreLinks(live.id, kind, rows);
    await gone.load();
    await list.refresh();
    say(t('linksRestored', { count: restored }));
  };
  say(t(isAtRest(live.current()) ? 'linksDeletedAtRest' : 'linksDeleted', { count: deleted }), button(t('undo'), undo));
  list.focus();
}

/** How many links the table has without a filter, as the sites count them; unknown where there are very many sites. */
async function totalsOf(
  { id }: LiveCrawl,
  kind: LinkKind,
  signal: AbortSignal,
): Promise<{ count?: number | undefined }> {
  const { sites, next } = await askList<SitePage>(['crawls', id, 'sites'], { limit: 1_000 }, signal);
  if (next !== undefined) return {};
  const counts = sites.map(site =>
    kind === 'internal' ? site.outcomes.found : kind === 'external' ? site.newExternalLinks : site.badLinks,
  );
  return {
    count: counts.some(count => count === undefined)
      ? undefined
      : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0),
  };
}

interface PickedLinks {
  /** The box that picks all rows shown, or none. */
  readonly all: HTMLElement;
  boxOf(row: LinkRow): HTMLElement;
  rows(): readonly LinkRow[];
  /** Forgets the rows shown: others take their place. */
  clear(): void;
}

/** Which rows of a table of links are picked, by a box in each row. */
function pickedLinks(): PickedLinks {
  const boxes = new Map<HTMLInputElement, LinkRow>();
  const all = el('input', { type: 'checkbox', 'aria-label': t('pickAll') });
  all.addEventListener('change', () => {
    for (const each of boxes.keys()) each.checked = all.checked;
  });
  return {
    all,
    boxOf(row) {
      const box = el('input', { type: 'checkbox', 'aria-label': t('pick', { link: shownText(row.link) }) });
      boxes.set(box, row);
      return box;
    },
    rows: () => [...boxes].filter(([box]) => box.checked).map(([, row]) => row),
    clear() {
      boxes.clear();
      all.checked = false;
    },
  };
}
