import { expOf, logOf } from './exact-math.ts';
import { buckets, type ToneFeatures } from './tone-features.ts';

/** The three classes of tone, in the order of all vectors and probabilities. */
export const toneClasses = ['negative', 'neutral', 'positive'] as const;
export type ToneClass = (typeof toneClasses)[number];
export const classCount = toneClasses.length;
export type Triple = readonly [negative: number, neutral: number, positive: number];

/** A slope and an offset per class, by which probabilities come to say how often they are right. */
export interface Calibration {
  readonly slope: number;
  readonly offsets: Triple;
}

/** The weights of a model, for each known feature and class, then for each dense number and class. */
export interface LinearWeights {
  /** Known features, ascending. */
  readonly features: Int32Array;
  /** How many rows of the training have each; it says how much the feature counts. */
  readonly counts: Int32Array;
  /** Rows that the model was trained on. */
  readonly rows: number;
  readonly sparse: Float64Array;
  readonly mean: Float64Array;
  /** The factor of each dense number, once its mean is taken off. */
  readonly scale: Float64Array;
  readonly dense: Float64Array;
  readonly offsets: Triple;
}

/** A model ready to be asked: each feature has its row of weights at hand. Some 5 MB. */
export class LinearModel {
  readonly weights: LinearWeights;
  /** By feature: its place among the known, from 1; 0 for features that are not known. */
  readonly #places = new Int32Array(buckets);
  readonly #rarity: Float64Array;
  /** Amounts of the features of the row that is read, by place. */
  readonly #amounts: Float64Array;

  constructor(weights: LinearWeights) {
    this.weights = weights;
    weights.features.forEach((feature, index) => {
      this.#places[feature] = index + 1;
    });
    this.#rarity = rarityOf(weights);
    this.#amounts = new Float64Array(weights.features.length);
  }

  /** Scores of the classes, whose differences are logarithms of odds. */
  scores(row: ToneFeatures, length = this.lengthOf(row)): Triple {
    const { offsets, mean, scale, dense } = this.weights;
    const sums = [0, 0, 0];
    for (let index = 0; index < row.features.length; index++)
      this.addSparse(row.features[index]!, row.amounts[index]! / length, sums);
    for (let at = 0; at < mean.length; at++) {
      const value = (row.dense[at]! - mean[at]!) * scale[at]!;
      for (let tone = 0; tone < classCount; tone++) sums[tone]! += value * dense[at * classCount + tone]!;
    }
    if (row.lean !== undefined) sums[row.lean.tone]! += row.lean.score;
    return [sums[0]! + offsets[0], sums[1]! + offsets[1], sums[2]! + offsets[2]];
  }

  /** How much the feature of a place counts. */
  rarityAt(place: number): number {
    return this.#rarity[place]!;
  }

  /** Adds what `amount` of a feature gives each class; `amount` is divided by the length of its row. */
  addSparse(feature: number, amount: number, to: number[]): void {
    const place = this.#places[feature]! - 1;
    if (place < 0) return;
    const value = amount * this.#rarity[place]!;
    const at = place * classCount;
    for (let tone = 0; tone < classCount; tone++) to[tone]! += value * this.weights.sparse[at + tone]!;
  }

  /** The length of the vector of known features, 1 if there is none. */
  lengthOf({ features, amounts }: ToneFeatures): number {
    const sums = this.#amounts;
    for (let index = 0; index < features.length; index++) {
      const place = this.#places[features[index]!]! - 1;
      if (place >= 0) sums[place]! += amounts[index]! * this.#rarity[place]!;
    }
    let squares = 0;
    for (let index = 0; index < features.length; index++) {
      const place = this.#places[features[index]!]! - 1;
      if (place < 0) continue;
      squares += sums[place]! * sums[place]!;
      sums[place] = 0;
    }
    return squares === 0 ? 1 : Math.sqrt(squares);
  }
}

/** How much features count: rare ones more (idf, smoothed). */
export function rarityOf({ counts, rows }: Pick<LinearWeights, 'counts' | 'rows'>): Float64Array {
  return Float64Array.from(counts, count => logOf((1 + rows) / (1 + count)) + 1);
}

export function softmax(scores: Triple): Triple {
  const most = Math.max(...scores);
  const a = expOf(scores[0] - most);
  const b = expOf(scores[1] - most);
  const c = expOf(scores[2] - most);
  const sum = a + b + c;
  return [a / sum, b / sum, c / sum];
}

export function calibrated({ slope, offsets }: Calibration, scores: Triple): Triple {
  return softmax([slope * scores[0] + offsets[0], slope * scores[1] + offsets[1], slope * scores[2] + offsets[2]]);
}

/** The class of the greatest number; of equal ones, neutral, else the first. */
export function greatestClass([negative, neutral, positive]: Triple): number {
  if (neutral >= negative && neutral >= positive) return 1;
  return negative >= positive ? 0 : 2;
}
