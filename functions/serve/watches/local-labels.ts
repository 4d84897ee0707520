import { shippedModels } from '../../../shared/adapters/tone/open.ts';
import { BadInput, refusal } from '../../../shared/domain/refusal/refusal.ts';
import type { LabelService, TrainingState } from '../../../shared/place/label-service.ts';
import { labelWatch } from '../../../shared/place/label-watch.ts';
import { withLabels } from '../../embedded/labels/open-labels.ts';
import { trainApart } from '../../embedded/labels/train-apart.ts';
import { now } from './open-watch.ts';

/** Trainings that are remembered. */
const mostTrainings = 100;

/** Labels of watches by their directories; one for each thread, for it remembers its trainings. */
export function localLabels(): LabelService {
  const trainings = new Map<string, TrainingState>();
  const forgetOne = (): void => {
    const done = [...trainings].find(([, { state }]) => state !== 'running');
    if (done !== undefined) trainings.delete(done[0]);
  };
  return {
    ...labelWatch({
      ...{ now, shipped: shippedModels },
      read: async (directory, work) => await withLabels(directory, 'read', work),
      changed: async (directory, work) => await withLabels(directory, 'write', work),
    }),
    train: async (directory, language, by) => {
      if (trainings.get(directory)?.state === 'running') throw new BadInput([refusal('training-runs')]);
      await withLabels(directory, 'write', async () => undefined);
      if (trainings.size >= mostTrainings) forgetOne();
      const begun = { language, state: 'running', stage: 'training', share: 0 } as const;
      const set = (state: Partial<TrainingState>): void =>
        void trainings.set(directory, {
          ...(trainings.get(directory) ?? { ...begun, report: undefined, fault: undefined }),
          ...state,
        });
      set(begun);
      trainApart({ directory, language, by, at: now() }, set).then(
        ({ report }) => set({ state: 'done', share: 1, report }),
        (error: unknown) => set({ state: 'failed', fault: error instanceof Error ? error.message : String(error) }),
      );
    },
    training: async directory => trainings.get(directory),
  };
}
