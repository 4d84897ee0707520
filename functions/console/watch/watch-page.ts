import { crawlName } from '../crawl/crawl-list.ts';
import { deleteCrawl } from '../crawl/delete-crawl.ts';
import { labelsView } from '../labels/labels-view.ts';
import { qualityView } from '../labels/quality-view.ts';
import { organizationsView } from '../organizations/organizations-view.ts';
import { ask, say } from '../page/api.ts';
import type { Crawl } from '../page/api-types.ts';
import { button, viewLinks } from '../page/controls.ts';
import { damageSentences, endSentence, isAtRest, isUnbegun, watchBadge } from '../page/crawl-words.ts';
import { el } from '../page/dom.ts';
import { followCrawl, type LiveCrawl } from '../page/live-crawl.ts';
import { hashOfWatch, type ViewContext, type WatchPart } from '../page/route.ts';
import { t } from '../words/language.ts';
import { foundView } from './found-view.ts';
import { publicationsView } from './publications-view.ts';
import { readerPage } from './reader-page.ts';
import { rulesView } from './rules-view.ts';
import { sourcesView } from './sources-view.ts';
import { tableView } from './table-view.ts';

/** A part of a watch's page. */
export type WatchView = (watch: LiveCrawl, context: ViewContext) => Promise<HTMLElement>;

const views: Readonly<Record<Exclude<WatchPart, 'publication'>, WatchView>> = {
  sources: sourcesView,
  found: foundView,
  publications: publicationsView,
  table: tableView,
  organizations: organizationsView,
  rules: rulesView,
  labels: labelsView,
  quality: qualityView,
};

/** A watch with its state, its actions and the chosen view; or one publication. */
export async function watchPage(part: WatchPart, context: ViewContext): Promise<HTMLElement> {
  if (part === 'publication') return await readerPage(context);
  const { live, lost } = await followCrawl(context.route.id, context.signal);
  if (live.current().kind === undefined) return unbegun(live, lost);
  const view = await views[part](live, context);
  const links = viewLinks('tabs', t('viewsOfWatch'), tabs, part === 'found' ? 'sources' : part, each => [
    ...([hashOfWatch(live.id, each), t(`watchTab.${each}`)] as const),
  ]);
  return el('div', {}, watchHead(live), lost, links, el('div', {}, view));
}

const tabs = ['publications', 'table', 'organizations', 'labels', 'quality', 'sources', 'rules'] as const;

/** The search for entries at the sources is under way, or found nothing. */
function unbegun(live: LiveCrawl, lost: HTMLElement): HTMLElement {
  const finding = el('p', { class: 'notice', role: 'status' }, t('watchFinding'));
  const show = (watch: Crawl): void => {
    finding.hidden = isAtRest(watch);
    // As if the address were opened again, now that there is something to show.
    if (watch.kind !== undefined) window.dispatchEvent(new HashChangeEvent('hashchange'));
  };
  finding.hidden = isAtRest(live.current());
  live.onChange(show);
  return el('div', {}, watchHead(live), lost, finding);
}

function whyAtRest(watch: Crawl): string {
  if (!isAtRest(watch)) return '';
  if (isUnbegun(watch)) return t('watchUnbegunMeans');
  return watch.state === 'interrupted' || watch.state === 'stopped' ? t('watchGoesOn') : endSentence(watch);
}

/** Name, state and actions. Buttons that do not apply are not shown. */
function watchHead(live: LiveCrawl): HTMLElement {
  const name = el('h1', { tabindex: -1 });
  const state = el('span', { role: 'status' });
  const [reason, damage] = [el('p', { class: 'reason' }), el('p', { class: 'reason' })];
  const act = async (action: 'run' | 'stop'): Promise<void> => {
    await ask(['watches', live.id, action], { method: 'POST' });
    say(t(action === 'run' ? 'watchRuns' : 'watchStops'));
    await live.refresh();
    document.querySelector<HTMLElement>('h1')?.focus();
  };
  const stop = button(t('stop'), () => act('stop'));
  const run = button(t('watchRun'), () => act('run'), { class: 'primary' });
  const words = { question: 'deleteWatchQuestion', meaning: 'deleteWatchMeans', done: 'watchDeleted' } as const;
  const remove = button(t('delete'), () => deleteCrawl(live.id, words), { class: 'danger' });
  let shown = '';
  const show = (watch: Crawl): void => {
    const { state: at, finishReason, siteCount, causes, damages, sites } = watch;
    const next = JSON.stringify([at, finishReason, siteCount, causes, damages, sites?.[0]?.name]);
    if (next === shown) return;
    shown = next;
    name.replaceChildren(crawlName(watch));
    state.replaceChildren(watchBadge(watch));
    reason.textContent = whyAtRest(watch);
    damage.textContent = damageSentences(watch);
    const isBegun = watch.kind !== undefined;
    stop.hidden = !isBegun || isAtRest(watch) || at === 'stopping' || at === 'unloading';
    run.hidden = !isBegun || !isAtRest(watch);
    remove.hidden = !isAtRest(watch);
  };
  show(live.current());
  live.onChange(show);
  return el('header', { class: 'crawl-head' }, [
    el('div', { class: 'title' }, name, el('span', { class: 'badge' }, t('watch')), state),
    reason,
    damage,
    el('div', { class: 'actions' }, stop, run, remove),
  ]);
}
