import { decodeDuration } from '../../../shared/domain/spec/decode-setting.ts';
import { ask, askList, say } from '../page/api.ts';
import { button, confirmed, labelled, onChosen, onSubmit, select, watchField } from '../page/controls.ts';
import { el, figure, headed, pageLink, pageText, scrolledTable, section, setWidth, shownText } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { hashOfWatch, type ViewContext } from '../page/route.ts';
import { duration, instant, named, number, t } from '../words/language.ts';
import { applicationParts } from './application-parts.ts';
import { changeEntry, onSwitch } from './found-parts.ts';
import { lookText, reasonText } from './look-words.ts';
import { readingSettings } from './reading-settings.ts';
import { sparkline } from './sparkline.ts';
import { relativeText } from './time-text.ts';
import { warningText } from './warning-words.ts';
import type { EntryView, SourceView } from './watch-types.ts';

interface SourceActions {
  readonly id: string;
  readonly number: string;
  /** Shows the source as it is now. */
  refresh(): Promise<void>;
}

/** A source: its health, what its pages say, what was left out and why, and its entries, which can be changed. */
export async function sourceView(live: LiveCrawl, chosen: string, { signal }: ViewContext): Promise<HTMLElement> {
  const body = el('div', {});
  const load = async (): Promise<SourceView> =>
    await askList<SourceView>(['watches', live.id, 'sources', chosen], {}, signal);
  const actions: SourceActions = {
    id: live.id,
    number: chosen,
    refresh: async () => body.replaceChildren(...partsOf(await load(), actions)),
  };
  body.replaceChildren(...partsOf(await load(), actions));
  return el('div', {}, [
    el('p', {}, el('a', { href: hashOfWatch(live.id, 'sources') }, `← ${t('backToSources')}`)),
    body,
    section(t('addEntry'), addForm(actions)),
  ]);
}

function partsOf(source: SourceView, actions: SourceActions): readonly HTMLElement[] {
  const looked = source.entries.filter(entry => entry.on || entry.looks > 0);
  const proposed = source.entries.filter(entry => !entry.on && entry.looks === 0);
  return [
    sourceHead(source, actions),
    section(t('newPerDay'), el('p', { class: 'wide-spark' }, sparkline(source.newPerDay, 60))),
    section(t('entries'), entryTable(t('entriesOfSource'), looked, actions)),
    ...(proposed.length === 0
      ? []
      : [
          section(t('proposals'), [
            el('p', { class: 'hint' }, t('proposalsHint')),
            entryTable(t('proposals'), proposed, actions),
          ]),
        ]),
    section(t('reading'), readingSettings(source, pathOf(actions), actions.refresh)),
    section(t('rulesOfSource'), ...ruleParts(source, actions)),
    ...applicationParts(source),
    section(t('coverage'), ...coverageParts(source)),
    section(t('notPublications'), ...leftOutParts(source)),
    ...failedParts(source),
  ];
}

function pathOf({ id, number: source }: SourceActions): readonly string[] {
  return ['watches', id, 'sources', source];
}

function sourceHead(source: SourceView, actions: SourceActions): HTMLElement {
  const { name, origin, state, publications, queued, lost, skipped, triedAgain, lastLook, due, number: at } = source;
  const found = hashOfWatch(actions.id, 'publications', { source: String(at) });
  return el('div', {}, [
    el('h2', { class: 'source-name' }, pageText(name)),
    el('p', { class: 'hint' }, pageLink(origin), ` · ${named('sourceState', state)}`),
    ...source.warnings.map(warning => el('p', { class: 'notice trouble' }, warningText(warning))),
    el('dl', { class: 'figures' }, [
      figure(t('publications'), el('a', { href: found }, number(publications))),
      figure(t('waiting'), number(queued)),
      figure(t('skipped'), number(skipped)),
      ...(triedAgain === 0 ? [] : [figure(t('triedAgain'), number(triedAgain))]),
      ...(lost.doubtful === undefined ? [] : [figure(t('doubtful'), number(lost.doubtful))]),
      ...(lost.gone === undefined ? [] : [figure(t('gone'), number(lost.gone))]),
      figure(t('lastLook'), lastLook === undefined ? '–' : relativeText(lastLook)),
      figure(t('nextLook'), due === undefined || state === 'removed' || state === 'stopped' ? '–' : relativeText(due)),
    ]),
    el(
      'p',
      { class: 'actions' },
      state === 'removed' ? [] : [...sourceButtons(source, actions), renderChoice(source, actions)],
    ),
    ...(state === 'removed' ? [] : [tagsForm(source, actions)]),
  ]);
}

/** How its pages are loaded; `default`: as the watch says. */
function renderChoice({ rendering }: SourceView, actions: SourceActions): HTMLElement {
  const modes = ['default', 'never', 'auto', 'always'];
  const own = rendering?.own === true ? rendering.render : 'default';
  const choice = select(modes, each => [each, named('sourceRender', each)], own);
  onChosen(choice, async chosen => {
    const render = chosen === 'default' ? null : chosen;
    await ask(pathOf(actions), { method: 'PATCH', body: { render } });
    await actions.refresh();
    say(t('renderChanged'));
  });
  const count = rendering?.publications ?? 0;
  const said = [
    ...(rendering?.found === undefined ? [] : [named('renderFound', rendering.found.why)]),
    ...(count === 0 ? [] : [t('renderedSoFar', { count })]),
  ];
  return labelled(t('field.watch.render'), choice, said.length === 0 ? undefined : said.join(' '));
}

/** Kinds of sources in the words of a person: `own` for own press releases, or a region. */
function tagsForm({ tags = [] }: SourceView, actions: SourceActions): HTMLElement {
  const field = el('input', { autocomplete: 'off', size: 20, maxlength: 1_000, value: tags.join(', ') });
  const form = el('form', { class: 'filter level' }, [
    labelled(t('tags'), field, t('tagsOfSource')),
    el('div', { class: 'field' }, el('button', {}, t('saveTags'))),
  ]);
  onSubmit(form, async () => {
    const given = field.value.split(/[,;|]/).map(tag => tag.trim());
    await ask(pathOf(actions), { method: 'PATCH', body: { tags: given.filter(tag => tag !== '') } });
    await actions.refresh();
    say(t('tagsChanged'));
  });
  return form;
}

function sourceButtons({ name, entries }: SourceView, actions: SourceActions): readonly HTMLElement[] {
  const path = pathOf(actions);
  const turn = async (on: boolean): Promise<void> => {
    const { changed } = await ask<{ changed: readonly unknown[] }>(path, { method: 'PATCH', body: { on } });
    await actions.refresh();
    say(t('entriesChanged', { count: changed.length }));
  };
  const remove = async (): Promise<void> => {
    const shown = shownText(name);
    const question = t('removeSourceQuestion', { name: shown });
    if (!(await confirmed(question, t('remove'), t('removeSourceMeans')))) return;
    await ask(path, { method: 'DELETE' });
    await actions.refresh();
    say(t('sourceRemoved', { name: shown }));
  };
  return [
    ...(entries.some(({ on, looks }) => !on && looks > 0) || entries.every(({ on }) => !on)
      ? [button(t('allOn'), () => turn(true))]
      : []),
    ...(entries.some(({ on }) => on) ? [button(t('allOff'), () => turn(false))] : []),
    button(t('removeSource'), remove, { class: 'danger' }),
  ];
}

function entryTable(caption: string, entries: readonly EntryView[], actions: SourceActions): HTMLElement {
  if (entries.length === 0) return el('p', { class: 'hint' }, t('noEntries'));
  const columns = headed('entry', 'on', 'kind', 'lastLook', 'nextLook', 'interval', 'remove');
  const sorted = entries.toSorted((a, b) => (a.due ?? '~').localeCompare(b.due ?? '~'));
  const rows = sorted.map(entry => entryCells(entry, actions));
  return scrolledTable(caption, columns, rows);
}

function entryCells(entry: EntryView, actions: SourceActions) {
  const { address, title, movedFrom, kind, on, last, due, failures, disbelieved, outstanding } = entry;
  const isOnLabel = t('entryIsOn', { address: shownText(address, 80) });
  return [
    el('span', {}, [
      pageLink(address, title === undefined || title === '' ? address : title),
      title === undefined || title === '' ? undefined : el('small', {}, pageText(address)),
    ]),
    onSwitch(isOnLabel, on, isOn => changeShown(entry, { on: isOn }, isOnLabel, actions)),
    named('entryKind', kind),
    el('span', {}, [
      last === undefined ? t('lookNever') : relativeText(last.at),
      last === undefined ? undefined : el('small', { class: failures > 0 ? 'trouble' : undefined }, lookText(last)),
      last?.target === undefined ? undefined : el('small', {}, '→ ', pageText(last.target)),
      outstanding === undefined ? undefined : el('small', {}, t('outstanding', { count: outstanding })),
      disbelieved === true ? el('small', {}, t('disbelieved')) : undefined,
      movedFrom === undefined ? undefined : el('small', {}, t('movedFrom'), ' ', pageText(movedFrom)),
      failures > 0 ? el('small', { class: 'trouble' }, t('failuresInRow', { count: failures })) : undefined,
    ]),
    on && due !== undefined ? (Date.parse(due) < Date.now() ? t('dueNow') : relativeText(due)) : '–',
    el('span', {}, intervalText(entry), ' ', intervalField(entry, actions)),
    button(t('remove'), () => removeEntry(entry, actions), {
      class: 'danger small',
      'aria-label': t('removeEntry', { address: shownText(address, 80) }),
    }),
  ];
}

function intervalText({ interval, last, due }: EntryView): string {
  if (interval !== undefined) return t('intervalFixed', { time: duration(interval * 1000) });
  if (last === undefined || due === undefined) return '–';
  return t('intervalLearnt', { time: duration(Date.parse(due) - Date.parse(last.at)) });
}

/** The time between two looks; empty: it is learnt. */
function intervalField(entry: EntryView, actions: SourceActions): HTMLElement {
  const label = t('intervalOf', { address: shownText(entry.address, 80) });
  const value = entry.interval === undefined ? '' : String(entry.interval);
  const field = el('input', { autocomplete: 'off', size: 6, value, 'aria-label': label });
  return onChosen(field, async typed => {
    const interval = typed.trim() === '' ? null : decodeDuration(typed);
    await changeShown(entry, { interval }, label, actions);
  });
}

/** Changes an entry; its control has the focus again once the source is shown as it is now. */
async function changeShown(
  entry: EntryView,
  change: Parameters<typeof changeEntry>[2],
  label: string,
  { id, refresh }: SourceActions,
): Promise<void> {
  await changeEntry(id, entry, change);
  await refresh();
  document.querySelector<HTMLElement>(`input[aria-label=${JSON.stringify(label)}]`)?.focus();
}

async function removeEntry({ address, kind }: EntryView, actions: SourceActions): Promise<void> {
  if (!(await confirmed(t('removeEntryQuestion'), t('remove'), pageText(address), t('removeEntryMeans')))) return;
  await ask(['watches', actions.id, 'entries'], { method: 'DELETE', query: { address, kind } });
  await actions.refresh();
  say(t('entryRemoved'));
}

const kinds = ['feed', 'sitemap', 'page', 'traversal'];

function addForm(actions: SourceActions): HTMLElement {
  const address = el('input', { type: 'url', required: true, autocomplete: 'off', size: 40, maxlength: 2_048 });
  const kind = select(kinds, each => [each, named('entryKind', each)], 'feed');
  const interval = el('input', { autocomplete: 'off', size: 8 });
  const form = el('form', { class: 'filter level' }, [
    labelled(t('address'), address, t('entryHint')),
    labelled(t('kind'), kind),
    watchField('interval', interval),
    el('div', { class: 'field' }, el('button', {}, t('addEntry'))),
  ]);
  onSubmit(form, async () => {
    const fixed = interval.value.trim() === '' ? {} : { interval: decodeDuration(interval.value) };
    const body = { address: address.value.trim(), kind: kind.value, ...fixed };
    await ask(['watches', actions.id, 'entries'], { method: 'POST', body });
    form.reset();
    await actions.refresh();
    say(t('entryAdded'));
    address.focus();
  });
  return form;
}

/** Whether rules hold, and how many new articles they fit. */
function ruleParts({ rules }: SourceView, actions: SourceActions): readonly HTMLElement[] {
  const href = hashOfWatch(actions.id, 'rules', { source: actions.number });
  const make = el('a', { class: 'button', href }, t('rulesMake'));
  if (rules === undefined) return [el('p', { class: 'hint' }, t('rulesNone')), el('p', {}, make)];
  const { revision, validFrom, tried, matched, alarm } = rules;
  const end = async (): Promise<void> => {
    await ask(['watches', actions.id, 'sources', actions.number, 'rules'], { method: 'DELETE' });
    await actions.refresh();
    say(t('rulesEnded'));
  };
  return [
    el('p', {}, t('rulesHold', { revision, at: instant(validFrom), matched, tried })),
    ...(alarm === undefined
      ? []
      : [el('p', { class: 'notice trouble' }, t('rulesAlarm', { ...alarm, at: instant(alarm.since) }))]),
    el('p', { class: 'actions' }, make, button(t('rulesEnd'), end, { class: 'danger' })),
  ];
}

const facts = ['title', 'published', 'authors', 'section', 'language'] as const;

function coverageParts({ coverage }: SourceView): readonly HTMLElement[] {
  if (coverage.of === 0) return [el('p', { class: 'hint' }, t('coverageNone'))];
  const rows = facts.flatMap(fact => {
    const fill = el('span', { class: 'nodes' });
    setWidth(fill, coverage[fact] / coverage.of);
    const share = t('ofAll', { count: coverage[fact], all: coverage.of });
    return [el('dt', {}, t(`fact.${fact}`)), el('dd', {}, el('span', { class: 'bar' }, fill), ` ${share}`)];
  });
  const methods = Object.entries(coverage.methods).map(
    ([method, count]) => `${named('method', method)}: ${number(count)}`,
  );
  return [
    el('p', {}, t('coverageOf', { count: coverage.of })),
    el('dl', { class: 'coverage' }, rows),
    el('p', { class: 'hint' }, `${t('textFrom')}: ${methods.join(', ')}.`),
    ...(coverage.unsure === 0 ? [] : [el('p', { class: 'hint' }, t('unsureTexts', { count: coverage.unsure }))]),
  ];
}

function leftOutParts({ skippedBy, leftOutBy: named, left, elsewhere }: SourceView): readonly HTMLElement[] {
  const others = elsewhere === 0 ? [] : [el('p', { class: 'hint' }, t('elsewhereNamed', { count: elsewhere }))];
  const leftOutBy = summed(named, left);
  const reasons = [...new Set([...Object.keys(skippedBy), ...Object.keys(leftOutBy)])];
  if (reasons.length === 0) return [el('p', { class: 'hint' }, t('nothingLeftOut')), ...others];
  const count = (reason: string): number => (skippedBy[reason] ?? 0) + (leftOutBy[reason] ?? 0);
  const rows = reasons
    .toSorted((a, b) => count(b) - count(a))
    .map(reason => [reasonText(reason), number(skippedBy[reason] ?? 0), number(leftOutBy[reason] ?? 0)]);
  const columns = headed('reason', '#askedFor', '#leftOut');
  return [
    el('p', { class: 'hint' }, t('notPublicationsHint')),
    scrolledTable(t('notPublications'), columns, rows),
    ...others,
  ];
}

function failedParts({ failed }: SourceView): readonly HTMLElement[] {
  if (failed.length === 0) return [];
  const name = t('failedAddresses');
  const columns = headed('address', 'reason', '#looksSoFar', 'nextLook');
  const rows = failed.map(({ address, why, tries, due }) => [
    ...[pageLink(address), reasonText(why), number(tries)],
    due === undefined ? t('givenUp') : relativeText(due),
  ]);
  return [
    el('section', {}, [
      ...[el('h2', {}, name), el('p', { class: 'hint' }, t('failedHint'))],
      scrolledTable(name, columns, rows),
    ]),
  ];
}

/** The numbers of addresses that the last looks left out, and that further parts of lists have named so far. */
function summed(...counts: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const [reason, count] of counts.flatMap(each => Object.entries(each)))
    sums[reason] = (sums[reason] ?? 0) + count;
  return sums;
}
