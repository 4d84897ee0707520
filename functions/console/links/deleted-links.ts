import type { LinkKind, LinkRow } from '../../../shared/domain/link-rows.ts';
import { ask, pagesOf, say } from '../page/api.ts';
import type { LinkPage } from '../page/api-types.ts';
import { button } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { wholeTable } from '../page/paged-table.ts';
import { t } from '../words/language.ts';
import { cellsOf, linkColumns } from './link-cells.ts';
import type { LinkSites } from './link-sites.ts';

const mostShown = 1_000;

/** Links of a kind that were deleted: the first of them, and whether there are more. */
interface Deleted {
  readonly rows: readonly LinkRow[];
  readonly isCut: boolean;
}

/** The list of what was deleted, each with a button that takes the deletion back; `restore` does so too. */
export type DeletedLinks = ReturnType<typeof deletedLinks>;

/** `onRestore` is called when rows are back. Call `load` first, and after a deletion. */
export function deletedLinks(
  live: LiveCrawl,
  { kind, names }: { readonly kind: LinkKind; readonly names: LinkSites['names'] },
  onRestore: () => Promise<void>,
  signal: AbortSignal,
) {
  const element = el('div');
  let shown: Deleted = { rows: [], isCut: false };
  const load = async (): Promise<void> => {
    shown = await read(live.id, kind, signal);
    element.replaceChildren(...(shown.rows.length === 0 ? [] : [await listOf()]));
  };
  const restore = async (rows: readonly LinkRow[]): Promise<void> => {
    const links = rows.map(({ site, link }) => ({ site, key: link }));
    const path = ['crawls', live.id, 'links', kind, 'restore'];
    const { restored } = await ask<{ readonly restored: number }>(path, { method: 'POST', body: { links } });
    await load();
    await onRestore();
    await live.refresh();
    say(t('linksRestored', { count: restored }));
  };
  const listOf = async (): Promise<HTMLElement> => {
    const { rows, isCut } = shown;
    const list = await wholeTable(rows, {
      caption: t('deletedLinks', { count: rows.length }),
      columns: [...linkColumns(kind, false), { heading: t('restore') }],
      cellsOf: row => [
        ...cellsOf(kind, row, false, names),
        button(t('restore'), () => restore([row]), { class: 'small' }),
      ],
      empty: t('noLinks'),
    });
    return el('details', { class: 'deleted' }, [
      el('summary', {}, t('deletedLinks', { count: rows.length })),
      isCut ? el('p', { class: 'hint' }, t('deletedCut')) : undefined,
      el('p', { class: 'actions' }, [button(t('restoreAll'), () => restore(rows))]),
      list,
    ]);
  };
  return { element, load, restore };
}

async function read(id: string, kind: LinkKind, signal: AbortSignal): Promise<Deleted> {
  const rows: LinkRow[] = [];
  const query = { deleted: 'true', limit: mostShown };
  for await (const { links, next } of pagesOf<LinkPage>(['crawls', id, 'links', kind], query, signal)) {
    rows.push(...links);
    const isMore = next !== undefined || rows.length > mostShown;
    if (rows.length >= mostShown) return { rows: rows.slice(0, mostShown), isCut: isMore };
  }
  return { rows, isCut: false };
}
