import { createHash } from 'node:crypto';
import { readToneModel, shippedToneModel, toneWordsOf } from '../../../shared/adapters/tone/open.ts';
import type { OpenLabels } from '../../../shared/place/stores-place.ts';
import type { NewModel } from '../../../shared/wings/publications/labels/label-store.ts';
import { modelName, modelNameOf, ownToneModel } from '../../../shared/wings/publications/labels/own-models.ts';
import { type KnownModel, retrain } from '../../../shared/wings/publications/labels/retraining.ts';
import { type Lesson, lessonOf } from '../../../shared/wings/publications/labels/taught-mentions.ts';
import { ContextReader, type ToneLanguage, WordValues } from '../../../shared/wings/publications/tone/context-words.ts';
import { encodeToneModel, type ToneModelFile } from '../../../shared/wings/publications/tone/model-file.ts';

export interface TrainingOrder {
  readonly language: ToneLanguage;
  readonly by: string;
  readonly at: number;
}

/** The result of a training, and the labels that taught nothing. */
export type TrainedWatch = Awaited<ReturnType<typeof trainWatch>>;

/**
 * Trains a model on the labels of a watch. The result is one row, written at the end: a killed process leaves the
 * former model in use. `told` hears how much is done, from 0 to 1.
 */
export async function trainWatch(
  stores: OpenLabels,
  { language, by, at }: TrainingOrder,
  told: (share: number) => void,
) {
  const words = await toneWordsOf(language);
  const shipped = await readToneModel(shippedToneModel(language));
  const own = await ownToneModel(stores.labels, language);
  const parent = own?.name ?? modelNameOf(language, shipped.sha256);
  const lesson = await lessonOf(stores, language, new ContextReader(new WordValues(words.bytes), language));
  const base = knownModel(shipped, 0);
  const before = own === undefined ? base : knownModel(own.file, own.lastLabel);
  const work = retrain(lesson.mentions, { base, before });
  let step = work.next();
  while (step.done !== true) {
    told(step.value);
    step = work.next();
  }
  const { report, model } = step.value;
  const file =
    model === undefined
      ? undefined
      : encodeToneModel({
          facts: {
            engine: 'linear-1',
            language,
            words: words.sha256,
            data: dataSum(lesson),
            calibration: model.calibration,
          },
          weights: model.weights,
        });
  const name = file === undefined ? parent : modelName(language, file);
  const row: NewModel = {
    ...{ language, event: report.isAdopted ? 'adopted' : 'kept', name, parent, at, by, lastLabel: lesson.lastLabel },
    report: JSON.stringify({ ...report, leftOut: lesson.leftOut }),
    ...(report.isAdopted && file !== undefined && { bytes: file }),
  };
  await stores.labels.addModel(row);
  return { language, model: name, report, leftOut: lesson.leftOut };
}

function knownModel({ weights, facts }: ToneModelFile, lastLabel: number): KnownModel {
  return { weights, calibration: facts.calibration, lastLabel };
}

/** Equal for equal lessons. */
function dataSum({ mentions }: Lesson): string {
  const sum = createHash('sha256');
  for (const { id, label, share, row } of mentions) sum.update(`${id} ${label} ${share} `).update(row.features);
  return sum.digest('hex');
}
