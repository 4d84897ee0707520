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
    const weights = trainModel(
      known.map(({ row }) => row),
      known.map(({ label }) => label),
      neutralShare,
    );
    const model = new LinearModel(weights);
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
}

export function saidOf({ label, scores }: Judged): Said {
  return { label, said: greatestClass(scores) };
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
  let said = 0;
  let are = 0;
  let right = 0;
  for (const each of all) {
    if (each.said === tone) said += 1;
    if (each.label === tone) are += 1;
    if (each.said === tone && each.label === tone) right += 1;
  }
  return said + are === 0 ? 0 : (2 * right) / (said + are);
}
