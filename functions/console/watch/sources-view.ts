import { askList } from '../page/api.ts';
import { button } from '../page/controls.ts';
import { isUnbegun } from '../page/crawl-words.ts';
import { el } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { attempt } from '../page/notices.ts';
import { pagedTable } from '../page/paged-table.ts';
import { hashOfWatch, type ViewContext } from '../page/route.ts';
import { pageLink, pageText } from '../page/shown-text.ts';
import { headed } from '../page/tables.ts';
import { named, number, percent, t } from '../words/language.ts';
import { addSourceForm } from './add-source.ts';
import { sourceView } from './source-view.ts';
import { sparkline } from './sparkline.ts';
import { relativeText } from './time-text.ts';
import { warningText } from './warning-words.ts';
import type { SourceLine, SourcePage } from './watch-types.ts';

const rowsOfPage = 50;
/** Which looks are due changes with the clock. */
const everyMs = 15_000;
const leastMs = 3_000;

/** The sources with their health, or one of them in full. */
export async function sourcesView(live: LiveCrawl, context: ViewContext): Promise<HTMLElement> {
  const chosen = context.route.query.get('source') ?? '';
  return chosen === '' ? await sourceTable(live, context) : await sourceView(live, chosen, context);
}

async function sourceTable(live: LiveCrawl, { signal }: ViewContext): Promise<HTMLElement> {
  const list = pagedTable<SourceLine>({
    name: 'sources',
    caption: t('sources'),
    pageSize: rowsOfPage,
    columns: headed(
      'source',
      'state',
      'lastLook',
      'newPerDay',
      '#publications',
      '#waiting',
      'entries',
      '#watchTab.rules',
    ),
    async load(cursor) {
      const query = { limit: rowsOfPage, cursor };
      const { sources, next } = await askList<SourcePage>(['watches', live.id, 'sources'], query, signal);
      return { rows: sources, next };
    },
    cellsOf: source => sourceCells(live.id, source, isUnbegun(live.current())),
    empty: t('noSources'),
  });
  await list.restart();
  refreshOften(live, list.refresh, signal);
  return el('div', {}, [
    el('p', { class: 'actions' }, [
      button(t('refresh'), list.refresh),
      el('a', { class: 'button', href: hashOfWatch(live.id, 'found') }, t('foundAtSources')),
    ]),
    list.element,
    el('section', {}, el('h2', {}, t('addSource')), addSourceForm(live.id, list.refresh)),
  ]);
}

/** When the watch has done something, and from time to time; not while a control of the table is in use. */
function refreshOften(live: LiveCrawl, refresh: () => Promise<void>, signal: AbortSignal): void {
  let last = Date.now();
  const look = (): void => {
    const isBusy = document.hidden || document.activeElement?.closest('table') !== null;
    if (isBusy || Date.now() - last < leastMs) return;
    last = Date.now();
    attempt(refresh, signal);
  };
  live.onChange(look);
  const timer = window.setInterval(look, everyMs);
  signal.addEventListener('abort', () => window.clearInterval(timer));
}

function sourceCells(id: string, source: SourceLine, waits: boolean) {
  const { number: at, name, origin, state, lastLook, due, newPerDay, publications, queued } = source;
  const { entries, entriesOn, entriesFailing } = source;
  const isIdle = waits || state === 'stopped' || state === 'removed';
  return [
    el('span', {}, [
      el('a', { href: hashOfWatch(id, 'sources', { source: String(at) }) }, pageText(name)),
      ' ',
      el('small', {}, pageLink(origin)),
      ...source.warnings.map(warning => el('small', { class: 'trouble' }, warningText(warning))),
    ]),
    waits
      ? t('watchUnbegun')
      : el('span', { class: state === 'trouble' ? 'trouble' : undefined }, named('sourceState', state)),
    el('span', {}, [
      lastLook === undefined ? t('lookNever') : relativeText(lastLook),
      ' ',
      due === undefined || isIdle ? undefined : el('small', {}, `${t('nextLook')}: `, relativeText(due)),
    ]),
    sparkline(newPerDay),
    el('a', { href: hashOfWatch(id, 'publications', { source: String(at) }) }, number(publications)),
    number(queued),
    el('span', {}, [
      t('entriesOn', { on: entriesOn, count: entries }),
      ' ',
      entriesFailing === 0 ? undefined : el('small', { class: 'trouble' }, t('failing', { count: entriesFailing })),
    ]),
    ruleHits(source),
  ];
}

/** Share of new articles whose text a rule gave; marked where that is too few. */
function ruleHits({ rules }: SourceLine): HTMLElement | string {
  if (rules === undefined) return '–';
  const share = rules.tried === 0 ? '0/0' : percent(rules.matched / rules.tried);
  return rules.alarm === undefined ? share : el('strong', { class: 'trouble' }, `${share} !`);
}
