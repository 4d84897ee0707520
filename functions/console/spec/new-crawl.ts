import type { Estimate } from '../../http/routes/estimate-routes.ts';
import { ApiProblem, ask, attempt, say, told } from '../page/api.ts';
import { button, freshId, onSubmit } from '../page/controls.ts';
import { finishedCrawls, nameText } from '../page/crawl-names.ts';
import { el, shownText } from '../page/dom.ts';
import { hashOf, type ViewContext } from '../page/route.ts';
import { duration, number, t } from '../words/language.ts';
import type { ToldRefusal } from '../words/refusals-ru.ts';
import { type FormField, specFields, specOf } from './spec-form.ts';
import { loadSpecSchema } from './spec-schema.ts';
import { besideLines, type SiteEntry, type Spec, valueAt, withBeside, withoutValue } from './spec-values.ts';

const checkAfterMs = 400;

/** The fields of a form, and the spec that they give. */
interface FilledForm {
  readonly fields: readonly FormField[];
  given(): Spec;
}

/**
 * The form of a new crawl, with the settings of an earlier one where the address names it (`again`). While typing, a person reads
 * at once what the app would refuse.
 */
export async function newCrawl({ route, signal }: ViewContext): Promise<HTMLElement> {
  const { fields, elements } = specFields(await loadSpecSchema(signal));
  attempt(() => offerCrawls(fields, signal), signal);
  const again = route.query.get('again') ?? '';
  const earlier = again === '' ? undefined : await takeOver(again, fields, signal);
  const filled = { fields, given: () => withBeside(specOf(fields), earlier?.beside ?? {}) };
  const estimate = el('div', { class: 'estimate', role: 'status' }, el('p', { class: 'hint' }, t('estimateLater')));
  const form = el('form', { novalidate: true, class: 'new-crawl' }, [
    ...elements,
    estimate,
    el('p', { class: 'actions' }, el('button', { class: 'primary' }, t('startCrawl'))),
  ]);
  checkWhileTyping(form, filled, estimate, signal);
  startOnSubmit(form, filled);
  if (earlier !== undefined) form.dispatchEvent(new Event('input'));
  return el('div', {}, el('h1', { tabindex: -1 }, t('newCrawl')), earlier?.notice, form);
}

/** Crawls that a new one may be since, by id and name. */
async function offerCrawls(fields: readonly FormField[], signal: AbortSignal): Promise<void> {
  const since = fields.find(({ path }) => path === 'since');
  if (since === undefined) return;
  const crawls = await finishedCrawls(signal);
  const options = crawls.map(crawl => el('option', { value: crawl.id }, nameText(crawl)));
  const list = el('datalist', { id: freshId() }, ...options);
  since.control.setAttribute('list', list.id);
  since.element.append(list);
}

/** The app's estimate judges the whole spec, so it is the check too. */
function checkWhileTyping(
  form: HTMLFormElement,
  { fields, given }: FilledForm,
  estimate: HTMLElement,
  signal: AbortSignal,
): void {
  let timer = 0;
  let asked = 0;
  const askSitemaps = (): void => {
    estimate.replaceChildren(el('p', { class: 'hint' }, t('sitemapsAsked')));
    attempt(() => check(true));
  };
  const check = async (asksSitemaps = false): Promise<void> => {
    asked += 1;
    const mine = asked;
    const spec = given();
    const hasSites = Array.isArray(spec['sites']) && spec['sites'].length > 0;
    const outcome = await estimateOf(asksSitemaps ? { ...spec, askSitemaps: true } : spec, signal);
    if (mine !== asked || signal.aborted) return;
    const refusals = outcome instanceof ApiProblem ? outcome.refusals : [];
    // Nobody has to read that the addresses are missing before they could be typed.
    const shown = hasSites ? refusals : refusals.filter(({ code }) => code !== 'no-sites');
    const rest = showFaults(fields, shown);
    const problemShown = (problem: ApiProblem) =>
      unestimated(rest, { isAnswered: problem.status !== 0, hasFaults: shown.length > 0 });
    showChanged(
      estimate,
      outcome instanceof ApiProblem ? problemShown(outcome) : estimated(outcome, asksSitemaps, askSitemaps),
    );
  };
  form.addEventListener('input', () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => attempt(() => check()), checkAfterMs);
  });
}

/** Screen readers read aloud what is put here, also what was there before. */
function showChanged(place: HTMLElement, content: readonly HTMLElement[]): void {
  const text = content.map(each => each.textContent).join('');
  if (place.textContent !== text) place.replaceChildren(...content);
}

async function estimateOf(spec: object, signal: AbortSignal): Promise<Estimate | ApiProblem> {
  try {
    return await ask<Estimate>(['estimate'], { method: 'POST', body: spec, signal });
  } catch (error) {
    if (error instanceof ApiProblem || signal.aborted)
      return error instanceof ApiProblem ? error : new ApiProblem(0, []);
    throw error;
  }
}

function unestimated(
  refusals: readonly ToldRefusal[],
  { isAnswered, hasFaults }: { readonly isAnswered: boolean; readonly hasFaults: boolean },
): readonly HTMLElement[] {
  if (!isAnswered) return [el('p', { class: 'fault' }, t('noAnswer'))];
  if (refusals.length > 0) return [el('div', { class: 'fault' }, ...refusals.map(refused => told('p', refused)))];
  return [el('p', { class: 'hint' }, t(hasFaults ? 'estimateAfterFaults' : 'estimateLater'))];
}

/** `isAsked`: the sitemaps of the sites were requested; else a button does it where the crawl is one of this machine. */
function estimated(estimate: Estimate, isAsked: boolean, askSitemaps: () => void): readonly HTMLElement[] {
  const { dollars = 0, dollarsPerThousand = 0, assumptions, listed } = estimate;
  const isOwnMachine = dollars === 0 && dollarsPerThousand === 0;
  const costs = [
    dollars > 0 ? t('estimateCost', { dollars: number(dollars, 4) }) : '',
    dollarsPerThousand > 0 ? t('estimateCostPerThousand', { dollars: number(dollarsPerThousand, 4) }) : '',
  ];
  return [
    el('p', {}, el('strong', {}, estimateText(estimate)), ` ${costs.join('')}`),
    ...(isAsked ? [el('p', {}, listed === undefined ? t('noSitemaps') : listedText(listed))] : []),
    ...(isAsked || !isOwnMachine ? [] : [el('p', {}, button(t('askSitemaps'), askSitemaps))]),
    el('ul', { class: 'hint' }, ...assumptions.map(each => el('li', {}, assumptionText(each)))),
  ];
}

/** The estimate that the limits and the delays allow, and no more. */
function estimateText({ pages, seconds = 0, mostSeconds = 0, secondsPerThousand }: Estimate): string {
  const time = (s: number): string => duration(s * 1_000);
  if (pages === undefined)
    return secondsPerThousand === 0
      ? t('estimateUnknown')
      : `${t('estimateUnknown')} ${t('estimatePerThousand', { time: time(secondsPerThousand) })}`;
  if (mostSeconds === 0) return t('estimateNoDelay', { count: pages });
  return mostSeconds > seconds
    ? t('estimateRange', { count: pages, least: time(seconds), most: time(mostSeconds) })
    : t('estimateText', { count: pages, time: time(seconds) });
}

function listedText({ sites, pages, seconds }: NonNullable<Estimate['listed']>): string {
  const facts = { count: pages, sites: number(sites) };
  return seconds === 0
    ? t('sitemapsNoDelay', facts)
    : t('sitemapsListed', { ...facts, time: duration(seconds * 1_000) });
}

function assumptionText(assumption: Estimate['assumptions'][number]): string {
  return t(`assumption.${assumption.code}`, { count: 'pages' in assumption ? assumption.pages : 0 });
}

/**
 * A form sends equal specs with equal keys, so that a repeated request starts only one crawl. A changed spec gets a new
 * key.
 */
function startOnSubmit(form: HTMLFormElement, { fields, given }: FilledForm): void {
  let sent = { body: '', key: '' };
  const start = async (): Promise<void> => {
    const spec = given();
    const body = JSON.stringify(spec);
    if (body !== sent.body) sent = { body, key: crypto.randomUUID() };
    const headers = { 'idempotency-key': sent.key };
    const { id } = await ask<{ readonly id: string }>(['crawls'], { method: 'POST', body: spec, headers });
    location.hash = hashOf(id, 'live');
    say(t('crawlStarted'));
  };
  const tell = (error: unknown): void => {
    const rest = showFaults(fields, error instanceof ApiProblem ? error.refusals : []);
    const first = fields.find(({ control }) => control.getAttribute('aria-invalid') === 'true');
    first?.control.closest('details')?.setAttribute('open', '');
    first?.control.focus();
    if (first === undefined || rest.length > 0) throw error;
  };
  onSubmit(form, () => start().catch(tell));
}

/** Shows each refusal beside its field and removes those shown before. Returns the refusals of none of the fields. */
function showFaults(fields: readonly FormField[], refusals: readonly ToldRefusal[]): readonly ToldRefusal[] {
  const byPath = Map.groupBy(refusals, refused => fieldOf(fields, refused)?.path ?? '');
  for (const field of fields) tellFaults(field, byPath.get(field.path) ?? []);
  return byPath.get('') ?? [];
}

function tellFaults({ control }: FormField, refusals: readonly ToldRefusal[]): void {
  const place = document.getElementById(`${control.id}-faults`);
  const items = refusals.map(refused => told('p', refused, lineOf(control, refused)));
  const textsOf = (elements: Iterable<Element>): string => [...elements].map(each => each.textContent).join('\n');
  if (place === null || textsOf(place.children) === textsOf(items)) return;
  place.replaceChildren(...items);
  if (items.length > 0) control.setAttribute('aria-invalid', 'true');
  else control.removeAttribute('aria-invalid');
}

/** `sites[2].url` and `sites: number` belong to `sites`. */
function fieldOf(fields: readonly FormField[], { field = '' }: ToldRefusal): FormField | undefined {
  const name = field.replaceAll(/\[\d+\]/g, '').split(':')[0]!;
  return fields
    .filter(({ path }) => name === path || name.startsWith(`${path}.`))
    .sort((one, other) => other.path.length - one.path.length)[0];
}

/** Where lists are typed one a line, `sites[2]` is the third line that is not empty. */
function lineOf(control: FormField['control'], { field = '' }: ToldRefusal): string {
  const index = /^\w+\[(\d+)\]/.exec(field)?.[1];
  if (index === undefined || !(control instanceof HTMLTextAreaElement)) return '';
  const filled = [...control.value.split('\n').entries()].filter(([, text]) => text.trim() !== '');
  return `${t('line', { line: (filled[Number(index)]?.[0] ?? Number(index)) + 1 })} `;
}

/** The settings of an earlier crawl, as the form has them. */
interface TakenOver {
  /** The text about them for people. */
  readonly notice: HTMLElement;
  /** Settings for which the form has no field. They go along as they were. */
  readonly beside: Spec;
}

/** Fills the fields with the settings of the crawl `id`. */
async function takeOver(id: string, fields: readonly FormField[], signal: AbortSignal): Promise<TakenOver> {
  const { spec, sitesLeftOut = 0 } = await ask<{ readonly spec: Spec; readonly sitesLeftOut?: number }>(
    ['crawls', id, 'spec'],
    { signal },
  );
  let beside = spec;
  for (const { path, control, take } of fields) {
    const value = valueAt(spec, path);
    if (value === undefined || !take(value)) continue;
    beside = withoutValue(beside, path);
    control.closest('details')?.setAttribute('open', '');
  }
  const sites = besideLines((spec['sites'] ?? []) as readonly SiteEntry[]);
  const whole = sites.length === 0 ? beside : { ...beside, sites };
  return { notice: noticeOf(id, Object.keys(whole), sitesLeftOut), beside: whole };
}

function noticeOf(id: string, names: readonly string[], sitesLeftOut: number): HTMLElement {
  return el('div', { class: 'notice' }, [
    el('p', {}, t('again.of', { name: shownText(id) })),
    names.length === 0 ? undefined : el('p', {}, t('again.beside', { names: names.join(', ') })),
    sitesLeftOut === 0 ? undefined : el('p', {}, t('again.sitesLeftOut', { count: sitesLeftOut })),
  ]);
}
