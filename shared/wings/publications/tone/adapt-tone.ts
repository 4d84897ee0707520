import { minimize } from './minimize.ts';
import type { ToneFeatures } from './tone-features.ts';
import { classCount, LinearModel, type LinearWeights } from './tone-model.ts';
import { loss, type TrainingRow } from './train-tone.ts';

/** A labelled row: its class by its place in `toneClasses`, and how much it counts beside the others. */
export interface AdaptingRow {
  readonly row: ToneFeatures;
  readonly label: number;
  readonly share: number;
}

/** How much the labels count beside the distance from the base. Measured: docs/decisions/mentions-and-tone.md, "Models of tone". */
const labelStrength = 0.3;
const mostSteps = 60;
/** A feature that the base does not know is taken up if so many labels have it. */
const leastRows = 2;

/** The classes that labels have, each counting as much as any other. */
function strengthsOf(rows: readonly AdaptingRow[]): readonly number[] {
  const sums = new Array<number>(classCount).fill(0);
  for (const { label, share } of rows) sums[label]! += share;
  const known = sums.filter(sum => sum > 0).length;
  const all = sums.reduce((sum, each) => sum + each, 0);
  return sums.map(sum => (sum === 0 ? 0 : all / (known * sum)));
}

/**
 * The weights of `base` moved as little as the labels request: a logistic regression whose weights are held near those of the
 * base instead of near 0. Weights of features that no label has stay as they are. Equal input gives equal weights, to the bit.
 */
export function adaptModel(base: LinearWeights, rows: readonly AdaptingRow[]): LinearWeights {
  const weights = withNewFeatures(base, rows);
  const model = new LinearModel(weights);
  const { touched, moves } = movesOf(weights, rows, model, strengthsOf(rows));
  const dense = weights.mean.length;
  const size = (touched.length + dense + 1) * classCount;
  const moved = minimize(size, mostSteps, (at, gradient) => loss(at, gradient, moves, touched.length));
  const sparse = weights.sparse.slice();
  touched.forEach((place, index) => {
    for (let tone = 0; tone < classCount; tone++)
      sparse[place * classCount + tone]! += moved[index * classCount + tone]!;
  });
  const denseAt = touched.length * classCount;
  const last = size - classCount;
  return {
    ...weights,
    sparse,
    dense: weights.dense.map((each, at) => each + moved[denseAt + at]!),
    offsets: [
      weights.offsets[0] + moved[last]!,
      weights.offsets[1] + moved[last + 1]!,
      weights.offsets[2] + moved[last + 2]!,
    ],
  };
}

/** The base, and features of the labels that it does not know, with no weight yet. */
function withNewFeatures(base: LinearWeights, rows: readonly AdaptingRow[]): LinearWeights {
  const known = new Set(base.features);
  const counts = new Map<number, number>();
  for (const { row } of rows)
    for (const feature of new Set(row.features))
      if (!known.has(feature)) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const added = [...counts].filter(([, count]) => count >= leastRows);
  if (added.length === 0) return base;
  const all = [...Array.from(base.features, (feature, place) => ({ feature, count: base.counts[place]!, place }))];
  all.push(...added.map(([feature, count]) => ({ feature, count, place: -1 })));
  all.sort((a, b) => a.feature - b.feature);
  const sparse = new Float64Array(all.length * classCount);
  all.forEach(({ place }, index) => {
    if (place < 0) return;
    for (let tone = 0; tone < classCount; tone++)
      sparse[index * classCount + tone] = base.sparse[place * classCount + tone]!;
  });
  return {
    ...base,
    features: Int32Array.from(all, each => each.feature),
    counts: Int32Array.from(all, each => each.count),
    sparse,
  };
}

function movesOf(
  weights: LinearWeights,
  rows: readonly AdaptingRow[],
  model: LinearModel,
  strengths: readonly number[],
): { readonly touched: readonly number[]; readonly moves: readonly TrainingRow[] } {
  const placeOf = new Map(Array.from(weights.features, (feature, place) => [feature, place] as const));
  const touchedAt = new Map<number, number>();
  const moves = rows.map(({ row, label, share }): TrainingRow => {
    const sums = new Map<number, number>();
    const length = model.lengthOf(row);
    row.features.forEach((feature, index) => {
      const place = placeOf.get(feature);
      if (place === undefined) return;
      if (!touchedAt.has(place)) touchedAt.set(place, touchedAt.size);
      const at = touchedAt.get(place)!;
      sums.set(at, (sums.get(at) ?? 0) + (row.amounts[index]! / length) * model.rarityAt(place));
    });
    return {
      places: Int32Array.from(sums.keys()),
      values: Float64Array.from(sums.values()),
      dense: Float64Array.from(weights.mean, (mean, at) => (row.dense[at]! - mean) * weights.scale[at]!),
      scores: model.scores(row),
      label,
      strength: labelStrength * share * strengths[label]!,
    };
  });
  return { touched: [...touchedAt.keys()], moves };
}
