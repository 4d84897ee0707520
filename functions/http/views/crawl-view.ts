import type { CrawlRecord } from '../../../shared/domain/protocol/crawl-record.ts';
import type { CrawlRow, SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { lastExpected } from '../../../shared/domain/protocol/running-time.ts';
import type { Refusal } from '../../../shared/domain/refusal/refusal.ts';
import type { LiveWork } from '../../../shared/report/live-work.ts';
import type { SiteProgress } from '../../../shared/report/progress.ts';
import { hasStartFault, progressOf } from '../../../shared/report/progress.ts';
import { toldRefusal } from '../request/problem.ts';

export const crawlStates = ['queued', 'running', 'stopping', 'stopped', 'unloading', 'finished', 'failed'] as const;
export type CrawlState = (typeof crawlStates)[number];

/** Where a crawl is in its life. A stopped one can be resumed; a failed one says why in `cause` and `causes`. */
export function crawlStateOf(record: CrawlRecord, row: CrawlRow | undefined): CrawlState {
  if (record.failure !== undefined) return isWaiting(record.failure) ? 'stopped' : 'failed';
  if (record.queued || row === undefined) return 'queued';
  if (row.state === 'running') return row.stop === undefined ? 'running' : 'stopping';
  if (row.state === 'unloading') return 'unloading';
  return row.finishReason === 'stopped' ? 'stopped' : 'finished';
}

/** Nothing is wrong: a watch waits for a person to begin it. */
function isWaiting(failure: readonly Refusal[]): boolean {
  return failure.every(({ code }) => code === 'watch-not-begun');
}

/** A crawl in a list. */
export function crawlLine(record: CrawlRecord, row: CrawlRow | undefined) {
  return {
    id: record.id,
    state: crawlStateOf(record, row),
    createdAt: instant(record.createdAt),
    ...(record.failure === undefined ? {} : failureView(record.failure)),
    ...(row === undefined ? {} : rowView(row)),
  };
}

function failureView(failure: readonly Refusal[]): object {
  const causes = failure.map(toldRefusal);
  return { cause: causes.map(({ message }) => message).join(' '), causes };
}

function rowView({ startedAt, finishedAt, finishReason, stopCause, damages, spec }: CrawlRow) {
  return {
    startedAt: instant(startedAt),
    ...(finishedAt === undefined ? {} : { finishedAt: instant(finishedAt) }),
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(stopCause === undefined ? {} : { stopCause }),
    ...(damages === undefined ? {} : { damages: damages.map(toldRefusal) }),
    ...(spec.name === undefined ? {} : { name: spec.name }),
    siteCount: spec.sites.length,
    kind: spec.watch === undefined ? 'crawl' : 'watch',
  };
}

interface ShownCrawl {
  readonly crawl: object;
  readonly sites?: readonly SiteProgress[];
  /** Number of the last site shown, where there are more. */
  readonly next?: number;
}

/** A crawl in full, with at most `most` sites after the one numbered `after`. */
export function crawlView(
  record: CrawlRecord,
  row: CrawlRow | undefined,
  rows: readonly SiteRow[],
  page: { readonly after: number; readonly most: number },
  {
    now,
    cost,
    live,
  }: { readonly now: number; readonly cost: object | undefined; readonly live?: LiveWork | undefined },
): ShownCrawl {
  if (row === undefined) return { crawl: crawlLine(record, row) };
  const isRunning = record.failure === undefined && row.state !== 'finished';
  const progress = progressOf('', row, rows, isRunning ? now : (live?.at ?? lastExpected(rows, now)));
  const shown = progress.sites.filter(({ number }) => number > page.after).slice(0, page.most);
  const more = progress.sites.some(({ number }) => number > (shown.at(-1)?.number ?? Number.POSITIVE_INFINITY));
  const { used, queued, bytes, outcomes, elapsedMs, limit } = progress;
  const crawl = {
    ...crawlLine(record, row),
    elapsedMs,
    pages: used,
    ...(limit === undefined ? {} : { limit }),
    queued,
    leftToDo: progress.sites.reduce((sum, { left }) => sum + left, 0),
    bytes,
    outcomes,
    pagesPerSecond: elapsedMs > 0 ? Number(((used * 1000) / elapsedMs).toFixed(3)) : 0,
    levels: openLevels(rows),
    ...startFaultsOf(progress.sites),
    ...(isRunning && live !== undefined ? { live } : {}),
    ...(cost === undefined ? {} : { cost }),
  };
  return { crawl, sites: shown, ...(more ? { next: shown.at(-1)!.number } : {}) };
}

/** Start pages that are named with a crawl, at most; each site says its own. */
const mostFaults = 10;

/** Sites whose start page gave no page: how many, and the first of them. Nothing where there is none. */
function startFaultsOf(sites: readonly SiteProgress[]): object {
  const failed = sites.filter(hasStartFault);
  if (failed.length === 0) return {};
  const named = failed.slice(0, mostFaults).map(({ number, name, startFault }) => ({ number, name, ...startFault }));
  return { startFaultCount: failed.length, startFaults: named };
}

/** How many sites are being fetched at each level. */
function openLevels(rows: readonly SiteRow[]): { level: number; activeSites: number }[] {
  const active = rows.filter(({ status }) => status === 'active');
  const byLevel = Map.groupBy(active, ({ phase }) => phase.level);
  return [...byLevel].map(([level, sites]) => ({ level, activeSites: sites.length })).sort((a, b) => a.level - b.level);
}

/** ISO 8601 in UTC. */
export function instant(ms: number): string {
  return new Date(ms).toISOString();
}
