/** The operations on the models that learn from labels, in any place and through any door. */
import * as z from 'zod';
import { allowance, asMessage, BadInput, refusal } from '../../domain/refusal/refusal.ts';
import { oneOf } from '../../domain/spec/fields/field-values.ts';
import { labelQuality } from '../../wings/publications/labels/label-quality.ts';
import { currentModel, type NewModel } from '../../wings/publications/labels/label-store.ts';
import { modelName, modelNameOf } from '../../wings/publications/labels/own-models.ts';
import { type ToneLanguage, toneLanguages } from '../../wings/publications/tone/context-words.ts';
import { decodeToneModel } from '../../wings/publications/tone/model-file.ts';
import type { StoreOperation } from '../operation.ts';
import type { OpenLabels, StoresPlace, TrainingState } from '../stores-place.ts';
import { modelView, qualityView } from './label-answers.ts';
import { fails } from './source-operations.ts';

const none = z.strictObject({});
const languageInput = z.strictObject({ language: oneOf(toneLanguages) });

export const showQuality: StoreOperation<z.infer<typeof none>, ReturnType<typeof qualityView>> = {
  thread: 'slow',
  at: 'GET /watches/{id}/quality',
  says: 'Shows how good the model is on the random sample (confusion, calibration), how far annotators agree, and the history of models. A figure that cannot be computed is null with its reason.',
  ...{ input: none, answers: { 200: 'The figures.', ...fails } },
  run: async ({ read }, watch) => qualityView(await read(watch, labelQuality)),
};

interface Training {
  readonly training: TrainingState | null;
}

export const showTraining: StoreOperation<z.infer<typeof none>, Training> = {
  thread: 'slow',
  at: 'GET /watches/{id}/training',
  says: 'Shows the last training since the place began.',
  ...{ input: none },
  answers: { 200: 'Its state, how far it is, and its report; null for none.', ...fails },
  run: async ({ training }, watch) => ({ training: (await training(watch)) ?? null }),
};

export const beginTraining: StoreOperation<z.infer<typeof languageInput>, Training> = {
  thread: 'slow',
  at: 'POST /watches/{id}/training',
  says: 'Begins a training on the labels of the watch. Its model is used if it is not worse on labels that it has not seen.',
  ...{ input: languageInput, body: 'The language.' },
  answers: { 202: 'Begun.', 404: fails[404], 409: 'One runs.' },
  refuses: { 'training-runs': 409 },
  run: async ({ train, training, by }, watch, { language }) => {
    await train(watch, language, by);
    return { training: (await training(watch)) ?? null };
  },
};

export const useShippedModel: StoreOperation<z.infer<typeof languageInput>, { readonly language: ToneLanguage }> = {
  thread: 'slow',
  at: 'POST /watches/{id}/models/shipped',
  says: 'Goes back to the shipped model of a language.',
  ...{ input: languageInput, body: 'The language.', answers: { 200: 'Done.', ...fails } },
  run: async ({ changed, shipped, modelChanged, by, now }, watch, { language }) => {
    const name = modelNameOf(language, await shipped.sum(language));
    const isChanged = await changed(watch, async stores => {
      const parent = await usedModel(shipped, stores, language);
      if (parent !== name) await stores.labels.addModel(eventOf('shipped', { language, name, parent, by, at: now() }));
      return parent !== name;
    });
    if (isChanged) await modelChanged?.(watch);
    return { language };
  },
};

const base64Error = asMessage(allowance('base64'));
/** A file for gateways that let no bytes through. */
const modelInput = z.strictObject({ base64: z.base64({ error: base64Error }).min(1, { error: base64Error }) });

export const addModel: StoreOperation<z.infer<typeof modelInput>, ReturnType<typeof modelView>> = {
  thread: 'slow',
  at: 'POST /watches/{id}/models',
  says: 'Uses the model of a file from now on. The body is the file, or JSON with it in base64.',
  ...{ input: modelInput, body: 'The file.' },
  answers: { 201: 'The event in the history of models.', 400: 'It is no model of this version.', ...fails },
  run: async ({ changed, shipped, modelChanged, by, now }, watch, { base64 }) => {
    const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
    const file = decodeToneModel(bytes, 'the model');
    const { language } = file.facts;
    const name = modelName(language, bytes);
    await shipped.engineOf(file, name);
    const row = await changed(watch, async stores => {
      const parent = await usedModel(shipped, stores, language);
      const event = eventOf('imported', { language, name, parent, by, at: now() });
      const id = await stores.labels.addModel({ ...event, bytes });
      return (await stores.labels.models()).find(each => each.id === id)!;
    });
    await modelChanged?.(watch);
    return modelView(row);
  },
};

const numberInput = z.strictObject({ model: z.string() });

export const readModel: StoreOperation<z.infer<typeof numberInput>, Uint8Array> = {
  thread: 'slow',
  at: 'GET /watches/{id}/models/{model}',
  says: 'Gives the file of a model.',
  ...{ input: numberInput },
  answers: { 200: 'The file.', ...fails },
  refuses: { 'no-model-file': 404 },
  run: async ({ read }, watch, { model }) => {
    const isNumber = /^[1-9]\d{0,8}$/.test(model);
    const bytes = isNumber
      ? await read(watch, async ({ labels }) => await labels.modelBytes(Number(model)))
      : undefined;
    if (bytes === undefined) throw new BadInput([refusal('no-model-file')]);
    return bytes;
  },
};

async function usedModel(
  shipped: StoresPlace['shipped'],
  { labels }: OpenLabels,
  language: ToneLanguage,
): Promise<string> {
  return currentModel(await labels.models(), language)?.name ?? modelNameOf(language, await shipped.sum(language));
}

function eventOf(
  event: NewModel['event'],
  facts: Pick<NewModel, 'language' | 'name' | 'parent' | 'by' | 'at'>,
): NewModel {
  return { ...facts, event, lastLabel: 0, report: '{}' };
}
