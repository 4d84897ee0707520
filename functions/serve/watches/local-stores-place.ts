import { shippedModels } from '../../../shared/adapters/tone/open.ts';
import { BadInput, refusal } from '../../../shared/domain/refusal/refusal.ts';
import { remember } from '../../../shared/domain/remember.ts';
import type { SearchState, StoresPlace, TrainingState } from '../../../shared/place/stores-place.ts';
import { withLabels } from '../../embedded/labels/open-labels.ts';
import { trainApart } from '../../embedded/labels/train-apart.ts';
import { removeLocalSites } from '../../embedded/local-sites.ts';
import { searchApart } from '../../embedded/mentions/search-apart.ts';
import { withWatch } from '../../embedded/watch/with-watch.ts';
import { localWatch, now } from './open-watch.ts';

/** Trainings and searches that are remembered. */
const mostRemembered = 100;

/** The stores of watches by their directories; one for each process, for it remembers its trainings and searches. */
export function localStoresPlace(): Omit<StoresPlace, 'by'> {
  const trainings = new Map<string, TrainingState>();
  const searches = new Map<string, SearchState>();
  return {
    ...{ ...localWatch, now, shipped: shippedModels, mostChecked: 500 },
    changeState: withWatch,
    removeSource: async (directory, source) => (await removeLocalSites(directory, [source]))[0] === true,
    read: async (directory, work) => await withLabels(directory, 'read', work),
    changed: async (directory, work) => await withLabels(directory, 'write', work),
    searchState: directory => searches.get(directory) ?? { isRunning: false },
    search: async directory => {
      // A search that runs sees a new list by itself.
      if (searches.get(directory)?.isRunning === true) return;
      const set = (state: SearchState): void => remember(searches, directory, state, mostRemembered);
      set({ isRunning: true });
      searchApart(directory).then(
        () => set({ isRunning: false }),
        (error: unknown) => set({ isRunning: false, fault: faultOf(error) }),
      );
    },
    train: async (directory, language, by) => {
      if (trainings.get(directory)?.state === 'running') throw new BadInput([refusal('training-runs')]);
      await withLabels(directory, 'write', async () => undefined);
      const set = (state: Partial<TrainingState>): void => {
        const begun = { language, state: 'running', stage: 'training', share: 0 } as const;
        const before = trainings.get(directory) ?? { ...begun, report: undefined, fault: undefined };
        remember(trainings, directory, { ...before, ...state }, mostRemembered);
      };
      set({ language, state: 'running', stage: 'training', share: 0 });
      trainApart({ directory, language, by, at: now() }, set).then(
        ({ report }) => set({ state: 'done', share: 1, report }),
        (error: unknown) => set({ state: 'failed', fault: faultOf(error) }),
      );
    },
    training: async directory => trainings.get(directory),
  };
}

function faultOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
