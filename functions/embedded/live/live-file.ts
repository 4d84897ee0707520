import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readRegular, replaceFile } from '../../../shared/adapters/local/open.ts';
import { type LiveWork, mostNamed, mostSitesNamed, type RefusedRequest } from '../../../shared/report/live-work.ts';

/** The crawling process reports to the others here, once a second. A killed process leaves the file: it ran until then. */
const liveFileName = 'live.json';
const draftName = `${liveFileName}.part`;
const mostBytes = 65_536;

export function writeLiveFile(directory: string, work: LiveWork): void {
  replaceFile(join(directory, liveFileName), JSON.stringify(work));
}

export function removeLiveFile(directory: string): void {
  for (const name of [draftName, liveFileName]) rmSync(join(directory, name), { force: true });
}

/** Undefined if there is none, or none of ours: a directory may come from an untrusted source. */
export function readLiveFile(directory: string): LiveWork | undefined {
  const path = join(directory, liveFileName);
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined || size > mostBytes) return undefined;
  try {
    return workOf(JSON.parse(readRegular(path)));
  } catch {
    // It went away meanwhile, or is damaged: then nothing is known of this moment.
    return undefined;
  }
}

/** When the crawl was seen to run last, wall clock in ms: by this file, or by the last line of its log. */
export function lastSeenRunning(directory: string): number | undefined {
  const log = statSync(join(directory, 'logs', 'common.csv'), { throwIfNoEntry: false })?.mtimeMs;
  return readLiveFile(directory)?.at ?? (log === undefined ? undefined : Math.floor(log));
}

function workOf(value: unknown): LiveWork | undefined {
  const { at, requests, inFlight, fetching, refused, startsPerSecond, timeLeft, sitemapsOf, checks } = Object(
    value,
  ) as Record<string, unknown>;
  const { leastMs, mostMs } = Object(timeLeft) as Record<string, unknown>;
  const { done, of } = Object(checks) as Record<string, unknown>;
  if (![at, requests, inFlight, startsPerSecond].every(isAmount)) return undefined;
  return {
    ...({ at, requests, inFlight, startsPerSecond } as Pick<
      LiveWork,
      'at' | 'requests' | 'inFlight' | 'startsPerSecond'
    >),
    fetching: listOf(fetching).flatMap(each => (typeof each === 'string' ? [each] : [])),
    refused: listOf(refused).flatMap(each => (isRefused(each) ? [each] : [])),
    ...(isAmount(leastMs) && { timeLeft: { leastMs, ...(isAmount(mostMs) ? { mostMs } : {}) } }),
    ...(Array.isArray(sitemapsOf) && { sitemapsOf: sitemapsOf.slice(0, mostSitesNamed).filter(isAmount) }),
    ...(isAmount(done) && isAmount(of) && { checks: { done, of } }),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, mostNamed) : [];
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isRefused(value: unknown): value is RefusedRequest {
  const { address, at, status, reason } = Object(value) as Record<string, unknown>;
  const isStatus = status === undefined || isAmount(status);
  return (
    typeof address === 'string' && isAmount(at) && isStatus && (reason === undefined || typeof reason === 'string')
  );
}
