import type { ToneFeatures } from './tone-features.ts';
import { greatestClass, LinearModel, type Triple, toneClasses } from './tone-model.ts';
import { trainModel } from './train-tone.ts';

/** A sentence with a label that a person gave, as its features. Rows of one fold are never judged by a model of that fold. */
export interface LabelledRow {
  readonly row: ToneFeatures;
  /** A class, by its place in `toneClasses`. */
  readonly label: number;
  /** From 0 to `folds` - 1. */
  readonly fold: number;
}

/** A label, and what a model that has not seen its row says. */
export interface Judged {
  readonly label: number;
  readonly fold: number;
  readonly scores: Triple;
}

export const folds = 5;

/** Each row judged by a model of the other folds, in the order of the rows. `neutralShare`: as of `trainModel`. */
export function crossValidated(rows: readonly LabelledRow[], neutralShare = 1): readonly Judged[] {
  const judged: Judged[] = new Array(rows.length);
  for (let fold = 0; fold < folds; fold++) {
    const known = rows.filter(each => each.fold !== fold);
    const model = new LinearModel(trainModel(known, neutralShare));
    rows.forEach(({ row, label, fold: own }, index) => {
      if (own === fold) judged[index] = { label, fold, scores: model.scores(row) };
    });
  }
  return judged;
}

/** The pair from which `classF1` and the other figures are calculated: a label and the class that was said, by their places. */
export interface Said {
  readonly label: number;
  readonly said: number;
  /** The weight of the row; 1 if there is none. */
  readonly share?: number;
}

export function saidOf({ label, scores, share }: Pick<Judged, 'label' | 'scores'> & Pick<Said, 'share'>): Said {
  return { label, said: greatestClass(scores), ...(share === undefined ? {} : { share }) };
}

/** The mean of the F1 of positive and of negative rows. */
export function polarF1(all: readonly Said[]): number {
  return (classF1(all, 0) + classF1(all, 2)) / 2;
}

/** The mean of the F1 of all classes. */
export function macroF1(all: readonly Said[]): number {
  return toneClasses.reduce((sum, _, tone) => sum + classF1(all, tone), 0) / toneClasses.length;
}

/** The harmonic mean of precision and recall of a class; 0 if nothing is of the class and nothing was said to be. */
export function classF1(all: readonly Said[], tone: number): number {
  let [said, are, right] = [0, 0, 0];
  for (const { label, said: told, share = 1 } of all) {
    if (told === tone) said += share;
    if (label === tone) are += share;
    if (told === tone && label === tone) right += share;
  }
  return said + are === 0 ? 0 : (2 * right) / (said + are);
}
