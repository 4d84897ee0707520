import type { MentionedPublication } from '../store/mention-store.ts';
import { type ToneLanguage, toneLanguages } from '../tone/context-words.ts';
import { type LabelStores, modelClass } from './label-desk.ts';
import { type AnnotatorAgreement, agreementOf, type LabelledSubject, labelledSubjects } from './label-lists.ts';
import { currentModel, type ModelRow } from './label-store.ts';
import {
  type CalibrationCurve,
  type Confusion,
  calibrationCurve,
  confusionOf,
  type JudgedSubject,
} from './model-quality.ts';

/** How good the model is, as far as labels say. */
export interface LabelQuality {
  /** Subjects with a class that people agree on or decided. */
  readonly labelled: number;
  readonly stale: number;
  readonly agreement: AnnotatorAgreement;
  /** Of whole publications of the random sample that no model in use was trained on. */
  readonly confusion: Confusion;
  readonly calibration: CalibrationCurve;
  /** Publications of the random sample that were left out, because the model in use was trained on their labels. */
  readonly trainedOn: number;
  /** The history of models, the newest first. */
  readonly models: readonly ModelRow[];
  readonly current: Readonly<Partial<Record<ToneLanguage, ModelRow>>>;
}

const atOnce = 500;

export async function labelQuality(stores: LabelStores): Promise<LabelQuality> {
  const [subjects, models] = await Promise.all([labelledSubjects(stores), stores.labels.models()]);
  const current = Object.fromEntries(
    toneLanguages.flatMap(language => {
      const row = currentModel(models, language);
      return row === undefined ? [] : [[language, row]];
    }),
  );
  const random = subjects.filter(isRandom);
  const trainedTo = Math.max(0, ...Object.values(current).map(({ lastLabel }: ModelRow) => lastLabel));
  const unseen = random.filter(({ opinion }) => Math.min(...opinion.standing.map(({ id }) => id)) > trainedTo);
  const judged = await judgedSubjects(stores, unseen);
  return {
    labelled: subjects.filter(({ opinion }) => opinion.class !== undefined).length,
    stale: subjects.reduce((sum, { opinion }) => sum + opinion.stale.length, 0),
    agreement: agreementOf(subjects),
    confusion: confusionOf(judged),
    calibration: calibrationCurve(judged),
    trainedOn: random.length - unseen.length,
    ...{ models, current },
  };
}

function isRandom({ place, opinion }: LabelledSubject): boolean {
  return (
    place === undefined && opinion.class !== undefined && opinion.standing.some(({ sampling }) => sampling === 'random')
  );
}

async function judgedSubjects(
  stores: LabelStores,
  subjects: readonly LabelledSubject[],
): Promise<readonly JudgedSubject[]> {
  const tones = new Map<string, MentionedPublication>();
  const ids = [...new Set(subjects.map(({ row }) => row.id))];
  for (let at = 0; at < ids.length; at += atOnce) {
    const publications = ids.slice(at, at + atOnce);
    for (const each of await stores.mentions.mentioned({ publications }, atOnce * atOnce))
      tones.set(`${each.publication} ${each.organization}`, each);
  }
  return subjects.map(({ row, organization, opinion }) => {
    const known = tones.get(`${row.id} ${organization}`);
    const model = modelClass(known);
    const people = opinion.class!;
    return model === 'unclassified' || known?.tone === undefined
      ? { people, model }
      : { people, model, p: known.tone.p[model] };
  });
}
