import { openLocalSink } from '../../shared/adapters/local/open.ts';
import type { CrawlRow, FinishReason, SiteRow } from '../../shared/domain/protocol/crawl-state.ts';
import type { FinishCondition } from '../../shared/domain/protocol/finish.ts';
import type { WatchedAddress } from '../../shared/domain/protocol/watched-address.ts';
import type { Clock, CrawlStore, SiteRows, WatchedAddresses } from '../../shared/ports/ports.ts';
import { watchSummary } from '../../shared/report/watch-summary.ts';
import { unloadCrawl, unloadSites } from '../../shared/steps/unload/unload-crawl.ts';
import { readEntryState } from '../../shared/wings/publications/watch/entry-state.ts';
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

interface OncePorts {
  readonly store: Pick<SiteRows, 'readSites'> & WatchedAddresses;
  readonly clock: Pick<Clock, 'now'>;
}

/** One look at each entry of a watch from `since` on, whatever look was broken off before. */
export class OnceWatched {
  readonly #ports: OncePorts;
  readonly #since: number;
  /** Sources that did not rest: a turn that was fetched before has still to be read. */
  readonly #brokenOff: Set<number>;

  private constructor(ports: OncePorts, since: number, brokenOff: Set<number>) {
    this.#ports = ports;
    this.#since = since;
    this.#brokenOff = brokenOff;
  }

  static async begin(ports: OncePorts, crawl: string): Promise<OnceWatched> {
    const since = ports.clock.now();
    const sites = await ports.store.readSites(crawl);
    await lookNow(ports.store, crawl, since);
    return new OnceWatched(ports, since, new Set(sites.filter(isAtWork).map(({ site }) => site)));
  }

  /** Entries whose last look is older are due again as soon as their source has ended what was broken off. */
  async goOn(crawl: string): Promise<void> {
    if (this.#brokenOff.size === 0) return;
    const { store, clock } = this.#ports;
    for (const row of await store.readSites(crawl)) {
      if (!this.#brokenOff.has(row.site) || !isVisited(row, clock.now())) continue;
      for (const entry of await store.readEntries(crawl, row.site)) {
        const { last } = readEntryState(entry);
        if (Number.isFinite(entry.due) && last !== undefined && last.at < this.#since)
          await store.setDue(crawl, row.site, entry.identity, clock.now());
      }
      this.#brokenOff.delete(row.site);
    }
  }

  /** Every source rests. A source in trouble is not waited for. */
  get isVisited(): FinishCondition {
    return { name: 'once', isMet: ({ sites }) => sites.every(site => isVisited(site, this.#ports.clock.now())) };
  }
}

function isAtWork({ status, waiting }: SiteRow): boolean {
  return status === 'active' && waiting !== 'rest';
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
  const reasons: FinishReason[] = [];
  const parts = [watchSummary(({ finishReason }) => void reasons.push(finishReason))];
  const sink = openLocalSink(directory);
  const sites = unloadSites(store, crawl.id, parts, sink);
  const end = await unloadCrawl(store, { crawl: crawl.id, sites, finishedAt: now, notices: [] }, parts, sink);
  return { ...end, finishReason: reasons[0]! };
}

/** Whether the source has given any publication. */
export function hasFound({ counters }: SiteRow): boolean {
  return counters.nodes > 0;
}
