import { defined } from '../../../shared/domain/defined.ts';
import type { CrawlRecord } from '../../../shared/domain/protocol/crawl-record.ts';
import type { CrawlRow, SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import { lastExpected } from '../../../shared/domain/protocol/running-time.ts';
import type { SiteSums } from '../../../shared/domain/protocol/site-sums.ts';
import type { Refusal } from '../../../shared/domain/refusal/refusal.ts';
import { kindOf } from '../../../shared/domain/spec/crawl-kind.ts';
import type { LiveWork } from '../../../shared/report/live-work.ts';
import {
  hasStartFault,
  progressBySums,
  type SiteProgress,
  siteProgresses,
  sitesNow,
} from '../../../shared/report/progress.ts';
import { toldRefusal } from '../request/problem.ts';

export const crawlStates = [
  'queued',
  'running',
  'stopping',
  'stopped',
  'unloading',
  'finished',
  'interrupted',
  'failed',
  'deleting',
] as const;
export type CrawlState = (typeof crawlStates)[number];

/**
 * Where a crawl is in its life. After `stopped` and `interrupted` it can be resumed; `interrupted` means that no process
 * works on it and that its results are not written. After `failed`, `cause` and `causes` say why.
 */
export function crawlStateOf(record: CrawlRecord, row: CrawlRow | undefined): CrawlState {
  if (record.failure !== undefined) return restOf(record.failure);
  if (record.queued || row === undefined) return 'queued';
  if (row.state === 'running') return row.stop === undefined ? 'running' : 'stopping';
  if (row.state === 'unloading') return 'unloading';
  return row.finishReason === 'stopped' ? 'stopped' : 'finished';
}

/** Nothing is wrong where a crawl is being deleted, a watch waits for a person to begin it, a process was killed, or results are written elsewhere. */
function restOf(failure: readonly Refusal[]): CrawlState {
  if (isDeleting(failure)) return 'deleting';
  if (failure.every(({ code }) => code === 'watch-not-begun')) return 'stopped';
  const isPaused = failure.every(({ code }) => code === 'interrupted' || code === 'unload-elsewhere');
  return isPaused ? 'interrupted' : 'failed';
}

/** A crawl that is being deleted is no whole crawl any more. */
export function isDeleting(failure: readonly Refusal[] = []): boolean {
  return failure.some(({ code }) => code === 'deleting');
}

/** A crawl in a list. */
export function crawlLine(record: CrawlRecord, row: CrawlRow | undefined) {
  return {
    id: record.id,
    state: crawlStateOf(record, row),
    createdAt: instant(record.createdAt),
    ...(record.failure !== undefined && failureView(record.failure)),
    ...(row === undefined && record.isWatch === true && { kind: 'watch' }),
    ...(row !== undefined && rowView(row)),
  };
}

function failureView(failure: readonly Refusal[]): object {
  const causes = failure.map(toldRefusal);
  return { cause: causes.map(({ message }) => message).join(' '), causes };
}

function rowView({ startedAt, finishedAt, finishReason, stopCause, damages, spec }: CrawlRow) {
  return {
    startedAt: instant(startedAt),
    ...(finishedAt !== undefined && { finishedAt: instant(finishedAt) }),
    ...defined({ finishReason, stopCause, damages: damages?.map(toldRefusal), name: spec.name }),
    siteCount: spec.sites.length,
    ...defined({ firstSite: spec.sites[0] && (spec.sites[0].name || new URL(spec.sites[0].url).host) }),
    kind: kindOf(spec).name,
  };
}

interface ShownCrawl {
  readonly crawl: object;
  readonly sites?: readonly SiteProgress[];
  /** Number of the last site shown, where there are more. */
  readonly next?: number;
}

/** The sites of a crawl as a page shows them. */
export interface ShownSites {
  /** Over all sites. */
  readonly sums: SiteSums;
  /** When they were counted, wall clock in ms; absent: now. */
  readonly countedAt?: number;
  /** Those of the page, by number. */
  readonly rows: readonly SiteRow[];
  readonly hasMore: boolean;
  /** The first sites whose start page gave no page. */
  readonly faulty: readonly SiteRow[];
  /** Parts of the names of result files by the sites' numbers; absent if they are not known. */
  readonly files?: ReadonlyMap<number, string>;
}

/** A crawl in full, with some of its sites. */
export function crawlView(
  record: CrawlRecord,
  row: CrawlRow | undefined,
  { sums, countedAt, rows, hasMore, faulty }: ShownSites,
  {
    now,
    cost,
    live,
  }: { readonly now: number; readonly cost: object | undefined; readonly live?: LiveWork | undefined },
): ShownCrawl {
  if (row === undefined) return { crawl: crawlLine(record, row) };
  const isRunning = record.failure === undefined && row.state !== 'finished';
  const seenAt = isRunning ? now : (live?.at ?? lastExpected([{ due: sums.lastDue }], now));
  const progress = progressBySums('', row, sums, { rows, now: seenAt });
  const { used, queued, bytes, outcomes, elapsedMs, limit, order } = progress;
  const sites = sitesNow(progress.sites, isRunning ? live : undefined);
  const crawl = {
    ...crawlLine(record, row),
    elapsedMs,
    ...(countedAt !== undefined && { countedAt: instant(countedAt) }),
    pages: used,
    ...defined({ limit, order }),
    queued,
    leftToDo: sums.left,
    bytes,
    outcomes,
    pagesPerSecond: elapsedMs > 0 ? Number(((used * 1000) / elapsedMs).toFixed(3)) : 0,
    levels: openLevels(sums),
    ...startFaultsOf(sums.faulty, siteProgresses(row, faulty, seenAt)),
    ...(isRunning && live !== undefined && { live }),
    ...(cost !== undefined && { cost }),
  };
  return { crawl, sites, ...(hasMore && { next: sites.at(-1)!.number }) };
}

/** Sites whose start page gave no page: how many, and the first of them. Nothing if there is none. */
function startFaultsOf(count: number, first: readonly SiteProgress[]): object {
  const named = first.filter(hasStartFault).map(({ number, name, startFault }) => ({ number, name, ...startFault }));
  return count === 0 ? {} : { startFaultCount: count, startFaults: named };
}

/** How many sites are being fetched at each level. */
function openLevels({ activeAt }: SiteSums): { level: number; activeSites: number }[] {
  return Object.entries(activeAt)
    .map(([level, activeSites]) => ({ level: Number(level), activeSites }))
    .sort((a, b) => a.level - b.level);
}

/** ISO 8601 in UTC. */
export function instant(ms: number): string {
  return new Date(ms).toISOString();
}
