import { brokenView } from '../broken/broken-view.ts';
import { graphView } from '../graph/graph-view.ts';
import { issuesView } from '../issues/issues-view.ts';
import { linksView } from '../links/links-view.ts';
import { liveView } from '../live/live-view.ts';
import { sitesView } from '../live/sites-view.ts';
import { ask, attempt, say } from '../page/api.ts';
import type { Crawl } from '../page/api-types.ts';
import { button, labelled, openFormDialog, viewLinks } from '../page/controls.ts';
import * as crawlWords from '../page/crawl-words.ts';
import { el, pageLink } from '../page/dom.ts';
import { followCrawl, type LiveCrawl } from '../page/live-crawl.ts';
import { hashOf, hashOfAgain, type Tab, tabs, type ViewContext } from '../page/route.ts';
import { plotsView } from '../plots/plots-view.ts';
import { ruleView } from '../plots/rule-view.ts';
import { mendButton } from '../spec/mend-start.ts';
import { resumeButton } from '../spec/resume-form.ts';
import { tablesView } from '../tables/tables-view.ts';
import { t } from '../words/language.ts';
import { crawlName } from './crawl-list.ts';
import { crawlNotices } from './crawl-notices.ts';
import { deleteCrawl } from './delete-crawl.ts';
import { filesView } from './files-view.ts';

/** A part of a crawl's page. */
export type CrawlView = (crawl: LiveCrawl, context: ViewContext) => Promise<HTMLElement>;

const views: Readonly<Record<Tab, CrawlView>> = {
  live: liveView,
  links: linksView,
  broken: brokenView,
  issues: issuesView,
  tables: tablesView,
  sites: sitesView,
  rule: ruleView,
  graph: graphView,
  plots: plotsView,
  files: filesView,
};

/** A crawl: its settings, the actions it allows, and the chosen view. */
export async function crawlPage(tab: Tab, context: ViewContext): Promise<HTMLElement> {
  const { live, lost } = await followCrawl(context.route.id, context.signal);
  const view = el('div', {}, await views[tab](live, context));
  showOnceWritten(live, async () => view.replaceChildren(await views[tab](live, context)), context);
  const links = viewLinks('tabs', t('viewsOfCrawl'), tabs, tab, each => [hashOf(live.id, each), t(`tab.${each}`)]);
  return el('div', {}, crawlHead(live, context.signal), lost, links, view);
}

/** Views of results, which say "later" before they are there. */
const resultTabs: readonly string[] = ['broken', 'issues', 'tables', 'graph', 'plots', 'files'] satisfies Tab[];

/** A person who waits in a view of results sees them as soon as they are written. */
function showOnceWritten(live: LiveCrawl, show: () => Promise<void>, { route, signal }: ViewContext): void {
  let isWritten = crawlWords.hasResults(live.current()) || !resultTabs.includes(route.view);
  live.onChange(crawl => {
    if (isWritten || !crawlWords.hasResults(crawl)) return;
    isWritten = true;
    attempt(show, signal);
  });
}

/** Name, state and actions. A pressed button stays in its place; buttons that do not apply are not shown. */
function crawlHead(live: LiveCrawl, signal: AbortSignal): HTMLElement {
  const name = el('h1', { tabindex: -1 });
  const state = el('span', { role: 'status' });
  const reason = el('span', { class: 'reason' });
  const damage = el('p', { class: 'reason' });
  const faults = el('div', { role: 'status' });
  const behind = filesBehind(live, signal);
  const stop = button(t('stop'), () => stopCrawl(live));
  const resume = resumeButton(live);
  const rename = button(t('nameCrawl'), () => nameCrawl(live));
  const again = el('a', { class: 'button', href: hashOfAgain(live.id) }, t('again'));
  const words = { question: 'deleteCrawlQuestion', meaning: 'deleteCrawlMeans', done: 'crawlDeleted' } as const;
  const remove = button(t('delete'), () => deleteCrawl(live.id, words), { class: 'danger' });
  let shown = '';
  const show = (crawl: Crawl): void => {
    // Only what changed, so that the state is not read out every second.
    const next = JSON.stringify([
      ...[crawl.state, crawl.finishReason, crawl.siteCount, crawl.sites?.[0]?.name, crawl.name],
      crawl.damages,
      crawl.startFaults,
      crawl.filesBehind,
    ]);
    if (next === shown) return;
    shown = next;
    name.replaceChildren(crawlName(crawl));
    state.replaceChildren(crawlWords.stateBadge(crawl));
    reason.textContent = crawlWords.isAtRest(crawl) ? crawlWords.endSentence(crawl) : '';
    damage.textContent = crawlWords.damageSentences(crawl);
    behind.show(crawl);
    faults.replaceChildren(...startFaults(live, crawl));
    stop.hidden = crawlWords.isAtRest(crawl) || crawl.state === 'stopping' || crawl.state === 'unloading';
    resume.hidden = !crawlWords.isAtRest(crawl);
    remove.hidden = !crawlWords.isAtRest(crawl);
  };
  show(live.current());
  live.onChange(show);
  return el('header', { class: 'crawl-head' }, [
    el('div', { class: 'title' }, name, state, reason),
    faults,
    damage,
    behind.element,
    crawlNotices(live, signal),
    el('div', { class: 'actions' }, stop, resume, again, rename, remove),
  ]);
}

/** Sites without a page, said before anything else: a study would miss them unseen. */
function startFaults(live: LiveCrawl, crawl: Crawl): readonly HTMLElement[] {
  const { startFaults: failed = [], startFaultCount: count = 0 } = crawl;
  if (count === 0) return [];
  const mends = (fault: (typeof failed)[number]) => (crawlWords.isAtRest(crawl) ? mendButton(live, fault) : undefined);
  const lines = failed.map(fault =>
    el('li', {}, pageLink(fault.address), `: ${crawlWords.startFaultWords(fault)} `, mends(fault)),
  );
  const more = count - failed.length;
  return [
    el('div', { class: 'fault' }, [
      el('p', {}, t('startFaults', { count })),
      el('ul', {}, ...lines, more > 0 ? el('li', {}, t('andMore', { count: more })) : undefined),
      el('p', {}, t(crawlWords.isAtRest(crawl) ? 'startFaultsMean' : 'startFaultsLater')),
    ]),
  ];
}

async function stopCrawl(live: LiveCrawl): Promise<void> {
  await ask(['crawls', live.id, 'stop'], { method: 'POST' });
  say(t('stopAsked'));
  await live.refresh();
  document.querySelector<HTMLElement>('h1')?.focus();
}

/** Requests what a person calls the crawl. */
function nameCrawl(live: LiveCrawl): void {
  const input = el('input', { autocomplete: 'off', maxlength: 300, value: live.current().name ?? '' });
  openFormDialog({
    title: t('nameCrawlTitle'),
    content: [labelled(t('field.name'), input)],
    action: t('giveName'),
    async submit() {
      await ask(['crawls', live.id], { method: 'PATCH', body: { name: input.value.trim() } });
      say(t('crawlNamed'));
      await live.refresh();
    },
  });
}

const lookAgainMs = 1_000;

/** Says that result files do not have yet what was deleted or came back, and looks whether that is over. */
function filesBehind(
  live: LiveCrawl,
  signal: AbortSignal,
): { readonly element: HTMLElement; show(crawl: Crawl): void } {
  const element = el('p', { class: 'notice', role: 'status', hidden: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));
  const look = async (): Promise<void> => {
    timer = undefined;
    await live.refresh();
    lookLater(live.current());
  };
  const lookLater = ({ filesBehind: behind }: Crawl): void => {
    if (behind?.state === 'writing' && !signal.aborted) timer ??= setTimeout(() => attempt(look, signal), lookAgainMs);
  };
  return {
    element,
    show(crawl) {
      element.hidden = crawl.filesBehind === undefined;
      element.textContent = crawlWords.behindSentence(crawl);
      lookLater(crawl);
    },
  };
}
