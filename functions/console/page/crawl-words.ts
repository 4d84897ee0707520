import type { SiteWait } from '../../../shared/report/progress.ts';
import type { StartFault } from '../../../shared/report/start-fault.ts';
import { named, t, timeOfDay } from '../words/language.ts';
import { toldText } from './api.ts';
import type { Crawl, SiteLine } from './api-types.ts';
import { el } from './dom.ts';

/** States of a crawl, and what they mean for a person, in words. */

const restingStates = ['finished', 'stopped', 'failed', 'interrupted'];

/** Whether nothing works on the crawl, so that it can be resumed or deleted. */
export function isAtRest({ state }: Pick<Crawl, 'state'>): boolean {
  return restingStates.includes(state);
}

/** Whether the result files are written. */
export function hasResults({ state }: Pick<Crawl, 'state'>): boolean {
  return state === 'finished' || state === 'stopped';
}

export function stateBadge({ state }: Pick<Crawl, 'state'>): HTMLElement {
  return el('span', { class: `badge ${restingStates.includes(state) ? state : 'active'}` }, named('state', state));
}

/** How many start pages gave no page; nothing if all did. */
export function faultBadge({ startFaultCount = 0 }: Pick<Crawl, 'startFaultCount'>): HTMLElement | undefined {
  if (startFaultCount === 0) return undefined;
  return el('span', { class: 'badge failed' }, t('startFaultBadge', { count: startFaultCount }));
}

/** The state of a watch. One that nothing works on is at rest, not broken. */
export function watchBadge(watch: Pick<Crawl, 'state' | 'causes'>): HTMLElement {
  const kind = isAtRest(watch) ? watch.state : 'active';
  return el('span', { class: `badge ${kind}` }, [
    isUnbegun(watch) ? t('watchUnbegun') : named('watchState', watch.state),
  ]);
}

/** The entries at the sources of a watch are found, and nobody has begun it. */
export function isUnbegun({ causes = [] }: Pick<Crawl, 'causes'>): boolean {
  return causes.length > 0 && causes.every(({ code }) => code === 'watch-not-begun');
}

/** Why a crawl is at rest, as far as it is. */
export function endSentence({ state, finishReason, stopCause, causes }: Crawl): string {
  const cause = causes?.map(toldText).join(' ');
  if (cause !== undefined) return state === 'failed' ? t('failedBecause', { cause }) : cause;
  if (finishReason === undefined) return '';
  const reason = named('finish', finishReason);
  return stopCause === undefined ? reason : `${reason} (${stopCause})`;
}

/** That files are not as the tables of links are; empty if they are. */
export function behindSentence({ filesBehind }: Crawl): string {
  if (filesBehind === undefined) return '';
  if (filesBehind.state === 'writing') return t('filesWrittenAnew');
  return `${t('filesNotWritten')} ${(filesBehind.why ?? []).map(toldText).join(' ')}`;
}

/** The damages of the files of a crawl. */
export function damageSentences({ damages = [] }: Crawl): string {
  return damages.map(toldText).join(' ');
}

/** The work of a site, or the reason why there is none. */
export function siteSentence(site: SiteLine): string {
  if (site.startFault !== undefined && site.status !== 'removed')
    return t('startFault', { why: startFaultWords(site.startFault) });
  if (site.neverRan === true) return t('siteWaits');
  if (site.status !== 'active') return named('finish', site.status);
  return site.waitingFor === undefined ? t('siteFetches') : waitSentence(site.waitingFor);
}

/** The sentence for a cell of a table; a start page that gave no page is shown as a fault. */
export function siteState(site: SiteLine): HTMLElement {
  const isFault = site.startFault !== undefined && site.status !== 'removed';
  return el('span', { class: isFault ? 'fault-text' : undefined }, siteSentence(site));
}

/** Why a start page gave no page: the status by its name, else the reason. */
export function startFaultWords({ reason, status, statusName, host, detail }: StartFault): string {
  if (reason === 'http-status' && status !== undefined) return [status, statusName].filter(Boolean).join(' ');
  return [named('skip', reason), host, detail].filter(Boolean).join(', ');
}

function waitSentence(wait: SiteWait): string {
  switch (wait.kind) {
    case 'rest':
      return t('wait.rest', { at: timeOfDay(wait.at) });
    case 'host-trouble':
      return t('wait.host-trouble', { at: timeOfDay(wait.at), count: wait.failures });
    default:
      return named('wait', wait.kind);
  }
}
