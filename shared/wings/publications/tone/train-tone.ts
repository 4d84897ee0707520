import type { ToneLanguage } from './context-words.ts';
import { logOf } from './exact-math.ts';
import { minimize } from './minimize.ts';
import type { ToneFeatures } from './tone-features.ts';
import * as toneModel from './tone-model.ts';

/** How much the rows count beside the size of the weights, as in scikit-learn's C. */
const rowStrength = 1;
const mostSteps = 60;
/** How long the vector of dense numbers is beside that of sparse features: found by cross-validation. */
const denseStrength = 0.7;
/**
 * How much neutral counts beside a polar class where the class is decided, by cross-validation: F1 of the polar classes is what
 * users request.
 */
export const neutralStrength: Readonly<Record<ToneLanguage, number>> = { ru: 1, en: 0.75 };
/** A feature of fewer rows is left out: it says nothing of others. */
const leastRows = 2;

/** A row as the training reads it. */
export interface TrainingRow {
  readonly places: Int32Array;
  readonly values: Float64Array;
  readonly dense: Float64Array;
  readonly label: number;
  /** How much the row counts. */
  readonly strength: number;
  /** Scores of an earlier model, beside which the weights are trained. */
  readonly scores?: toneModel.Triple;
}

/** A sentence by its features, with the place of its class in `toneClasses`. */
interface Taught {
  readonly row: ToneFeatures;
  readonly label: number;
}

/**
 * Trains a logistic regression of three classes, each class counting as much as any other, but neutral `neutralShare` times as much where
 * the class is decided. Every step has a fixed order and IEEE operations alone, so equal rows
 * give equal weights, to the bit, on each machine.
 */
export function trainModel(taught: readonly Taught[], neutralShare = 1): toneModel.LinearWeights {
  const rows = taught.map(({ row }) => row);
  const { features, counts } = knownFeatures(rows);
  const rarity = toneModel.rarityOf({ counts, rows: rows.length });
  const { mean, scale } = standardOf(rows.map(({ dense }) => dense));
  const sizes = [0, 0, 0];
  for (const { label } of taught) sizes[label]! += 1;
  const placeOf = new Map(Array.from(features, (feature, place) => [feature, place]));
  const training = taught.map(({ row, label }): TrainingRow => {
    const dense = row.dense.map((each, at) => (each - mean[at]!) * scale[at]!);
    const strength = (rowStrength * rows.length) / (toneModel.classCount * sizes[label]!);
    return { ...sparseRow(row, placeOf, rarity), dense, label, strength };
  });
  const size = (features.length + mean.length + 1) * toneModel.classCount;
  const at = minimize(size, mostSteps, (place, gradient) =>
    loss(place, gradient, training, features.length, toneModel.classCount),
  );
  const denseAt = features.length * toneModel.classCount;
  const [negative = 0, neutral = 0, positive = 0] = at.slice(-toneModel.classCount);
  return {
    features,
    counts,
    rows: rows.length,
    sparse: at.slice(0, denseAt),
    mean,
    scale,
    dense: at.slice(denseAt, -toneModel.classCount),
    offsets: [negative, neutral + logOf(neutralShare), positive],
  };
}

function knownFeatures(rows: readonly ToneFeatures[]): { features: Int32Array; counts: Int32Array } {
  const counts = new Map<number, number>();
  for (const { features } of rows)
    for (const feature of new Set(features)) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const known = [...counts].filter(([, count]) => count >= leastRows).sort(([a], [b]) => a - b);
  return {
    features: Int32Array.from(known, ([feature]) => feature),
    counts: Int32Array.from(known, ([, count]) => count),
  };
}

/** The mean of dense numbers, and what makes their deviations `denseStrength` / √(how many there are). */
/** Below it a value is the same in all rows except for rounding: what is left would be multiplied beyond all bounds. */
const leastVariance = 1e-12;

function standardOf(rows: readonly Float64Array[]): { mean: Float64Array; scale: Float64Array } {
  const size = rows[0]?.length ?? 0;
  const mean = new Float64Array(size);
  for (const row of rows) for (let at = 0; at < size; at++) mean[at]! += row[at]! / rows.length;
  const squares = new Float64Array(size);
  for (const row of rows) for (let at = 0; at < size; at++) squares[at]! += (row[at]! - mean[at]!) ** 2 / rows.length;
  // Scales are rounded to what a file can hold before they are used.
  const scale = squares.map(square =>
    square <= leastVariance ? 0 : Math.fround(denseStrength / Math.sqrt(square * size)),
  );
  return { mean: mean.map(Math.fround), scale };
}

/** The known features of a row, each once, weighted by rarity, of length 1. */
function sparseRow(
  { features, amounts }: ToneFeatures,
  placeOf: ReadonlyMap<number, number>,
  rarity: Float64Array,
): Pick<TrainingRow, 'places' | 'values'> {
  const sums = new Map<number, number>();
  features.forEach((feature, index) => {
    const place = placeOf.get(feature);
    if (place !== undefined) sums.set(place, (sums.get(place) ?? 0) + amounts[index]! * rarity[place]!);
  });
  const values = Float64Array.from(sums.values());
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) || 1;
  return { places: Int32Array.from(sums.keys()), values: values.map(value => value / length) };
}

/** Loss of all rows with half the square of the weights, but not of the last `free` ones. */
export function loss(
  weights: Float64Array,
  gradient: Float64Array,
  rows: readonly TrainingRow[],
  features: number,
  free = 0,
): number {
  const last = weights.length - free;
  let sum = 0;
  for (let index = 0; index < last; index++) {
    sum += (weights[index]! * weights[index]!) / 2;
    gradient[index] = weights[index]!;
  }
  gradient.fill(0, last);
  for (const row of rows) {
    const p = toneModel.softmax(scoresOf(weights, row, features));
    sum -= row.strength * logOf(Math.max(p[row.label]!, 1e-300));
    addGradient(gradient, row, features, p);
  }
  return sum;
}

const noScores: toneModel.Triple = [0, 0, 0];

/** The scores of a row by `weights` of so many features, beside those that it has before. */
function scoresOf(
  weights: Float64Array,
  { places, values, dense, scores: before = noScores }: TrainingRow,
  features: number,
): toneModel.Triple {
  const last = weights.length - toneModel.classCount;
  let a = before[0] + weights[last]!;
  let b = before[1] + weights[last + 1]!;
  let c = before[2] + weights[last + 2]!;
  for (let index = 0; index < places.length; index++) {
    const at = places[index]! * toneModel.classCount;
    const value = values[index]!;
    a += value * weights[at]!;
    b += value * weights[at + 1]!;
    c += value * weights[at + 2]!;
  }
  for (let index = 0, at = features * toneModel.classCount; index < dense.length; index++, at += toneModel.classCount) {
    const value = dense[index]!;
    a += value * weights[at]!;
    b += value * weights[at + 1]!;
    c += value * weights[at + 2]!;
  }
  return [a, b, c];
}

/** Adds a row whose classes have the probabilities `p`. */
function addGradient(gradient: Float64Array, row: TrainingRow, features: number, p: toneModel.Triple): void {
  const { places, values, dense, label, strength } = row;
  const a = strength * (p[0] - (label === 0 ? 1 : 0));
  const b = strength * (p[1] - (label === 1 ? 1 : 0));
  const c = strength * (p[2] - (label === 2 ? 1 : 0));
  const add = (at: number, value: number): void => {
    gradient[at]! += value * a;
    gradient[at + 1]! += value * b;
    gradient[at + 2]! += value * c;
  };
  for (let index = 0; index < places.length; index++) add(places[index]! * toneModel.classCount, values[index]!);
  for (let index = 0; index < dense.length; index++) add((features + index) * toneModel.classCount, dense[index]!);
  add(gradient.length - toneModel.classCount, 1);
}

/** Fits slope and offsets to scores of rows that the model was not trained on. */
export function calibrate(
  judged: readonly { readonly scores: toneModel.Triple; readonly label: number }[],
): toneModel.Calibration {
  const start = Float64Array.of(1, 0, 0, 0);
  const [slope = 1, a = 0, b = 0, c = 0] = minimize(
    start.length,
    200,
    (at, gradient) => {
      gradient.fill(0);
      let sum = 0;
      for (const { scores, label } of judged) {
        const p = toneModel.calibrated({ slope: at[0]!, offsets: [at[1]!, at[2]!, at[3]!] }, scores);
        sum -= logOf(Math.max(p[label]!, 1e-300));
        scores.forEach((score, tone) => {
          const wrong = p[tone]! - (tone === label ? 1 : 0);
          gradient[0]! += wrong * score;
          gradient[1 + tone]! += wrong;
        });
      }
      return sum;
    },
    start,
  );
  return { slope, offsets: [a, b, c] };
}
