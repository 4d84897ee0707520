import { ApiProblem, ask, askList } from '../page/api.ts';
import { button, confirmed } from '../page/controls.ts';
import { el } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { pagedTable } from '../page/paged-table.ts';
import { hashOfWatch, type ViewContext } from '../page/route.ts';
import { pageText, shownText } from '../page/shown-text.ts';
import { headed } from '../page/tables.ts';
import { instant, t } from '../words/language.ts';
import { saidOnList, toList } from './back-to-list.ts';
import { candidatesPart } from './candidates-part.ts';
import { importPart } from './import-part.ts';
import { checkParts } from './list-check.ts';
import { organizationEditor } from './organization-editor.ts';
import type { ListPage, Organization, WatchCheck } from './organization-types.ts';
import { searchStatus } from './search-status.ts';

const rowsOfPage = 50;
/** Longer lists are checked when a person requests it. */
const mostCheckedAtOnce = 1_000;
/** Names of an organization in the table; the editor has all. */
const mostNames = 8;

/** The organizations that the watch looks for: the list with its doubts and hits, changes of it, and candidates to decide. */
export async function organizationsView(live: LiveCrawl, context: ViewContext): Promise<HTMLElement> {
  const { route, signal } = context;
  const { id } = live;
  const edited = route.query.get('edit');
  const first = await readList(id, {}, signal);
  if (edited !== null) return await organizationEditor(id, edited, first, signal);
  const links = el('p', { class: 'actions' }, newLink(id));
  const said = saidOnList(route.query);
  if (first === undefined)
    return el('div', {}, said, el('p', { class: 'notice' }, t('noOrganizationsYet')), links, importPart(id, signal));
  const candidates = await candidatesPart(id, signal);
  return el('div', { class: 'organizations' }, [
    said,
    searchStatus(id, first, signal, candidates.reload),
    el('p', { class: 'hint' }, t('listSet', { count: first.count, at: instant(first.set) })),
    links,
    await listTable(id, signal),
    candidates.element,
    checkSection(id, first, signal),
    importPart(id, signal),
    removeSection(id),
  ]);
}

/** Undefined if the watch looks for nobody. */
export async function readList(
  id: string,
  query: Readonly<Record<string, string | number | undefined>>,
  signal: AbortSignal,
): Promise<ListPage | undefined> {
  try {
    return await askList<ListPage>(['watches', id, 'organizations'], query, signal);
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return undefined;
    throw error;
  }
}

function newLink(id: string): HTMLElement {
  return el('a', { class: 'button', href: hashOfWatch(id, 'organizations', { edit: 'new' }) }, t('newOrganization'));
}

async function listTable(id: string, signal: AbortSignal): Promise<HTMLElement> {
  let count: number | undefined;
  const shown = pagedTable<Organization>({
    name: 'organizations',
    caption: t('watchTab.organizations'),
    columns: headed('organizationName', 'organizationNames', 'listId', 'publications'),
    pageSize: rowsOfPage,
    load: async (cursor, most) => {
      const page = await readList(id, { cursor, limit: most ?? rowsOfPage }, signal);
      count = page?.count ?? 0;
      return { rows: page?.organizations ?? [], next: page?.next };
    },
    cellsOf: organization => rowOf(id, organization),
    empty: t('noOrganizationsYet'),
    total: () => count,
  });
  await shown.restart();
  return shown.element;
}

function rowOf(id: string, { id: organization, name, aliases }: Organization) {
  const others = aliases.filter(({ text }) => text !== name);
  const more = others.length - mostNames;
  return [
    el('a', { href: hashOfWatch(id, 'organizations', { edit: `=${organization}` }) }, pageText(name)),
    el('ul', { class: 'names' }, [
      ...others
        .slice(0, mostNames)
        .map(({ text, certainty }) =>
          el('li', {}, [
            pageText(text),
            certainty === 'certain' ? undefined : el('small', {}, ` ${t('certainty.needs-evidence')}`),
          ]),
        ),
      more > 0 ? el('li', {}, el('small', {}, t('moreNames', { count: more }))) : undefined,
    ]),
    el('code', {}, shownText(organization, 60)),
    el('a', { href: hashOfWatch(id, 'publications', { organization }) }, t('publicationsOfOne')),
  ];
}

/** The check of the list, at once if it is short. */
function checkSection(id: string, list: ListPage, signal: AbortSignal): HTMLElement {
  const body = el('div', {});
  const check = async (): Promise<void> => {
    const found = await ask<WatchCheck>(['watches', id, 'organizations', 'check'], {
      method: 'POST',
      body: {},
      signal,
    });
    body.replaceChildren(...(await checkParts(id, found)));
  };
  const section = el('section', {}, [
    el('h2', {}, t('listCheck')),
    el('p', { class: 'hint' }, t('listCheckHint')),
    el('p', { class: 'actions' }, button(t('checkAgain'), check)),
    body,
  ]);
  if (list.count <= mostCheckedAtOnce) section.querySelector('button')!.click();
  return section;
}

function removeSection(id: string): HTMLElement {
  const remove = async (): Promise<void> => {
    if (!(await confirmed(t('removeListQuestion'), t('removeList'), el('p', {}, t('removeListMeans'))))) return;
    await ask(['watches', id, 'organizations'], { method: 'DELETE' });
    toList(id, 'listRemoved');
  };
  return el('p', { class: 'actions' }, button(t('removeList'), remove, { class: 'danger' }));
}
