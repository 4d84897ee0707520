import {
  openAwsAddresses,
  openAwsClock,
  openAwsLabels,
  openAwsMentions,
  openAwsPublications,
  openAwsSearchMachine,
} from '../../shared/adapters/aws/open.ts';
import { engineOfModel, shippedModels } from '../../shared/adapters/tone/open.ts';
import { BadInput, refusal } from '../../shared/domain/refusal/refusal.ts';
import type { LabelService } from '../../shared/place/label-service.ts';
import { giveLabel, judgedPublication, undoLabel } from '../../shared/wings/publications/labels/label-desk.ts';
import { disputes, labelQueue } from '../../shared/wings/publications/labels/label-lists.ts';
import { labelQuality } from '../../shared/wings/publications/labels/label-quality.ts';
import type { LabelRecord } from '../../shared/wings/publications/labels/label-record.ts';
import { currentModel, type NewModel } from '../../shared/wings/publications/labels/label-store.ts';
import { exportedLabels, importLabels } from '../../shared/wings/publications/labels/label-transfer.ts';
import { modelName, modelNameOf } from '../../shared/wings/publications/labels/own-models.ts';
import type { ToneLanguage } from '../../shared/wings/publications/tone/context-words.ts';
import { decodeToneModel } from '../../shared/wings/publications/tone/model-file.ts';
import { demandCountable } from './aws-mentions.ts';

/** What experts say of the publications of the account's watches. */
export const awsLabels: LabelService = {
  judged: async (watch, publication) => await judgedPublication(openStores(watch), publication),
  names: async watch => {
    const list = await openStores(watch).mentions.organizationList();
    return Object.fromEntries((list?.organizations ?? []).map(({ id, name }) => [id, name]));
  },
  give: async (watch, order) => await giveLabel(openStores(watch), order),
  undo: async (watch, order) => await undoLabel(openStores(watch), order),
  queue: async (watch, order) => {
    const stores = openStores(watch);
    await demandCountable(stores.publications);
    return await labelQueue(stores, order);
  },
  disputes: async watch => await disputes(openStores(watch)),
  quality: async watch => await labelQuality(openStores(watch)),
  records: async (watch, after, most) => {
    const records: LabelRecord[] = [];
    for await (const record of exportedLabels(openStores(watch), after)) {
      records.push(record);
      if (records.length === most) break;
    }
    return records;
  },
  add: async (watch, lines) =>
    await importLabels(openStores(watch), openAwsAddresses(watch), lines, openAwsClock().now()),
  // A function has 29 s for a request, and a training with the search behind it needs more.
  train: async () => {
    throw new BadInput([refusal('no-training-here')]);
  },
  training: async () => undefined,
  useShipped: async (watch, language, by) => {
    const name = modelNameOf(language, await shippedModels.sum(language));
    const parent = await usedModel(watch, language);
    if (parent === name) return;
    await openStores(watch).labels.addModel(eventOf('shipped', { language, name, parent, by }));
    await searchOn(watch);
  },
  model: async (watch, id) => await openStores(watch).labels.modelBytes(id),
  addModel: async (watch, bytes, by) => {
    const file = decodeToneModel(bytes, 'the model');
    const { language } = file.facts;
    const name = modelName(language, bytes);
    await engineOfModel(file, name);
    const { labels } = openStores(watch);
    const parent = await usedModel(watch, language);
    const id = await labels.addModel({ ...eventOf('imported', { language, name, parent, by }), bytes });
    await searchOn(watch);
    return (await labels.models()).find(row => row.id === id)!;
  },
};

function openStores(watch: string) {
  const publications = openAwsPublications(watch);
  return {
    publications,
    mentions: openAwsMentions(watch, publications),
    labels: openAwsLabels(watch, publications),
  };
}

/** Stored mentions are classified anew by a new model. */
async function searchOn(watch: string): Promise<void> {
  if ((await openStores(watch).mentions.listDigest()) === undefined) return;
  await openAwsSearchMachine().start(watch, openAwsClock().now());
}

async function usedModel(watch: string, language: ToneLanguage): Promise<string> {
  const known = currentModel(await openStores(watch).labels.models(), language);
  return known?.name ?? modelNameOf(language, await shippedModels.sum(language));
}

function eventOf(event: NewModel['event'], facts: Pick<NewModel, 'language' | 'name' | 'parent' | 'by'>): NewModel {
  return { ...facts, event, at: openAwsClock().now(), lastLabel: 0, report: '{}' };
}
