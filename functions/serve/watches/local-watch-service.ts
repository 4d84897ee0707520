import { defined } from '../../../shared/domain/defined.ts';
import type { ResolvedSpec } from '../../../shared/domain/spec/crawl-spec.ts';
import type { WatchService } from '../../../shared/place/watch-service.ts';
import type { WatchPages } from '../../http/request/watch-pages.ts';
import { byDirectory } from '../threads/by-directory.ts';
import { withChosen } from './chosen-entries.ts';
import type { WatchCalls } from './local-watches.ts';
import type { StoredWatches } from './stored-watches.ts';
import { NewSources } from './watch-pages.ts';

/** Watches by their directories, on a thread. */
export interface WatchThread {
  readonly watches: WatchCalls;
  readonly stores: StoredWatches;
}

interface WatchParts {
  readonly quick: WatchThread;
  /** For what reads much, and for searches and trainings: others do not wait for it. */
  readonly slow: WatchThread;
  readonly pages: WatchPages;
  specOf(watch: string): Promise<ResolvedSpec>;
}

const quickOnWatches: ReadonlySet<string> = new Set<keyof WatchCalls>([
  ...([
    'sources',
    'source',
    'findings',
    'countPublications',
    'find',
    'publication',
    'text',
    'switchApplications',
  ] as const),
]);

/** The watches of this machine, each in the directory of its id. */
export function localWatchService(
  at: (id: string) => string,
  { quick, slow, pages, specOf }: WatchParts,
): WatchService {
  const newSources = new NewSources(pages);
  const known = async (watch: string) => ({ directory: at(watch), spec: await specOf(watch) });
  return byDirectory<WatchService>(at, name => (quickOnWatches.has(name) ? quick : slow).watches, {
    page: async (watch, address) => await pages.page(at(watch), await specOf(watch), address),
    findAt: async (watch, source) => await newSources.find(await known(watch), source, true),
    addSource: async (watch, { address: url, name, interval, isHost, on, ...how }) => {
      const source = { address: url, ...how };
      const findings =
        isHost === true ? undefined : await newSources.find(await known(watch), source, on === undefined);
      const found = findings === undefined ? {} : { findings: on === undefined ? findings : withChosen(findings, on) };
      const settings = defined({ name, interval });
      return { ...(await quick.watches.joinSource(at(watch), { url, ...found, ...settings })), ...found };
    },
  });
}
