import { readLocalSkipped } from '../../../shared/adapters/local/open.ts';
import { readSources, readWatch } from '../../../shared/place/read-watch.ts';
import { rereadPages } from '../../../shared/place/reread-pages.ts';
import type { AddedSource, WatchService } from '../../../shared/place/watch-service.ts';
import { addSource, type SourceToAdd } from '../../embedded/watch/add-source.ts';
import { readFindings } from '../../embedded/watch/kept-findings.ts';
import { addAlert, alertFeed, listAlerts, removeAlert, testAlert } from '../../embedded/watch/local-alerts.ts';
import { localReread } from '../../embedded/watch/local-stores.ts';
import { switchApplications } from '../../embedded/watch/source-applications.ts';
import { RestingCounts } from '../threads/resting-counts.ts';
import { keyOf } from './chosen-entries.ts';
import { localWatch } from './open-watch.ts';

/** Work that sends requests is done on the thread of requests. */
export type AskingCalls = 'page' | 'findAt' | 'addSource';

export interface WatchCalls extends Required<Omit<WatchService, AskingCalls>> {
  joinSource(directory: string, source: SourceToAdd): Promise<AddedSource>;
}

/**
 * Watches by their directories, whichever process works on them. As `LocalCrawls`: each call opens the files and closes them
 * again, takes and gives plain data, and runs in its own process.
 */
export function localWatches(): WatchCalls {
  const skipped = new RestingCounts<Readonly<Record<string, number>>>(5_000);
  return {
    ...readWatch(localWatch),
    skipped: async (directory, source) =>
      await skipped.of(`${source} ${directory}`, async () => await readLocalSkipped(directory, source)),
    findings: async (directory, after, most) => {
      const kept = readFindings(directory).slice(after, after + most);
      const numbers = new Set(kept.map(({ number }) => number));
      const sources = await readSources(localWatch, directory, rows => rows.filter(({ site }) => numbers.has(site)));
      return kept.map(each => {
        const entries = sources.find(({ number }) => number === each.number)?.entries ?? [];
        const on = new Set(entries.filter(entry => entry.on).map(keyOf));
        const now = each.findings.entries.map(entry => ({ ...entry, on: on.has(keyOf(entry)) }));
        return { ...each, findings: { ...each.findings, entries: now } };
      });
    },
    joinSource: addSource,
    ...{ listAlerts, addAlert, removeAlert, testAlert, alertFeed },
    reread: rereadPages(localReread),
    // This server runs no module.
    switchApplications: async (directory, names, isOn, source) =>
      await switchApplications(directory, names, isOn, source),
  };
}
