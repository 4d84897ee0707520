import type { Fitting } from '../../../shared/wings/publications/table/count-fitting.ts';
import { judgements } from '../../../shared/wings/publications/table/tone-table.ts';
import { keysOfList, labelHere } from '../labels/label-here.ts';
import type { ListPage } from '../organizations/organization-types.ts';
import { askList, attempt, pagesOf, unlessRefused } from '../page/api.ts';
import {
  button,
  chosenIn,
  downloadLink,
  filterField,
  filtersIn,
  foldedOnPhones,
  labelled,
  onSubmit,
  select,
} from '../page/controls.ts';
import { el, pageText, shownText } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { hashOfWatch, type ViewContext } from '../page/route.ts';
import { named, t } from '../words/language.ts';
import { alertsPart } from './alerts-part.ts';
import { severalOf, sourcesChoice } from './source-choice.ts';
import { instantText } from './time-text.ts';
import type { PublicationLine, PublicationPage, SourcePage } from './watch-types.ts';

const filterNames = [
  ...(['query', 'source', 'since', 'until', 'originals', 'cluster', 'language'] as const),
  ...(['organization', 'tone', 'nested', 'confidence'] as const),
];
/** As typed; empty: all. */
type Filter = Readonly<Record<(typeof filterNames)[number], string>>;

const atOnce = 50;
/** From here on the list grows by the button alone: a page of everything would be too heavy. */
const mostByScrolling = 1_000;
const rowsInFilter = 1_000;

/** The list as it was filtered last, so that the reader leads back to it. */
let lastList: { readonly id: string; readonly filter: Filter } | undefined;

export function hashOfLastList(id: string): string {
  return hashOfWatch(id, 'publications', lastList?.id === id ? lastList.filter : {});
}

/** Everything that the watch has found, searched and filtered; the list grows as it is scrolled. */
export async function publicationsView(live: LiveCrawl, context: ViewContext): Promise<HTMLElement> {
  const { route, signal } = context;
  let filter = filtersIn(filterNames, route.query);
  lastList = { id: live.id, filter };
  const [sources, organizations] = [await allSources(live.id, signal), await organizationNames(live.id, signal)];
  const list = growingList(context, sources, organizations !== undefined);
  const links = el('p', { class: 'actions export' });
  const showLinks = (): void => links.replaceChildren(...exportLinks(live.id, filter));
  const source = sourcesChoice(sources.sources, filter.source, t('allSources'));
  const form = filterForm(filter, source, organizationsChoice(filter, organizations), next => {
    filter = next;
    history.replaceState(null, '', hashOfWatch(live.id, 'publications', filter));
    lastList = { id: live.id, filter };
    showLinks();
    attempt(async () => await list.show(filter), signal);
  });
  showLinks();
  await list.show(filter);
  keysOfList(signal);
  const isFiltered = Object.values(filter).some(value => value !== '');
  const alerts = await alertsPart(live.id, () => filter, signal);
  return el('div', {}, foldedOnPhones(t('filter'), form, isFiltered), links, alerts, list.element);
}

async function allSources(id: string, signal: AbortSignal): Promise<SourcePage> {
  return await askList<SourcePage>(['watches', id, 'sources'], { limit: rowsInFilter }, signal);
}

/** Names by id; undefined where there is no list. */
async function organizationNames(id: string, signal: AbortSignal): Promise<ReadonlyMap<string, string> | undefined> {
  const pages = pagesOf<ListPage>(['watches', id, 'organizations'], { limit: rowsInFilter }, signal);
  const all = await unlessRefused(Array.fromAsync(pages), 404);
  return all && new Map(all.flatMap(page => page.organizations.map(each => [each.id, each.name] as const)));
}

/** The organizations of the list by name, and one that was in it. */
function organizationsChoice({ organization }: Filter, names: ReadonlyMap<string, string> = new Map()) {
  const options = [...names].map(([value, name]) => [value, shownText(name, 60)] as const);
  const isKnown = names.has(organization) || organization.split(',').every(each => names.has(each));
  if (organization !== '' && !isKnown) options.push([organization, shownText(organization, 60)]);
  return severalOf(options, organization, t('allOrganizations'));
}

function filterForm(
  filter: Filter,
  source: HTMLSelectElement,
  organization: HTMLSelectElement,
  onChange: (filter: Filter) => void,
) {
  const query = el('input', { type: 'search', value: filter.query, maxlength: 500, autocomplete: 'off' });
  const since = el('input', { type: 'date', value: filter.since });
  const until = el('input', { type: 'date', value: filter.until });
  const tone = select(judgements, each => [each, t(`tone.${each}`)], filter.tone, t('anyTone'));
  const language = el('input', { type: 'text', value: filter.language, maxlength: 35, autocomplete: 'off' });
  const originals = el('input', { type: 'checkbox', checked: filter.originals === 'true' });
  const box = filterField('originals', originals);
  box.classList.add('check');
  const form = el('form', { class: 'filter level', role: 'search', 'aria-label': t('filter') }, [
    labelled(t('field.filter.query'), query, t('says.filter.query')),
    filterField('source', source),
    filterField('since', since),
    filterField('until', until),
    filterField('organization', organization),
    filterField('tone', tone),
    filterField('language', language),
    box,
    el('div', { class: 'field' }, el('button', { class: 'primary' }, t('filter'))),
  ]);
  onSubmit(form, () =>
    onChange({
      ...{ ...filter, cluster: '' },
      ...chosenIn({ query, source, since, until, originals, language, organization, tone }),
    }),
  );
  return form;
}

function exportLinks(id: string, filter: Filter): readonly (HTMLElement | string)[] {
  const path = ['watches', id, 'publications', 'export'];
  return [
    el('span', {}, t('exportAs')),
    downloadLink('JSON Lines', path, { ...filter, format: 'jsonl' }),
    downloadLink('CSV', path, { ...filter, format: 'csv', bom: 'true' }),
  ];
}

/** "Publications: 37 of 412; mentions: 52." */
function fittingText({ publications, mentions, isWhole, all }: Fitting): string {
  const found = t(isWhole ? 'fitting' : 'fittingAtLeast', { publications, all });
  return mentions === undefined ? found : `${found}; ${t('fittingMentions', { mentions })}`;
}

function growingList(context: ViewContext, { sources }: SourcePage, hasOrganizations: boolean) {
  const { route, signal } = context;
  const { id } = route;
  const names = new Map(sources.map(({ number, name }) => [number, name]));
  const items = el('ol', { class: 'publications' });
  const fitting = el('p', { class: 'position fitting', role: 'status' });
  const said = el('p', { class: 'position', role: 'status' });
  const more = button(t('more'), async () => {
    const last = items.lastElementChild;
    await grow();
    // The button may be gone: the first of the new ones has the focus then.
    last?.nextElementSibling?.querySelector('a')?.focus();
  });
  let filter: Filter | undefined;
  let next: string | undefined;
  let asked = 0;
  let isUnderWay = false;

  async function load(cursor: string | undefined): Promise<void> {
    asked += 1;
    const mine = asked;
    const query = { ...filter!, limit: atOnce, cursor };
    const page = await askList<PublicationPage>(['watches', id, 'publications'], query, signal);
    // An answer that a later request overtook says nothing any more.
    if (mine !== asked) return;
    const added = page.publications.map(each => publicationItem(id, each, names));
    if (hasOrganizations)
      for (const [at, item] of added.entries())
        item.append(labelHere(context, page.publications[at]!.id, filter!.organization));
    if (cursor === undefined) items.replaceChildren(...added);
    else items.append(...added);
    next = page.next;
    more.hidden = next === undefined;
    const count = items.childElementCount;
    if (cursor === undefined) attempt(countAll, signal);
    // Asked anew whether the end is near: a list that is still short does not move the button away.
    watcher.unobserve(more);
    watcher.observe(more);
    const shown = t(next === undefined ? 'allShown' : 'shownSoFar', { count });
    said.textContent = count === 0 ? t('noPublications') : shown;
  }

  /** Beside the list, for counting may take longer than its first page. */
  async function countAll(): Promise<void> {
    const counted = filter!;
    const found = await askList<Fitting>(['watches', id, 'publications', 'count'], counted, signal);
    if (counted === filter) fitting.textContent = fittingText(found);
  }

  async function grow(): Promise<void> {
    if (next === undefined || isUnderWay) return;
    isUnderWay = true;
    try {
      await load(next);
    } finally {
      isUnderWay = false;
    }
  }

  const watcher = new IntersectionObserver(
    entries => {
      const isNear = entries.some(({ isIntersecting }) => isIntersecting);
      if (isNear && items.childElementCount < mostByScrolling) attempt(grow, signal);
    },
    { rootMargin: '600px' },
  );
  watcher.observe(more);
  signal.addEventListener('abort', () => watcher.disconnect());
  return {
    element: el('div', {}, fitting, items, el('p', { class: 'pager' }, said, more)),
    /** From the beginning, by another filter. */
    show: async (given: Filter): Promise<void> => {
      filter = given;
      fitting.textContent = '';
      await load(undefined);
    },
  };
}

function publicationItem(id: string, line: PublicationLine, names: ReadonlyMap<number, string>): HTMLElement {
  const { title, published, firstSeen, source, authors, version, corrects, copy, state, access, language } = line;
  const href = hashOfWatch(id, 'publication', { number: String(line.id) });
  return el('li', {}, [
    el('a', { class: 'headline', href, lang: language ?? undefined }, pageText(title === '' ? t('untitled') : title)),
    el('p', { class: 'byline' }, [
      published === null ? el('span', {}, `${t('firstSeen')}: `, instantText(firstSeen)) : instantText(published.at),
      el('span', {}, pageText(names.get(source) ?? String(source))),
      authors.length === 0 ? undefined : el('span', {}, pageText(authors.join(', '))),
      version > 1 ? el('span', { class: 'badge' }, t('versionsOf', { count: version })) : undefined,
      corrects === undefined ? undefined : el('span', { class: 'badge' }, t('corrected')),
      copy ? el('span', { class: 'badge' }, t('copy')) : undefined,
      state === 'live' ? undefined : el('span', { class: 'badge failed' }, t(state)),
      access === 'paywalled' ? el('span', { class: 'badge' }, named('access', access)) : undefined,
    ]),
  ]);
}
