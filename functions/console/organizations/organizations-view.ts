import { decideMention } from '../labels/mention-decision.ts';
import { ask, askList, attempt, say, unlessRefused } from '../page/api.ts';
import { button, confirmed } from '../page/controls.ts';
import { el, headed, pageText, section, shownText } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { pagedTable } from '../page/paged-table.ts';
import { hashOfWatch, type ViewContext } from '../page/route.ts';
import { instant, t } from '../words/language.ts';
import { saidOnList, toList } from './back-to-list.ts';
import { importPart } from './import-part.ts';
import { checkParts } from './list-check.ts';
import { organizationEditor } from './organization-editor.ts';
import type { Candidate, CandidatePage, ListPage, Organization, WatchCheck } from './organization-types.ts';

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
  return await unlessRefused(askList<ListPage>(['watches', id, 'organizations'], query, signal), 404);
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
      ...others.slice(0, mostNames).map(({ text, certainty }) => {
        const condition = certainty === 'certain' ? undefined : el('small', {}, ` ${t('certainty.needs-evidence')}`);
        return el('li', {}, pageText(text), condition);
      }),
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
    const path = ['watches', id, 'organizations', 'check'];
    const found = await ask<WatchCheck>(path, { method: 'POST', body: {}, signal });
    body.replaceChildren(...(await checkParts(id, found)));
  };
  const part = section(t('listCheck'), [
    el('p', { class: 'hint' }, t('listCheckHint')),
    el('p', { class: 'actions' }, button(t('checkAgain'), check)),
    body,
  ]);
  if (list.count <= mostCheckedAtOnce) part.querySelector('button')!.click();
  return part;
}

function removeSection(id: string): HTMLElement {
  const remove = async (): Promise<void> => {
    if (!(await confirmed(t('removeListQuestion'), t('removeList'), t('removeListMeans')))) return;
    await ask(['watches', id, 'organizations'], { method: 'DELETE' });
    toList(id, 'listRemoved');
  };
  return el('p', { class: 'actions' }, button(t('removeList'), remove, { class: 'danger' }));
}

const atOnce = 20;
/** Characters of a sentence before and after the name. */
const around = 140;

/** Candidates of the watch, each with its sentence: a person says whether the organization is meant. */
async function candidatesPart(
  id: string,
  signal: AbortSignal,
): Promise<{ readonly element: HTMLElement; reload(): Promise<void> }> {
  const list = el('ul', { class: 'candidates' });
  const more = button(t('more'), async () => await load(next), { hidden: true });
  const said = el('p', { class: 'hint', role: 'status' });
  let next: string | undefined;
  const show = (): void => {
    more.hidden = next === undefined;
    const count = list.childElementCount;
    said.textContent = count === 0 && next === undefined ? t('noCandidates') : t('shownSoFar', { count });
  };
  const load = async (cursor: string | undefined): Promise<void> => {
    const page = await askList<CandidatePage>(['watches', id, 'candidates'], { cursor, limit: atOnce }, signal);
    const items = page.candidates.map(each => candidateItem(id, each, show));
    if (cursor === undefined) list.replaceChildren(...items);
    else list.append(...items);
    next = page.next;
    show();
  };
  await load(undefined);
  const heading = [el('h2', {}, t('candidates')), el('p', { class: 'hint' }, t('candidatesHint'))];
  return { element: el('section', {}, ...heading, list, said, more), reload: async () => await load(undefined) };
}

function candidateItem(id: string, candidate: Candidate, changed: () => void): HTMLElement {
  const { publication, organization, title, alias } = candidate;
  const item = el('li', { tabindex: -1 });
  const decided = async (status: 'confirmed' | 'rejected' | 'candidate'): Promise<void> => {
    await decideMention(id, candidate, status);
    if (status === 'candidate') return show();
    const back = button(t('takeBack'), async () => await decided('candidate'));
    item.replaceChildren(el('p', {}, pageText(candidate.surface), ': ', t(`decided.${status}`), ' ', back));
    back.focus();
    say(t(`decided.${status}`));
    changed();
  };
  const show = (): void =>
    item.replaceChildren(
      el('p', {}, sentenceOf(candidate)),
      el('p', { class: 'byline' }, [
        el('a', { href: hashOfWatch(id, 'publication', { number: String(publication), organization }) }, [
          pageText(title),
        ]),
        el('span', {}, pageText(alias)),
        el('code', {}, pageText(organization)),
      ]),
      el('p', { class: 'actions' }, [
        button(t('isMeant'), async () => await decided('confirmed')),
        button(t('isNotMeant'), async () => await decided('rejected')),
      ]),
    );
  show();
  return item;
}

/** The sentence with the name marked; of a long one what is around the name. */
function sentenceOf({ sentence, sentenceStart, start, end }: Candidate): readonly (string | HTMLElement)[] {
  const [from, to] = [start - sentenceStart, end - sentenceStart];
  const before = sentence.slice(Math.max(0, from - around), from);
  const after = sentence.slice(to, to + around);
  return [
    pageText(`${from > around ? '…' : ''}${before}`),
    el('mark', {}, pageText(sentence.slice(from, to))),
    pageText(`${after}${sentence.length - to > around ? '…' : ''}`),
  ];
}

const lookMs = 2_000;

/** How many stored publications are searched with the list; it goes on counting while they are. `done`: all have been searched since. */
function searchStatus(id: string, first: ListPage, signal: AbortSignal, done: () => Promise<void>): HTMLElement {
  const said = el('p', { role: 'status' });
  const bar = el('progress', { max: 1, 'aria-label': t('searchOfStored') });
  const fault = el('p', { class: 'notice' });
  const on = button(t('searchOn'), async () => {
    await ask(['watches', id, 'organizations', 'search'], { method: 'POST' });
    await look();
  });
  const show = ({ searched = { searched: 0, all: 0 }, search }: ListPage): boolean => {
    const isDone = searched.searched >= searched.all;
    said.textContent = t('searchedOf', { count: searched.searched, all: searched.all });
    bar.value = searched.all === 0 ? 1 : searched.searched / searched.all;
    bar.hidden = isDone;
    fault.hidden = search?.fault === undefined;
    fault.textContent = search?.fault === undefined ? '' : t('searchFailed', { why: shownText(search.fault) });
    on.hidden = isDone || search?.isRunning === true;
    return isDone && search?.isRunning !== true;
  };
  const look = async (): Promise<void> => {
    const page = await askList<ListPage>(['watches', id, 'organizations'], { limit: 1 }, signal);
    if (show(page)) await done();
    else again();
  };
  const again = (): void => {
    const timer = setTimeout(() => attempt(look, signal), lookMs);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  };
  if (!show(first)) again();
  return el('section', { class: 'search-status' }, said, bar, fault, on);
}
