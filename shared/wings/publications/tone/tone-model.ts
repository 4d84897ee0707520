import { minimize } from './minimize.ts';

/** The three classes of tone, in the order of all vectors and probabilities. */
const toneClasses = ['negative', 'neutral', 'positive'] as const;
const classes = toneClasses.length;

/** A sentence with its target: numbers of features (hashed) and how much each counts. */
export interface FeatureRow {
  readonly features: Int32Array;
  readonly values: Float64Array;
}

/** A linear model over hashed features: weights of each feature for each class, and how rare each feature is. */
export interface LinearModel {
  /** Place of each known feature. */
  readonly places: ReadonlyMap<number, number>;
  readonly rarity: Float64Array;
  /** Of feature and class; the last row is the offset of each class. */
  readonly weights: Float64Array;
}

/** A slope and an offset per class, by which probabilities come to say how often they are right. */
export interface Calibration {
  readonly slope: number;
  readonly offsets: readonly number[];
}

/** As in scikit-learn's C: how much the rows count beside the size of the weights. */
const rowStrength = 1;
const mostSteps = 60;

/**
 * Trains a logistic regression of three classes, each class counting as much as any other. Every step has a fixed order,
 * so equal rows give equal weights.
 */
export function trainModel(rows: readonly FeatureRow[], labels: readonly number[]): LinearModel {
  const { places, rarity } = knownFeatures(rows);
  const placed = rows.map(row => placedRow(row, places, rarity));
  const counts = toneClasses.map((_, tone) => labels.filter(label => label === tone).length);
  const classWeights = counts.map(count => (count === 0 ? 0 : rows.length / (classes * count)));
  const size = (rarity.length + 1) * classes;
  const weights = minimize(size, mostSteps, (at, gradient) => loss(at, gradient, placed, labels, classWeights));
  return { places, rarity, weights };
}

/** Probabilities of the classes, in their order. */
export function probabilitiesOf(model: LinearModel, row: FeatureRow): readonly number[] {
  const placed = placedRow(row, model.places, model.rarity);
  return softmax(scoresOf(model.weights, placed));
}

/** Fits slope and offsets to probabilities of rows that the model was not trained on. */
export function calibrate(probabilities: readonly (readonly number[])[], labels: readonly number[]): Calibration {
  const logs = probabilities.map(row => row.map(p => Math.log(Math.max(p, 1e-9))));
  const [slope = 1, ...offsets] = minimize(1 + classes, 200, (at, gradient) => {
    gradient.fill(0);
    let sum = 0;
    logs.forEach((row, index) => {
      const p = softmax(row.map((log, tone) => at[0]! * log + at[1 + tone]!));
      const label = labels[index]!;
      sum -= Math.log(Math.max(p[label]!, 1e-12));
      row.forEach((log, tone) => {
        const wrong = p[tone]! - (tone === label ? 1 : 0);
        gradient[0]! += wrong * log;
        gradient[1 + tone]! += wrong;
      });
    });
    return sum;
  });
  return { slope, offsets };
}

export function calibrated({ slope, offsets }: Calibration, probabilities: readonly number[]): readonly number[] {
  return softmax(probabilities.map((p, tone) => slope * Math.log(Math.max(p, 1e-9)) + offsets[tone]!));
}

function knownFeatures(rows: readonly FeatureRow[]): Pick<LinearModel, 'places' | 'rarity'> {
  const places = new Map<number, number>();
  const seen: number[] = [];
  for (const { features } of rows)
    for (const feature of features) {
      const place = places.get(feature);
      if (place === undefined) {
        places.set(feature, seen.length);
        seen.push(1);
      } else seen[place]! += 1;
    }
  return { places, rarity: Float64Array.from(seen, count => Math.log((1 + rows.length) / (1 + count)) + 1) };
}

/** A row with the places of known features, weighted by rarity, of length 1. */
function placedRow(
  { features, values }: FeatureRow,
  places: ReadonlyMap<number, number>,
  rarity: Float64Array,
): FeatureRow {
  const known: number[] = [];
  const weighted: number[] = [];
  let squares = 0;
  features.forEach((feature, index) => {
    const place = places.get(feature);
    if (place === undefined) return;
    const value = values[index]! * rarity[place]!;
    known.push(place);
    weighted.push(value);
    squares += value * value;
  });
  const length = squares === 0 ? 1 : Math.sqrt(squares);
  return { features: Int32Array.from(known), values: Float64Array.from(weighted, value => value / length) };
}

function scoresOf(weights: Float64Array, { features, values }: FeatureRow): number[] {
  const last = weights.length - classes;
  let [a, b, c] = [weights[last]!, weights[last + 1]!, weights[last + 2]!];
  for (let index = 0; index < features.length; index++) {
    const at = features[index]! * classes;
    const value = values[index]!;
    a += value * weights[at]!;
    b += value * weights[at + 1]!;
    c += value * weights[at + 2]!;
  }
  return [a, b, c];
}

/** Loss of all rows with half the square of the weights; the offsets of the classes are free. */
function loss(
  weights: Float64Array,
  gradient: Float64Array,
  rows: readonly FeatureRow[],
  labels: readonly number[],
  classWeights: readonly number[],
): number {
  const last = weights.length - classes;
  let sum = 0;
  for (let index = 0; index < last; index++) {
    sum += (weights[index]! * weights[index]!) / 2;
    gradient[index] = weights[index]!;
  }
  gradient.fill(0, last);
  rows.forEach((row, index) => {
    const label = labels[index]!;
    const strength = rowStrength * classWeights[label]!;
    const p = softmax(scoresOf(weights, row));
    sum -= strength * Math.log(Math.max(p[label]!, 1e-300));
    addGradient(
      gradient,
      row,
      p.map((each, tone) => strength * (each - (tone === label ? 1 : 0))),
    );
  });
  return sum;
}

function addGradient(gradient: Float64Array, { features, values }: FeatureRow, wrong: readonly number[]): void {
  const [a, b, c] = wrong as [number, number, number];
  const last = gradient.length - classes;
  for (let index = 0; index < features.length; index++) {
    const at = features[index]! * classes;
    const value = values[index]!;
    gradient[at]! += value * a;
    gradient[at + 1]! += value * b;
    gradient[at + 2]! += value * c;
  }
  gradient[last]! += a;
  gradient[last + 1]! += b;
  gradient[last + 2]! += c;
}

function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map(score => Math.exp(score - most));
  const sum = powers.reduce((total, each) => total + each, 0);
  return powers.map(each => each / sum);
}
