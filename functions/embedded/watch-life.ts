import { openLocalSink } from '../../shared/adapters/local/open.ts';
import type { CrawlRow, SiteRow } from '../../shared/domain/protocol/crawl-state.ts';
import type { FinishCondition } from '../../shared/domain/protocol/finish.ts';
import type { WatchedAddress } from '../../shared/domain/protocol/watched-address.ts';
import type { Clock, CrawlStore, SiteRows, WatchedAddresses } from '../../shared/ports.ts';
import type { CrawlSummary } from '../../shared/report/summary.ts';
import { watchSummary } from '../../shared/report/watch-summary.ts';
import { unloadCrawl, unloadSites } from '../../shared/steps/unload/unload-crawl.ts';
import type { WrittenCrawl } from './write-results.ts';

/** The entries that are watched from the beginning, by the number of their site. */
export type WatchEntries = readonly {
  readonly site: number;
  readonly addresses: readonly WatchedAddress[];
  /** The settings of the source, as JSON. */
  readonly settings?: string;
}[];

/**
 * Every entry that is switched on and due after `beyond` is due now. No entry rests longer than the longest interval: a later instant is
 * by a clock that was wrong.
 */
export async function lookNow(
  store: Pick<SiteRows, 'readSites'> & WatchedAddresses,
  crawl: string,
  now: number,
  beyond = now,
): Promise<void> {
  for (const { site } of await store.readSites(crawl))
    for (const { identity, due } of await store.readEntries(crawl, site))
      if (Number.isFinite(due) && due > beyond) await store.setDue(crawl, site, identity, now);
}

/** Ends a watch when every source rests. A source in trouble is not waited for. */
export function visitedOnce(clock: Pick<Clock, 'now'>): FinishCondition {
  return { name: 'once', isMet: ({ sites }) => sites.every(site => isVisited(site, clock.now())) };
}

function isVisited({ status, waiting, due, trouble, pending }: SiteRow, now: number): boolean {
  if (status !== 'active' || (waiting === 'rest' && due > now)) return true;
  return pending.size === 0 && (trouble.hold?.until ?? 0) > now;
}

/** A watch writes `crawl.json` at its end and nothing else: what it found is in its store. */
export async function endOfWatch(
  store: Pick<CrawlStore, 'readCrawl' | 'readSites'>,
  { directory, crawl, now }: { readonly directory: string; readonly crawl: CrawlRow; readonly now: () => number },
): Promise<WrittenCrawl> {
  const summaries: CrawlSummary[] = [];
  const onSummary = (summary: CrawlSummary): void => void summaries.push({ ...summary, directory });
  const parts = [watchSummary(onSummary)];
  const sink = openLocalSink(directory);
  const sites = unloadSites(store, crawl.id, parts, sink);
  const end = await unloadCrawl(store, { crawl: crawl.id, sites, finishedAt: now, notices: [] }, parts, sink);
  return { ...end, summary: summaries[0]! };
}

/** Whether the source has given any publication. */
export function hasFound({ counters }: SiteRow): boolean {
  return counters.nodes > 0;
}
