import {
  type ChunkEntry,
  type CrawlRow,
  firstCursor,
  noCounts,
  type SiteRow,
} from '../../shared/domain/protocol/crawl-state.ts';
import { readSpec } from '../../shared/domain/spec/read-spec.ts';
import { resolveSpec } from '../../shared/domain/spec/resolve/resolve-spec.ts';
import type { TokenEnd } from '../../shared/ports/ports.ts';

export const phaseOne = { level: 1, round: 0 } as const;

export function crawlOf(id: string, activeSites: number): CrawlRow {
  const sites = [{ url: 'http://example.org/' }, { url: 'https://example.org/' }];
  const spec = resolveSpec([readSpec({ sites }, path => path.join('.'))]);
  return { id, spec, state: 'running', startedAt: 1_700_000_000_000, activeSites };
}

export function siteRow(crawl: string, site: number, change: Partial<SiteRow> = {}): SiteRow {
  return {
    ...{
      crawl,
      site,
      status: 'active',
      origin: 'http://example.org',
      start: 'http://example.org/',
      redirectedFrom: [],
    },
    ...{ turn: 0, doneBy: '', parsedBy: { turn: 0, message: '' }, phase: { level: 0, round: 0 }, cursor: firstCursor },
    ...{ pending: new Map(), waiting: '', parked: false, grant: Number.POSITIVE_INFINITY, used: 0 },
    ...{ due: 1_700_000_240_000, counters: noCounts, delayMs: 1_000, maxDownloads: 2 },
    ...{ maxLevel: Number.POSITIVE_INFINITY, trouble: { failures: 0 } },
    ...change,
  };
}

export function entryOf(url: string): ChunkEntry {
  return {
    identity: url,
    address: `${url}#seen`,
    attempt: 2,
    via: ['http://example.org/from'],
    foundOn: 'http://example.org/',
  };
}

/** The end of a lease that leaves the host alone until `nextAllowedAt`. */
export function tokenUntil(nextAllowedAt: number, now: number): TokenEnd {
  return { nextAllowedAt, lastDelayMs: 0, now };
}
