import { isDirectoryLocked, readLocalPublications } from '../../../shared/adapters/local/open.ts';
import type { AlertStatus } from '../../../shared/wings/publications/alerts/alert.ts';
import {
  type SourceStatus,
  type StatusReading,
  sourceStatuses,
} from '../../../shared/wings/publications/watch/source-status.ts';
import { demandKind, readCrawl } from '../read-crawl.ts';
import { hasFound } from '../watch-life.ts';
import { alertsOf, statusOf } from './alert-files.ts';

export interface WatchState {
  readonly directory: string;
  readonly state: 'running' | 'stopping' | 'stopped' | 'interrupted';
  readonly publications: number;
  readonly sources: readonly SourceStatus[];
  /** Of this machine. */
  readonly alerts?: readonly AlertStatus[];
}

/** The watch in `directory`, whether or not a process works on it. Throws `BadInput` where there is none. */
export async function readWatch(directory: string): Promise<WatchState & { readonly id: string }> {
  return await readCrawl(directory, async ({ store, clock }, crawl) => {
    demandKind('watch', directory, crawl);
    const rows = await store.readSites(crawl.id);
    const counted = await countedPublications(directory, rows.some(hasFound));
    const sources = await sourceStatuses(crawl, rows, { store, now: clock.now(), ...counted });
    return {
      ...{ id: crawl.id, directory },
      state: stateOf(crawl.state, crawl.stop !== undefined, isDirectoryLocked(directory)),
      publications: [...counted.counts.values()].reduce((sum, count) => sum + count, 0),
      sources,
      alerts: alertsOf(directory).map(alert => statusOf(directory, alert)),
    };
  });
}

function stateOf(state: string, isStopping: boolean, isWorkedOn: boolean): WatchState['state'] {
  if (state === 'finished') return 'stopped';
  if (!isWorkedOn) return 'interrupted';
  return isStopping ? 'stopping' : 'running';
}

/** By source. A watch that has found nothing yet has no file. */
async function countedPublications(
  directory: string,
  isExpected: boolean,
): Promise<Pick<StatusReading, 'counts' | 'lost'>> {
  using publications = await readLocalPublications(directory, isExpected);
  if (publications === undefined) return { counts: new Map(), lost: new Map() };
  return { counts: await publications.countBySource(), lost: await publications.lostBySource() };
}
