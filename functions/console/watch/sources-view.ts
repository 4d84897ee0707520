import { decodeDuration } from '../../../shared/domain/spec/decode-setting.ts';
import { ask, askList, attempt, say } from '../page/api.ts';
import { button, labelled, onSubmit, watchField } from '../page/controls.ts';
import { isUnbegun } from '../page/crawl-words.ts';
import { el, headed, pageLink, pageText, section } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { pagedTable } from '../page/paged-table.ts';
import { hashOfWatch, type ViewContext } from '../page/route.ts';
import { named, number, percent, t } from '../words/language.ts';
import { foundParts } from './found-parts.ts';
import { sourceView } from './source-view.ts';
import { sparkline } from './sparkline.ts';
import { relativeText } from './time-text.ts';
import { warningText } from './warning-words.ts';
import type { Findings, SourceLine, SourcePage } from './watch-types.ts';

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
    section(t('addSource'), addSourceForm(live.id, list.refresh)),
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

/** An address is looked at, what was found is shown with switches, and a button adds the source with what is on. */
function addSourceForm(id: string, added: () => Promise<void>): HTMLElement {
  const address = el('input', { type: 'url', required: true, autocomplete: 'off', size: 40, maxlength: 2_048 });
  const interval = el('input', { autocomplete: 'off', size: 8 });
  const send = el('button', {}, t('seekSource'));
  const found = el('div', { class: 'found-source', tabindex: -1 });
  const form = el('form', { class: 'filter level' }, [
    labelled(t('address'), address, t('addSourceHint')),
    watchField('interval', interval),
    el('div', { class: 'field' }, send),
  ]);
  const clear = (): void => {
    found.replaceChildren();
    address.focus();
  };
  const add = async (url: string, on: readonly object[]): Promise<void> => {
    const fixed = interval.value.trim() === '' ? {} : { interval: decodeDuration(interval.value) };
    const body = { address: url, on, ...fixed };
    const { entries } = await ask<{ entries: number }>(['watches', id, 'sources'], { method: 'POST', body });
    form.reset();
    clear();
    await added();
    say(t('sourceAdded', { count: entries }));
  };
  onSubmit(form, async () => {
    if (send.getAttribute('aria-busy') === 'true') return;
    send.setAttribute('aria-busy', 'true');
    found.replaceChildren();
    say(t('sourceSought'));
    try {
      const body = { address: address.value.trim() };
      const findings = await ask<Findings>(['watches', id, 'findings'], { method: 'POST', body });
      found.replaceChildren(...chosenParts(findings, on => add(body.address, on), clear));
      say(t('sourceFound'));
      found.focus();
    } finally {
      send.removeAttribute('aria-busy');
    }
  });
  return el('div', {}, form, found);
}

function chosenParts(
  findings: Findings,
  add: (on: readonly object[]) => Promise<void>,
  leave: () => void,
): readonly HTMLElement[] {
  const on = new Set(findings.entries.filter(entry => entry.on));
  const turn = (entry: Findings['entries'][number], isOn: boolean): void =>
    void (isOn ? on.add(entry) : on.delete(entry));
  return [
    el('h3', {}, pageText(findings.title ?? findings.address)),
    el('p', { class: 'hint' }, t('foundHint')),
    ...foundParts(findings, turn),
    el('p', { class: 'actions' }, [
      button(t('addFound'), () => add([...on].map(({ address, kind }) => ({ address, kind }))), { class: 'primary' }),
      button(t('cancel'), leave),
    ]),
  ];
}
