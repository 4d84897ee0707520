import { isDirectoryLocked, readLocalPublications } from '../../../shared/adapters/local/open.ts';
import type { SiteRow } from '../../../shared/domain/protocol/crawl-state.ts';
import type { WatchedKind } from '../../../shared/domain/protocol/watched-address.ts';
import { BadInput, refusal } from '../../../shared/domain/refusal/refusal.ts';
import { type LookReport, readEntryState } from '../../../shared/wings/publications/watch/entry-state.ts';
import { readCrawl } from '../read-crawl.ts';
import { hasFound } from '../watch-life.ts';

/** An entry of a source. Instants are ms since the epoch. */
export interface EntryStatus {
  readonly address: string;
  readonly kind: WatchedKind;
  readonly title?: string;
  readonly on: boolean;
  /** The next look; absent where it is switched off. */
  readonly due?: number;
  readonly looks: number;
  /** Looks in a row that read nothing. */
  readonly failures: number;
  readonly last?: LookReport;
}

export interface SourceStatus {
  readonly number: number;
  readonly name: string;
  readonly origin: string;
  /** `trouble`: its host does not answer as it should, and is asked again at `due`. */
  readonly state: 'visiting' | 'resting' | 'trouble' | 'stopped' | 'removed' | 'same-as';
  readonly due?: number;
  readonly entries: readonly EntryStatus[];
  /** Addresses that were asked for as publications and are none, or could not be had. */
  readonly skipped: number;
  /** Addresses that wait to be asked for. */
  readonly queued: number;
  readonly publications: number;
}

export interface WatchState {
  readonly directory: string;
  readonly state: 'running' | 'stopping' | 'stopped' | 'interrupted';
  readonly publications: number;
  readonly sources: readonly SourceStatus[];
}

/** The watch in `directory`, whether or not a process works on it. Throws `BadInput` where there is none. */
export async function readWatch(directory: string): Promise<WatchState> {
  return await readCrawl(directory, async ({ store, clock }, crawl) => {
    if (crawl.spec.watch === undefined) throw new BadInput([refusal('no-watch', { directory })]);
    const rows = await store.readSites(crawl.id);
    const counts = await countedPublications(directory, rows.some(hasFound));
    const sources: SourceStatus[] = [];
    for (const row of rows) {
      const name = crawl.spec.sites.find(({ number }) => number === row.site)?.name ?? row.origin;
      const entries = (await store.readEntries(crawl.id, row.site)).map((watched): EntryStatus => {
        const { title, looks, failures, last } = readEntryState(watched);
        const on = Number.isFinite(watched.due);
        return {
          ...{ address: watched.address, kind: watched.kind, on, looks, failures },
          ...(title === undefined ? {} : { title }),
          ...(on ? { due: watched.due } : {}),
          ...(last === undefined ? {} : { last }),
        };
      });
      sources.push({
        ...{ number: row.site, name, origin: row.origin, entries },
        ...standingOf(row, clock.now()),
        skipped: row.counters.skipped,
        queued: Math.max(0, row.counters.queued - row.counters.taken),
        publications: counts.get(row.site) ?? 0,
      });
    }
    return {
      directory,
      state: stateOf(crawl.state, crawl.stop !== undefined, isDirectoryLocked(directory)),
      publications: [...counts.values()].reduce((sum, count) => sum + count, 0),
      sources,
    };
  });
}

function stateOf(state: string, isStopping: boolean, isWorkedOn: boolean): WatchState['state'] {
  if (state === 'finished') return 'stopped';
  if (!isWorkedOn) return 'interrupted';
  return isStopping ? 'stopping' : 'running';
}

function standingOf({ status, waiting, due, trouble }: SiteRow, now: number): Pick<SourceStatus, 'state' | 'due'> {
  if (status === 'removed' || status === 'same-as') return { state: status };
  if (status !== 'active') return { state: 'stopped' };
  const heldUntil = trouble.hold?.until ?? 0;
  if (heldUntil > now) return { state: 'trouble', due: heldUntil };
  return waiting === 'rest' ? { state: 'resting', due } : { state: 'visiting' };
}

/** By source. A watch that has found nothing yet has no file. */
async function countedPublications(directory: string, isExpected: boolean): Promise<ReadonlyMap<number, number>> {
  const publications = await readLocalPublications(directory, isExpected);
  if (publications === undefined) return new Map();
  try {
    return await publications.countBySource();
  } finally {
    publications.close();
  }
}
