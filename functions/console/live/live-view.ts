import type { RefusedRequest, TimeLeft } from '../../../shared/report/live-work.ts';
import { askList, attempt } from '../page/api.ts';
import type { Crawl, LevelTable, SiteLine } from '../page/api-types.ts';
import { isAtRest, siteSentence, siteState } from '../page/crawl-words.ts';
import { type Column, el, figure, filledTable, glossary, headed, pageText, section, shownText } from '../page/dom.ts';
import type { LiveCrawl } from '../page/live-crawl.ts';
import { hashOf, type ViewContext } from '../page/route.ts';
import { levelBars } from '../plots/level-bars.ts';
import { bytes, duration, levelName, named, number, t, timeOfDay } from '../words/language.ts';
import { rateMeter } from './rate-meter.ts';

const levelsEveryMs = 2_000;

/** How far the crawl is, as it goes. */
export async function liveView(live: LiveCrawl, { signal }: ViewContext): Promise<HTMLElement> {
  const rate = rateMeter();
  const figures = el('dl', { class: 'figures' });
  const now = nowPart();
  const why = el('ul', { class: 'why' });
  const whyPart = section(t('whyNotFinished'), why);
  const bars = levelBars();
  const ratePart = section(t('rate'), rate.element);
  const { order } = live.current();
  const sites = siteTable(live.id, order);
  const levels = section(t('pagesPerLevel'), bars.element);
  let levelsAt = 0;
  let tick = (): void => undefined;

  async function showLevels(): Promise<void> {
    levelsAt = Date.now();
    bars.show((await askList<LevelTable>(['crawls', live.id, 'levels'], {}, signal)).levels);
  }

  function show(crawl: Crawl): void {
    rate.take(crawl);
    const takenAt = Date.now();
    tick = () => figures.replaceChildren(...figuresOf(crawl, rate.perSecond(), Date.now() - takenAt));
    tick();
    now.show(crawl);
    whyPart.hidden = isAtRest(crawl);
    // Picks are no levels; the result files have levels.
    levels.hidden = crawl.order !== undefined && !isAtRest(crawl);
    ratePart.hidden = isAtRest(crawl) && !rate.hasLine();
    setItems(why, reasonsOf(crawl));
    sites.show(crawl);
    if (isAtRest(crawl) || Date.now() - levelsAt >= levelsEveryMs) attempt(showLevels, signal);
  }

  show(live.current());
  live.onChange(show);
  // The clock goes on between two answers.
  const clock = window.setInterval(() => (isAtRest(live.current()) ? undefined : tick()), 1_000);
  signal.addEventListener('abort', () => window.clearInterval(clock));
  return el('div', {}, [
    figures,
    now.element,
    whyPart,
    levels,
    ratePart,
    section(t('sites'), sites.element),
    glossary(['found', 'pages', 'waiting', 'leftToDo', 'skipped', 'rate', 'elapsed']),
  ]);
}

/** `sinceMs`: how long ago the crawl said its state. */
function figuresOf(crawl: Crawl, perSecond: number | undefined, sinceMs: number): readonly HTMLElement[] {
  const { pages = 0, limit, queued = 0, outcomes, elapsedMs = 0, bytes: size = 0, live, leftToDo = 0 } = crawl;
  const isOver = isAtRest(crawl);
  return [
    ...(isOver || live === undefined
      ? []
      : [figure(t('requests'), t('requestsOpen', { done: live.requests, open: live.inFlight }))]),
    ...(isOver || live?.checks === undefined ? [] : [figure(t('checks'), t('checksDone', { ...live.checks }))]),
    figure(t('pages'), limit === undefined ? number(pages) : t('ofLimit', { pages, limit })),
    figure(t('found'), number(outcomes?.found ?? 0)),
    isOver ? figure(t('leftToDo'), number(leftToDo)) : figure(t('waiting'), number(queued)),
    ...(isOver ? [] : [figure(t('rate'), t('perSecond', { rate: number(perSecond ?? 0, 2) }))]),
    figure(t('elapsed'), duration(elapsedMs + (isOver ? 0 : sinceMs))),
    ...(isOver || live?.timeLeft === undefined ? [] : [figure(t('timeLeft'), timeLeftText(live.timeLeft))]),
    figure(t('size'), bytes(size)),
  ];
}

function timeLeftText({ leastMs, mostMs }: TimeLeft): string {
  const least = duration(leastMs);
  if (mostMs === undefined) return t('atLeast', { time: least });
  const most = duration(mostMs);
  return least === most ? t('about', { time: least }) : t('fromTo', { least, most });
}

/** Addresses that are being fetched, and the last refused requests. */
function nowPart(): { readonly element: HTMLElement; show(crawl: Crawl): void } {
  const fetching = el('ul', { class: 'addresses' });
  const refused = el('ul', { class: 'addresses' });
  const refusedPart = el('div', {}, el('h3', {}, t('refusedLast')), refused);
  const element = section(t('fetchedNow'), fetching, refusedPart);
  return {
    element,
    show(crawl) {
      const { live } = crawl;
      element.hidden = isAtRest(crawl) || live === undefined;
      const open = live?.fetching.map(address => shownText(address)) ?? [];
      setItems(fetching, open.length === 0 ? [t('betweenRequests')] : open);
      setItems(refused, live?.refused.map(refusalText) ?? []);
      refusedPart.hidden = live === undefined || live.refused.length === 0;
    },
  };
}

function refusalText({ address, at, status, reason }: RefusedRequest): string {
  const why = [status === undefined ? '' : String(status), reason === undefined ? '' : named('skip', reason)];
  return `${timeOfDay(at)} ${why.filter(Boolean).join(', ')}: ${shownText(address)}`;
}

/** How many sites do what, the most first; a host in trouble by its name. */
function reasonsOf({ state, sites = [] }: Crawl): readonly string[] {
  if (state !== 'running') return [named('why', state)];
  const active = sites.filter(({ status }) => status === 'active');
  const kinds = Map.groupBy(active, ({ waitingFor }) => waitingFor?.kind ?? 'fetching');
  return [...kinds]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([kind, some]) => `${t('sitesCount', { count: some.length })}: ${kindSentence(kind, some[0]!, some.length)}`);
}

function kindSentence(kind: string, first: SiteLine, count: number): string {
  return count === 1 ? siteSentence(first) : named('waits', kind);
}

/** Leaves items that did not change as they are. */
function setItems(list: HTMLElement, texts: readonly string[]): void {
  const now = [...list.children].map(item => item.textContent);
  if (now.join('\n') !== texts.join('\n')) list.replaceChildren(...texts.map(text => el('li', {}, text)));
}

function siteTable(id: string, order: Crawl['order']): { readonly element: HTMLElement; show(crawl: Crawl): void } {
  const columns: readonly Column[] = headed(
    ...(['#number', 'site', 'doing', order === undefined ? '#level' : '#pickNumber', '#pages'] as const),
    ...(['#waiting', '#skipped'] as const),
  );
  const shown = filledTable(t('progressOfSites'), columns, 1);
  const more = el('p', { hidden: true }, el('a', { href: hashOf(id, 'sites') }, t('allSites')));
  return {
    element: el('div', {}, shown.element, more),
    show({ sites = [], next }) {
      shown.fill(sites.map(siteCells));
      more.hidden = next === undefined;
    },
  };
}

function siteCells(site: SiteLine) {
  return [
    String(site.number),
    pageText(site.name),
    siteState(site),
    levelName(site.level),
    site.limit === undefined ? number(site.used) : t('ofLimit', { pages: site.used, limit: site.limit }),
    number(site.queued + (site.left ?? 0)),
    number(site.outcomes.skipped - (site.left ?? 0)),
  ];
}
