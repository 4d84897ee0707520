import { sentenceLanguage } from '../mentioned/sentence-language.ts';
import type { MentionedPublication } from '../store/mention-store.ts';
import { type ToneLanguage, toneLanguages } from '../tone/context-words.ts';
import type { LabelClass } from './label.ts';
import { type LabelStores, modelClass } from './label-desk.ts';
import { type AnnotatorAgreement, agreementOf, type LabelledSubject, labelledSubjects } from './label-lists.ts';
import { currentModel, type ModelRow } from './label-store.ts';
import type { LabelFigures, TrainingReport } from './retraining.ts';
import { compareEngines, type EngineQuality } from './second-tones.ts';

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
  /** The same for each language by itself. */
  readonly languages: Readonly<Record<ToneLanguage, LanguageQuality>>;
  /** The model and the engines that were asked beside it, on the subjects of `confusion` that all of them have answered; empty if none was asked. */
  readonly engines: readonly EngineQuality[];
  /** The history of models, the newest first. */
  readonly models: readonly ModelRow[];
  readonly current: Readonly<Partial<Record<ToneLanguage, ModelRow>>>;
}

/** Of the publications of one language. */
export interface LanguageQuality extends Pick<LabelQuality, 'confusion' | 'calibration' | 'trainedOn'> {
  /** Of the last training of the model in use, by cross-validation on its labels; null for the shipped model and for a file. */
  readonly training: LabelFigures | null;
}

const atOnce = 500;

export async function labelQuality(stores: LabelStores): Promise<LabelQuality> {
  const [subjects, models] = await Promise.all([labelledSubjects(stores), stores.labels.models()]);
  const current: LabelQuality['current'] = Object.fromEntries(
    toneLanguages.flatMap(language => {
      const row = currentModel(models, language);
      return row === undefined ? [] : [[language, row]];
    }),
  );
  const random = await Promise.all(
    subjects.filter(isRandom).map(async each => ({ ...each, language: await languageOf(stores, each) })),
  );
  const unseen = random.filter(subject => isUnseen(subject, current));
  const judged = await judgedSubjects(stores, unseen);
  return {
    labelled: subjects.filter(({ opinion }) => opinion.class !== undefined).length,
    stale: subjects.reduce((sum, { opinion }) => sum + opinion.stale.length, 0),
    agreement: agreementOf(subjects),
    ...figuresOf(judged, random.length),
    engines: await engineQualities(stores, unseen, judged),
    languages: Object.fromEntries(
      toneLanguages.map(language => {
        const isOf = (subject: RandomSubject): boolean => subject.language === language;
        const own = judged.filter((_, index) => isOf(unseen[index]!));
        const model = current[language];
        const report = model?.event === 'adopted' ? (JSON.parse(model.report) as Partial<TrainingReport>) : undefined;
        return [language, { ...figuresOf(own, random.filter(isOf).length), training: report?.after ?? null }] as const;
      }),
    ) as Record<ToneLanguage, LanguageQuality>,
    ...{ models, current },
  };
}

async function engineQualities(
  { second }: LabelStores,
  subjects: readonly RandomSubject[],
  judged: readonly JudgedSubject[],
): Promise<readonly EngineQuality[]> {
  const opinions = (await second?.secondOpinions()) ?? [];
  if (opinions.length === 0) return [];
  const keys = subjects.map(({ row, organization }) => JSON.stringify([row.id, row.version, organization]));
  const engines = new Map([['linear-1', new Map(keys.map((key, at) => [key, String(judged[at]!.model)]))]]);
  for (const { engine, publication, version, organization, class: said } of opinions) {
    const answers = engines.get(engine) ?? new Map<string, string>();
    engines.set(engine, answers.set(JSON.stringify([publication, version, organization]), said));
  }
  return compareEngines(new Map(keys.map((key, at) => [key, String(judged[at]!.people)])), engines);
}

function figuresOf(judged: readonly JudgedSubject[], all: number): Omit<LanguageQuality, 'training'> {
  return {
    ...{ confusion: confusionOf(judged), calibration: calibrationCurve(judged) },
    trainedOn: all - judged.length,
  };
}

interface RandomSubject extends LabelledSubject {
  readonly language: ToneLanguage | undefined;
}

/** The language whose model judges the organization: that of the sentence of its first mention with a tone. */
async function languageOf(
  { mentions }: LabelStores,
  { row, organization }: LabelledSubject,
): Promise<ToneLanguage | undefined> {
  const all = await mentions.mentions(row.id, row.version);
  const model = all.find(each => each.organization === organization && each.tone !== undefined)?.tone?.model;
  return (
    toneLanguages.find(language => model?.includes(` ${language}:`)) ??
    sentenceLanguage(row.title, row.language ?? 'und')
  );
}

/** The model in use of its language was trained without its labels. */
function isUnseen({ language, opinion }: RandomSubject, current: LabelQuality['current']): boolean {
  const trainedTo = language === undefined ? 0 : (current[language]?.lastLabel ?? 0);
  return Math.min(...opinion.standing.map(({ id }) => id)) > trainedTo;
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

/** The classes of a subject by people and by the model. */
interface JudgedSubject {
  readonly people: LabelClass;
  readonly model: 'negative' | 'neutral' | 'positive' | 'unclassified';
  /** Of the class that the model says; absent for a subject without tone. */
  readonly p?: number;
}

/** How often people say `people` where the model says `model`. */
interface ConfusionCell {
  readonly people: LabelClass;
  readonly model: JudgedSubject['model'];
  readonly count: number;
}

interface Confusion {
  readonly n: number;
  /** Cells that are not 0. */
  readonly cells: readonly ConfusionCell[];
  /** Among subjects that people call positive, negative or neutral and the model has a class for: the share that is equal; null for none. */
  readonly accuracy: number | null;
  /** Subjects of the accuracy. */
  readonly compared: number;
}

const comparable: readonly string[] = ['positive', 'negative', 'neutral'];

/** Counts subjects of the random sample by what people say and what the model says. */
export function confusionOf(subjects: readonly JudgedSubject[]): Confusion {
  const counts = new Map<string, ConfusionCell>();
  let same = 0;
  let compared = 0;
  for (const { people, model } of subjects) {
    const key = `${people} ${model}`;
    counts.set(key, { people, model, count: (counts.get(key)?.count ?? 0) + 1 });
    if (!comparable.includes(people) || model === 'unclassified') continue;
    compared += 1;
    if (people === model) same += 1;
  }
  return {
    n: subjects.length,
    cells: [...counts.values()],
    compared,
    accuracy: compared === 0 ? null : same / compared,
  };
}

/** A part of the calibration curve. */
interface CalibrationBin {
  /** Probabilities from `from` on, below `to`; the last bin has 1 too. */
  readonly from: number;
  readonly to: number;
  readonly n: number;
  /** The mean of the probabilities; null for an empty bin. */
  readonly mean: number | null;
  /** How often people say the class that the model says; null for an empty bin. */
  readonly right: number | null;
}

interface CalibrationCurve {
  readonly n: number;
  readonly bins: readonly CalibrationBin[];
  /** Mean distance of probability and share, weighted by n (expected calibration error); null without subjects. */
  readonly error: number | null;
}

const bins = 10;

/** How often the model is right, by how sure it says it is. Subjects without a probability are left out. */
export function calibrationCurve(subjects: readonly JudgedSubject[]): CalibrationCurve {
  const sums = Array.from({ length: bins }, () => ({ n: 0, p: 0, right: 0 }));
  for (const { people, model, p } of subjects) {
    if (p === undefined || model === 'unclassified') continue;
    const bin = sums[Math.min(bins - 1, Math.floor(p * bins))]!;
    bin.n += 1;
    bin.p += p;
    if (people === model) bin.right += 1;
  }
  const n = sums.reduce((sum, bin) => sum + bin.n, 0);
  const off = sums.reduce((sum, bin) => sum + Math.abs(bin.p - bin.right), 0);
  return {
    n,
    bins: sums.map((bin, index) => ({
      from: index / bins,
      to: (index + 1) / bins,
      n: bin.n,
      mean: bin.n === 0 ? null : bin.p / bin.n,
      right: bin.n === 0 ? null : bin.right / bin.n,
    })),
    error: n === 0 ? null : off / n,
  };
}
