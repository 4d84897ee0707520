import { expect, test } from 'vitest';
import { type AdaptingRow, adaptModel } from '../../../../../shared/wings/publications/tone/adapt-tone.ts';
import type { ToneFeatures } from '../../../../../shared/wings/publications/tone/tone-features.ts';
import { greatestClass, LinearModel, softmax } from '../../../../../shared/wings/publications/tone/tone-model.ts';
import { trainModel } from '../../../../../shared/wings/publications/tone/train-tone.ts';

function row(...features: number[]): ToneFeatures {
  return {
    words: [],
    features: Int32Array.from(features),
    amounts: Float64Array.from(features, () => 1),
    owners: Int32Array.from(features, () => 0),
    dense: new Float64Array(2),
    lean: undefined,
  };
}

const bad = 1;
const plain = 2;
const good = 3;
const base = trainModel(
  [bad, plain, good].flatMap((feature, label) =>
    [row(feature), row(feature), row(feature, 9)].map(each => ({ row: each, label })),
  ),
);

function said(weights: typeof base, ...features: number[]): number {
  return greatestClass(new LinearModel(weights).scores(row(...features)));
}

function labelled(label: number, ...features: number[]): AdaptingRow {
  return { row: row(...features), label, share: 1 };
}

test('labels move what they are about and leave the rest', () => {
  expect([said(base, bad), said(base, plain), said(base, good)]).toEqual([0, 1, 2]);
  const rows = Array.from({ length: 40 }, (_, at) => labelled(at % 2 === 0 ? 0 : 1, at % 2 === 0 ? good : plain));
  const moved = adaptModel(base, rows);
  expect(said(moved, good)).toBe(0);
  expect(said(moved, plain)).toBe(1);
  const weightsOf = (weights: typeof base) => {
    const at = weights.features.indexOf(bad) * 3;
    return Array.from(weights.sparse.slice(at, at + 3));
  };
  expect(weightsOf(moved)).toEqual(weightsOf(base));
});

test('a word that the base does not know is learnt, if two labels have it', () => {
  const rows = [labelled(0, 77), labelled(0, 77), labelled(1, plain), labelled(1, plain), labelled(2, 5)];
  const moved = adaptModel(base, rows);
  const weight = (tone: number) => moved.sparse[moved.features.indexOf(77) * 3 + tone]!;
  expect(weight(0)).toBeGreaterThan(weight(1));
  expect(weight(0)).toBeGreaterThan(weight(2));
  expect(Array.from(moved.features)).toEqual([bad, plain, good, 9, 77].toSorted((a, b) => a - b));
});

test('equal labels give equal weights, and no label moves nothing', () => {
  const rows = [labelled(2, bad), labelled(0, good), labelled(1, bad, good)];
  expect(adaptModel(base, rows)).toEqual(adaptModel(base, rows));
  expect(adaptModel(base, [])).toEqual(base);
});

test('labels of one class alone give numbers', () => {
  const moved = adaptModel(base, [labelled(2, bad), labelled(2, bad)]);
  const p = softmax(new LinearModel(moved).scores(row(bad)));
  expect(p.every(Number.isFinite)).toBe(true);
});
