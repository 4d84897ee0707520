import { formatBytes, formatCount, formatCounted, formatDuration, formatTable } from '../terminal/print.ts';
import { foundLine } from '../terminal/progress-lines.ts';

/** A crawl as the API shows it; what has not begun lacks the numbers. */
export interface RemoteCrawl {
  readonly id: string;
  readonly name?: string;
  readonly firstSite?: string;
  readonly state: string;
  readonly createdAt: string;
  readonly cause?: string;
  readonly finishReason?: string;
  readonly stopCause?: string;
  readonly siteCount?: number;
  readonly elapsedMs?: number;
  readonly pages?: number;
  readonly queued?: number;
  readonly bytes?: number;
  readonly pagesPerSecond?: number;
  readonly outcomes?: Readonly<Record<'found' | 'nodes' | 'redirects' | 'duplicates' | 'skipped', number>>;
  readonly cost?: { readonly dollars: number };
  readonly order?: 'links';
  readonly sites?: readonly RemoteSite[];
  readonly next?: string;
}

interface RemoteSite {
  readonly origin: string;
  readonly status: string;
  readonly level: number;
  readonly used: number;
  readonly queued: number;
}

/** The state in one line. */
export function headLine({ state, finishReason, pages, outcomes, queued, pagesPerSecond, cost }: RemoteCrawl): string {
  const reason = finishReason === undefined ? '' : ` (${finishReason})`;
  if (pages === undefined) return `${state}${reason}`;
  return [
    `${state}${reason}: ${formatCounted(pages, 'page')}`,
    formatCounted(outcomes?.nodes ?? 0, 'node'),
    `${formatCount(queued ?? 0)} waiting`,
    `${(pagesPerSecond ?? 0).toFixed(1)}/s`,
    `about $${(cost?.dollars ?? 0).toFixed(4)}`,
  ].join(', ');
}

/** The whole state. */
export function crawlLines(crawl: RemoteCrawl): readonly string[] {
  const { name, elapsedMs, bytes, outcomes, cause, stopCause, order, sites = [], next, siteCount = 0 } = crawl;
  return [
    headLine(crawl),
    ...(name === undefined ? [] : [`  ${name}`]),
    ...(elapsedMs === undefined ? [] : [`  ${formatDuration(elapsedMs)}, ${formatBytes(bytes ?? 0)}`]),
    ...(outcomes === undefined ? [] : [`  ${foundLine(outcomes)}`]),
    ...(cause === undefined ? [] : [`  ${cause}`]),
    ...(stopCause === undefined ? [] : [`  stopped by: ${stopCause}`]),
    ...formatTable(sites.map(site => siteRow(site, order === undefined ? 'level' : 'pick'))),
    ...(next === undefined ? [] : [`  and ${formatCount(siteCount - sites.length)} more sites`]),
  ];
}

function siteRow({ origin, level, used, queued, status }: RemoteSite, step: 'level' | 'pick'): readonly string[] {
  return [`  ${origin}`, `${step} ${level}`, formatCounted(used, 'page'), `${formatCount(queued)} waiting`, status];
}
