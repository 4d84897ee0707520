import type { LabelClass } from './label.ts';

/** The classes of a subject by people and by the model. */
export interface JudgedSubject {
  readonly people: LabelClass;
  readonly model: 'negative' | 'neutral' | 'positive' | 'unclassified';
  /** Of the class that the model says; absent for a subject without tone. */
  readonly p?: number;
}

/** How often people say `people` where the model says `model`. */
export interface ConfusionCell {
  readonly people: LabelClass;
  readonly model: JudgedSubject['model'];
  readonly count: number;
}

export interface Confusion {
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
export interface CalibrationBin {
  /** Probabilities from `from` on, below `to`; the last bin has 1 too. */
  readonly from: number;
  readonly to: number;
  readonly n: number;
  /** The mean of the probabilities; null for an empty bin. */
  readonly mean: number | null;
  /** How often people say the class that the model says; null for an empty bin. */
  readonly right: number | null;
}

export interface CalibrationCurve {
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
