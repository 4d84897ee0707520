import type { CrawlRow, SiteRow } from '../../shared/domain/protocol/crawl-state.ts';
import type { FinishCondition } from '../../shared/domain/protocol/finish.ts';
import type { WatchedAddress } from '../../shared/domain/protocol/watched-address.ts';
import type { Clock, SiteRows, WatchedAddresses } from '../../shared/ports.ts';
import { unfinishedSummary } from '../../shared/report/summary.ts';
import type { WrittenCrawl } from './write-results.ts';

/** What is watched from the beginning, by the number of its site. */
export type WatchEntries = readonly { readonly site: number; readonly addresses: readonly WatchedAddress[] }[];

/** Every entry that is switched on is due now. */
export async function lookNow(
  store: Pick<SiteRows, 'readSites'> & WatchedAddresses,
  crawl: string,
  now: number,
): Promise<void> {
  for (const { site } of await store.readSites(crawl))
    for (const { identity, due } of await store.readEntries(crawl, site))
      if (Number.isFinite(due) && due > now) await store.setDue(crawl, site, identity, now);
}

/** Ends a watch when every source rests. A source in trouble is not waited for. */
export function visitedOnce(clock: Pick<Clock, 'now'>): FinishCondition {
  return { name: 'once', isMet: ({ sites }) => sites.every(site => isVisited(site, clock.now())) };
}

function isVisited({ status, waiting, due, trouble, pending }: SiteRow, now: number): boolean {
  if (status !== 'active' || (waiting === 'rest' && due > now)) return true;
  return pending.size === 0 && (trouble.hold?.until ?? 0) > now;
}

/** A watch writes no files at its end: what it found is in its store. */
export async function endOfWatch(
  store: Pick<SiteRows, 'readSites'>,
  { directory, crawl, now }: { readonly directory: string; readonly crawl: CrawlRow; readonly now: number },
): Promise<WrittenCrawl> {
  const sites = await store.readSites(crawl.id);
  return { summary: unfinishedSummary(directory, crawl, sites, now), finishedAt: now, files: [] };
}
