import { compareView } from './compare/compare-view.ts';
import { simulateView } from './compare/simulate-view.ts';
import { crawlList } from './crawl/crawl-list.ts';
import { crawlPage } from './crawl/crawl-page.ts';
import { ApiProblem, clearNotices, keepToken, openSession, problemText } from './page/api.ts';
import { button, labelled, onChosen, onSubmit, select } from './page/controls.ts';
import { copyTrueAddress, el } from './page/dom.ts';
import { isTab, type Route, readRoute, type ViewContext, type WatchPart } from './page/route.ts';
import { newCrawl } from './spec/new-crawl.ts';
import { traversalPage } from './states/traversal-page.ts';
import { newWatch } from './watch/new-watch.ts';
import { watchPage } from './watch/watch-page.ts';
import { type Language, language, languages, setLanguage, t } from './words/language.ts';

/* The page: it shows the view that the address names, and lets go of the one before. */

let leaving = new AbortController();
let last: Route | undefined;
/** A view that takes longer says that it is loading. */
const busyAfterMs = 250;

async function start(): Promise<void> {
  takeToken();
  document.addEventListener('copy', copyTrueAddress);
  window.addEventListener('hashchange', () => void show());
  document.getElementById('skip')!.addEventListener('click', skipToContent);
  showFrame();
  try {
    await openSession();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    // Reported by the first view, which is refused for the same reason.
  }
  await show();
}

/** The link that was printed carries the token: kept for this tab, and out of sight. */
function takeToken(): void {
  const token = /^#token=([^&]+)/.exec(location.hash)?.[1];
  if (token === undefined) return;
  keepToken(decodeURIComponent(token));
  history.replaceState(null, '', '#/crawls');
}

/** The address names the view, so that the fragment cannot be followed as such. */
function skipToContent(event: Event): void {
  event.preventDefault();
  document.getElementById('main')!.focus();
}

/** The frame around every view, in the language of the moment. */
function showFrame(): void {
  document.documentElement.lang = language();
  document.getElementById('skip')!.textContent = t('skipToContent');
  const choice = onChosen(
    select(Object.entries(languages), each => each, language()),
    async chosen => {
      setLanguage(chosen as Language);
      showFrame();
      document.querySelector<HTMLElement>('#top select')?.focus();
      await showWithInputs();
    },
  );
  document
    .getElementById('top')!
    .replaceChildren(
      el('a', { class: 'brand', href: '#/crawls' }, 'Orbweaver'),
      el('nav', { 'aria-label': t('mainMenu') }, [
        el('a', { href: '#/crawls' }, t('crawls')),
        el('a', { href: '#/new' }, t('newCrawl')),
      ]),
      labelled(t('language'), choice),
    );
}

/** The same view once more: what was typed, chosen and unfolded in it stays. */
async function showWithInputs(): Promise<void> {
  const before = inputsShown();
  const foldsBefore = foldsShown().map(({ open }) => open);
  await show();
  const folds = foldsShown();
  if (folds.length === foldsBefore.length) for (const [index, fold] of folds.entries()) fold.open = foldsBefore[index]!;
  for (const [key, input] of inputsShown()) {
    const { value, checked } = before.get(key) ?? input;
    // An event of a choice that nobody has made would make it.
    if (input.value === value && input.checked === checked) continue;
    Object.assign(input, { value, checked });
    for (const kind of ['input', 'change']) input.dispatchEvent(new Event(kind, { bubbles: true }));
  }
}

/** Inputs by their names and their places among those of the same name, as a purpose moves fields to other places. */
function inputsShown(): ReadonlyMap<string, HTMLInputElement> {
  const all = [...document.querySelectorAll<HTMLInputElement>('main form :is(input, textarea, select)')];
  const byName = Map.groupBy(all, ({ name }) => name);
  return new Map([...byName].flatMap(([name, inputs]) => inputs.map((input, index) => [`${name} ${index}`, input])));
}

function foldsShown(): readonly HTMLDetailsElement[] {
  return [...document.querySelectorAll<HTMLDetailsElement>('main form details')];
}

async function show(): Promise<void> {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const route = readRoute(location.hash);
  const before = last;
  last = route;
  const main = document.getElementById('main')!;
  main.setAttribute('aria-busy', 'true');
  const later = setTimeout(() => main.prepend(el('p', { class: 'busy', role: 'status' }, t('loading'))), busyAfterMs);
  const view = await viewOrProblem({ route, signal });
  clearTimeout(later);
  if (signal.aborted) return;
  main.removeAttribute('aria-busy');
  main.replaceChildren(view);
  titlePage(main);
  moveFocus(main, route, before);
  // On a narrow screen the tabs scroll.
  main.querySelector('.tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

async function viewOrProblem(context: ViewContext): Promise<HTMLElement> {
  try {
    return await viewOf(context);
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return tokenForm();
    return el('div', {}, [
      el('h1', { tabindex: -1 }, t('cannotShow')),
      el('div', { class: 'notice' }, problemText(error)),
      button(t('tryAgain'), show),
    ]);
  }
}

async function viewOf(context: ViewContext): Promise<HTMLElement> {
  const { view } = context.route;
  switch (view) {
    case 'crawls':
      return await crawlList(context);
    case 'new':
      return await newCrawl(context);
    case 'compare':
      return await compareView(context);
    case 'simulate':
      return await simulateView(context);
    case 'new-watch':
      return newWatch();
    case 'traversal':
      return await traversalPage(context);
    default:
      return isTab(view)
        ? await crawlPage(view, context)
        : await watchPage(view.slice('watch-'.length) as WatchPart, context);
  }
}

function titlePage(main: HTMLElement): void {
  document.title = `${main.querySelector('h1')?.textContent ?? ''} – Orbweaver`;
}

/**
 * Moves the focus: to the heading of a new page, to the tab of a new view of the same crawl. At the first view the
 * focus stays.
 */
function moveFocus(main: HTMLElement, route: Route, before: Route | undefined): void {
  if (before === undefined) return;
  // The reader is its own page.
  const isReader = [route, before].some(({ view }) => view === 'watch-publication');
  const isSameCrawl = route.id !== '' && route.id === before.id && !isReader;
  // A message from leaving another page ("started", "deleted") stays readable on this one.
  if (isSameCrawl) clearNotices();
  const current = route.view === before.view ? '[aria-current="true"]' : '[aria-current="page"]';
  main.querySelector<HTMLElement>(isSameCrawl ? current : 'h1')?.focus();
}

function tokenForm(): HTMLElement {
  const input = el('input', { type: 'password', autocomplete: 'off', required: true });
  const form = el('form', { class: 'filter' }, [
    labelled(t('token'), input),
    el('div', { class: 'field' }, el('button', { class: 'primary' }, t('open'))),
  ]);
  onSubmit(form, async () => {
    keepToken(input.value.trim());
    await openSession();
    await show();
  });
  return el('div', {}, el('h1', { tabindex: -1 }, t('tokenNeeded')), el('p', {}, t('tokenHint')), form);
}

await start();
