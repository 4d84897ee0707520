import type { LabelService } from '../../../shared/place/label-service.ts';
import type { LocalLabels } from './local-labels.ts';

export type LabelCalls = Pick<LocalLabels, keyof LocalLabels>;

/** Labels of the watches of this machine, each in the directory of its id. `slow`: for what reads much, and for trainings. */
export function localLabelService(
  at: (id: string) => string,
  { quick, slow }: { readonly quick: LabelCalls; readonly slow: LabelCalls },
): LabelService {
  return {
    judged: async (watch, publication) => await quick.judged(at(watch), publication),
    names: async watch => await quick.names(at(watch)),
    give: async (watch, order) => await quick.give(at(watch), order),
    undo: async (watch, order) => await quick.undo(at(watch), order),
    queue: async (watch, order) => await slow.queue(at(watch), order),
    disputes: async watch => await slow.disputes(at(watch)),
    quality: async watch => await slow.quality(at(watch)),
    records: async (watch, after, most) => await slow.records(at(watch), { after, most }),
    add: async (watch, lines) => await slow.add(at(watch), lines),
    train: async (watch, ...rest) => await slow.train(at(watch), ...rest),
    training: async watch => await slow.training(at(watch)),
    useShipped: async (watch, ...rest) => await slow.useShipped(at(watch), ...rest),
    model: async (watch, id) => await slow.model(at(watch), id),
    addModel: async (watch, ...rest) => await slow.addModel(at(watch), ...rest),
  };
}
