import { noLevel } from '../../../shared/domain/protocol/site-outcomes.ts';
import { englishSentence } from '../../../shared/domain/refusal/refusal.ts';
import { readableAddress } from '../../../shared/files/readable-address.ts';
import { hasStartFault, type Progress, type SiteProgress, type SiteWait } from '../../../shared/report/progress.ts';
import { startFaultText } from '../../../shared/report/start-fault.ts';
import { formatBytes, formatCount, formatCounted, formatDuration, formatTable } from './print.ts';

/** A crawl's state in one line, for logs and for where no block can be redrawn. */
export function progressLine(progress: Progress): string {
  return [totals(progress), ...trouble(progress)].join(', ');
}

function totals(progress: Progress): string {
  const { used, limit, outcomes, queued, requestsPerSecond } = progress;
  const faulty = progress.sites.filter(hasStartFault).length;
  const pages =
    limit === undefined ? formatCounted(used, 'page') : `${formatCount(used)} of ${formatCount(limit)} pages`;
  return [
    pages,
    formatCounted(outcomes.nodes, 'node'),
    ...(requestsPerSecond === undefined ? [] : [`${requestsPerSecond.toFixed(1)} requests/s`]),
    levelText(stepOf(progress), deepestLevel(progress)),
    `${formatCount(queued)} waiting`,
    ...(faulty === 0 ? [] : [`no page from ${formatCounted(faulty, 'site')}`]),
    ...timeLeft(progress),
  ].join(', ');
}

/** The whole state: totals, and one row per site, active ones first, at most `siteRows` of them. */
export function progressBlock(progress: Progress, siteRows: number): readonly string[] {
  const isActive = (site: SiteProgress) => site.status === 'active';
  const sites = [...progress.sites.filter(isActive), ...progress.sites.filter(site => !isActive(site))];
  const shown = sites.length > siteRows ? sites.slice(0, Math.max(0, siteRows - 1)) : sites;
  return [
    headline(progress),
    `  ${totals(progress)}`,
    `  ${found(progress)}`,
    ...fetchingNow(progress),
    ...siteTable(shown, stepOf(progress)),
    ...others(sites, shown),
    ...(progress.damages ?? []).map(damage => `Note: ${englishSentence(damage)}`),
  ];
}

function headline({ state, elapsedMs, finishReason, sites, bytes, requests, inFlight, checks }: Progress): string {
  const what = {
    running: 'Crawling',
    stopping: 'Stopping',
    unloading:
      checks === undefined
        ? 'Writing results'
        : `Checking addresses, ${formatCount(checks.done)} of ${formatCount(checks.of)}`,
    interrupted: 'Interrupted',
    finished: 'Finished',
    stopped: 'Stopped',
  };
  const reason = finishReason === undefined || finishReason === 'stopped' ? '' : ` (${finishReason})`;
  const isFetching = state === 'running' || state === 'stopping' || checks !== undefined;
  const open =
    isFetching && requests !== undefined ? `, ${formatCounted(requests, 'request')}, ${inFlight ?? 0} open` : '';
  return `${what[state]}${reason}: ${formatCounted(sites.length, 'site')}, ${formatDuration(elapsedMs)}, ${formatBytes(bytes)}${open}`;
}

function found({ outcomes, sites }: Progress): string {
  const left = sites.reduce((sum, site) => sum + site.left, 0);
  const line = foundLine({ ...outcomes, skipped: outcomes.skipped - left });
  return left === 0 ? line : `${line}, ${formatCount(left)} left to do`;
}

type Found = Readonly<Record<'found' | 'redirects' | 'duplicates' | 'skipped', number>>;

/** The outcomes of the addresses that were found, in one line. */
export function foundLine(outcomes: Found): string {
  return [
    `${formatCount(outcomes.found)} found`,
    formatCounted(outcomes.redirects, 'redirect'),
    formatCounted(outcomes.duplicates, 'duplicate'),
    `${formatCount(outcomes.skipped)} skipped`,
  ].join(', ');
}

/** The addresses of running requests, and the last refusals: counts of pages come with each turn only. */
function fetchingNow({ state, fetching = [], refused = [], checks }: Progress): readonly string[] {
  if (state !== 'running' && state !== 'stopping' && checks === undefined) return [];
  const [address] = fetching;
  const [last] = refused;
  return [
    ...(address === undefined ? [] : [`  now: ${readableAddress(address)}`]),
    ...(last === undefined
      ? []
      : [`  last refusal: ${last.status ?? last.reason ?? ''} ${readableAddress(last.address)}`]),
  ];
}

/** A fault of a start page is its own line: as a cell of the table it would be cut. */
function siteTable(sites: readonly SiteProgress[], step: string): readonly string[] {
  const lines = tableOf(
    sites.filter(({ startFault }) => startFault === undefined),
    step,
  ).values();
  return sites.map(({ origin, startFault }) =>
    startFault === undefined
      ? lines.next().value!
      : `  ${readableAddress(origin)}: start page: ${startFaultText(startFault)}`,
  );
}

function tableOf(sites: readonly SiteProgress[], step: string): readonly string[] {
  const rows = sites.map(site => [
    `  ${readableAddress(site.origin)}`,
    levelText(step, site.level),
    `${formatCount(site.used)}${site.limit === undefined ? '' : ` of ${formatCount(site.limit)}`}`,
    site.left > 0 ? `${formatCount(site.left)} left to do` : `${formatCount(site.queued)} waiting`,
  ]);
  return formatTable(rows).map((row, at) => `${row}  ${siteStateText(sites[at]!)}`);
}

function siteStateText({ status, waitingFor }: SiteProgress): string {
  if (status !== 'active') return status;
  return waitingFor === undefined ? 'active' : waitText(waitingFor);
}

function waitText(wait: SiteWait): string {
  switch (wait.kind) {
    case 'rest':
      return `the host rests, ${nextTry(wait.at)}`;
    case 'other-crawl':
      return 'another crawl has the host';
    case 'sitemaps':
      return 'its sitemaps are read';
    case 'host-trouble':
      return `${formatCounted(wait.failures, 'failure')}, ${nextTry(wait.at)}`;
    case 'parsing':
      return 'parsing';
    case 'budget':
      return 'waits for its next pages';
  }
}

function nextTry(at: number): string {
  return `next try ${new Date(at).toISOString().slice(11, 19)} UTC`;
}

/** Why it may be quiet for long: hosts that are left alone until the next probe, or that rest. */
function trouble({ sites }: Progress): readonly string[] {
  const waits = sites.flatMap(({ waitingFor }) => (waitingFor !== undefined && 'at' in waitingFor ? [waitingFor] : []));
  const [first] = waits.toSorted((a, b) => a.at - b.at);
  if (first === undefined) return [];
  if (waits.length === 1) return [waitText(first)];
  const state = first.kind === 'rest' ? 'at rest' : 'in trouble';
  return [`${formatCount(waits.length)} hosts ${state}`, nextTry(first.at)];
}

function others(sites: readonly SiteProgress[], shown: readonly SiteProgress[]): readonly string[] {
  const hidden = sites.slice(shown.length);
  if (hidden.length === 0) return [];
  const active = hidden.filter(site => site.status === 'active').length;
  return [`  and ${formatCounted(hidden.length, 'more site', 'more sites')}, ${formatCount(active)} active`];
}

function stepOf({ order }: Progress): string {
  return order === undefined ? 'level' : 'pick';
}

/** Sites that follow links count before sites that fetch orphans. */
function deepestLevel({ sites }: Progress): number {
  return sites.length === 0 ? 0 : sites.reduce((deepest, { level }) => Math.max(deepest, level), noLevel);
}

function levelText(step: string, level: number): string {
  return level === noLevel ? 'orphans' : `${step} ${level}`;
}

function timeLeft({ timeLeft: left }: Progress): readonly string[] {
  if (left === undefined) return [];
  const { leastMs, mostMs } = left;
  if (mostMs === undefined) return [`at least ${formatDuration(leastMs)} left`];
  const [least, most] = [formatDuration(leastMs), formatDuration(mostMs)];
  return [least === most ? `about ${least} left` : `${least} to ${most} left`];
}
