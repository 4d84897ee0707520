import { openAwsAddresses, openAwsClock, openAwsSearchMachine } from '../../shared/adapters/aws/open.ts';
import { shippedModels } from '../../shared/adapters/tone/open.ts';
import { BadInput, refusal } from '../../shared/domain/refusal/refusal.ts';
import type { LabelService } from '../../shared/place/label-service.ts';
import { labelWatch, type OpenLabels } from '../../shared/place/label-watch.ts';
import { awsWatch, openStores } from './open-watch.ts';

/** Labels of experts for the publications of the account's watches. */
export const awsLabels: LabelService = {
  ...labelWatch({
    ...{ ...awsWatch, read: withLabels, changed: withLabels, modelChanged: searchOn },
    now: () => openAwsClock().now(),
    shipped: shippedModels,
  }),
  // A function has 29 s for a request, and a training with the search behind it needs more.
  train: async () => {
    throw new BadInput([refusal('no-training-here')]);
  },
  training: async () => undefined,
};

async function withLabels<T>(watch: string, work: (stores: OpenLabels) => Promise<T>): Promise<T> {
  return await work({ ...openStores(watch), book: openAwsAddresses(watch) });
}

/** Stored mentions are classified anew by a new model. */
async function searchOn(watch: string): Promise<void> {
  if ((await openStores(watch).mentions.listDigest()) === undefined) return;
  await openAwsSearchMachine().start(`${watch}-${openAwsClock().now()}`, { watch });
}
