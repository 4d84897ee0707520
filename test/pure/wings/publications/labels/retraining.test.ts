import { expect, test } from 'vitest';
import {
  type KnownModel,
  retrain,
  type TaughtMention,
  type Training,
} from '../../../../../shared/wings/publications/labels/retraining.ts';
import type { ToneFeatures } from '../../../../../shared/wings/publications/tone/tone-features.ts';
import { greatestClass, LinearModel } from '../../../../../shared/wings/publications/tone/tone-model.ts';
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

/** It knows that 1 is bad, 2 is plain, 3 is good. */
const weights = trainModel(
  [1, 2, 3].flatMap(feature =>
    [row(feature), row(feature), row(feature, 9)].map(each => ({ row: each, label: feature - 1 })),
  ),
);
const base: KnownModel = { weights, calibration: { slope: 1, offsets: [0, 0, 0] }, lastLabel: 0 };

/** `count` labels: the class of each is that of its feature, by `classOf`; features are 1 to 3. */
function taught(count: number, classOf: (feature: number, at: number) => number, extra: readonly number[] = []) {
  return Array.from({ length: count }, (_, at): TaughtMention => {
    const feature = 1 + (at % 3);
    const label = classOf(feature, at);
    return { row: row(feature, ...extra), label, share: 1, fold: (at * 7) % 5, id: at + 1, isRandom: at % 2 === 0 };
  });
}

const asBase = (feature: number): number => feature - 1;

function run(
  mentions: readonly TaughtMention[],
  before = base,
  start = base,
): Training & { readonly shares: readonly number[] } {
  const work = retrain(mentions, { base: start, before });
  const shares: number[] = [];
  for (;;) {
    const step = work.next();
    if (step.done === true) return { ...step.value, shares };
    shares.push(step.value);
  }
}

test('labels that teach something new are adopted, and progress goes up to 1', () => {
  // Here what the base calls good is bad.
  const { report, model, shares } = run(taught(330, feature => (feature === 3 ? 0 : asBase(feature))));
  expect(report).toMatchObject({
    labels: 330,
    changes: 'weights',
    isAdopted: true,
    reason: 'not-worse',
    compared: 330,
  });
  expect(report.after!.polarF1).toBeGreaterThan(report.before!.polarF1);
  expect(greatestClass(new LinearModel(model!.weights).scores(row(3)))).toBe(0);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
  expect(report.curve.map(({ labels }) => labels)).toEqual([50, 100, 200, 330]);
  expect(JSON.stringify(report)).not.toMatch(/NaN|Infinity/);
});

test('a training that is worse on labels it has not seen is kept aside', () => {
  // Labels without sense: each fold says something else of a word, so what the others teach is wrong for it.
  const senseless = taught(330, (feature, at) => (asBase(feature) + ((at * 7) % 5)) % 3, [40, 41]);
  const sensible = taught(330, asBase).map((each, index) =>
    index % 4 === 0 ? each : { ...each, label: senseless[index]!.label },
  );
  const { report } = run(sensible);
  expect(report.isAdopted).toBe(false);
  expect(['f1-fell', 'log-loss-rose']).toContain(report.reason);
});

test('below 300 labels only the calibration changes', () => {
  const { report, model } = run(taught(290, feature => (feature === 3 ? 1 : asBase(feature))));
  expect(report).toMatchObject({ labels: 290, changes: 'calibration', curve: [] });
  expect(model!.weights).toBe(weights);
  expect(model!.calibration).not.toEqual(base.calibration);
});

test('below 300 labels the threshold of neutral moves where that gains on labels that did not choose it, and no weight else', () => {
  // The base calls 4 neutral, and only just; people call it negative.
  const leaning = trainModel(
    [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 0, 0, 1, 1, 1].map((label, at) => ({
      ...{ row: row(1 + Math.floor(at / 5)), label },
    })),
  );
  const known = { ...base, weights: leaning };
  const mentions = Array.from({ length: 280 }, (_, at): TaughtMention => {
    const feature = 1 + (at % 4);
    const label = feature === 4 ? 0 : feature - 1;
    return { row: row(feature), label, share: 1, fold: (at * 7) % 5, id: at + 1, isRandom: true };
  });
  const classes = (weights: KnownModel['weights']) =>
    [1, 2, 3, 4].map(feature => greatestClass(new LinearModel(weights).scores(row(feature))));
  expect(classes(leaning)).toEqual([0, 1, 2, 1]);
  const { report, model } = run(mentions, known, known);
  expect(report).toMatchObject({ changes: 'calibration', isAdopted: true });
  expect(report.neutralShare).toBeLessThan(1);
  expect(report.after!.polarF1).toBeGreaterThan(report.before!.polarF1);
  expect(classes(model!.weights)).toEqual([0, 1, 2, 0]);
  const { offsets: _, ...others } = model!.weights;
  const { offsets: __, ...same } = leaning;
  expect(others).toEqual(same);
});

test('a threshold that gains only by chance stays', () => {
  expect(run(taught(290, asBase)).report.neutralShare).toBe(1);
});

test('too few labels of the random sample change nothing, and labels of one class neither', () => {
  expect(run(taught(190, asBase)).report).toMatchObject({ isAdopted: false, reason: 'too-few', labels: 190 });
  expect(run([]).report).toMatchObject({ isAdopted: false, reason: 'too-few', before: null, after: null });
  const single = run(taught(400, () => 2));
  expect(single.report).toMatchObject({ isAdopted: false, reason: 'one-class' });
  expect(single.model).toBeUndefined();
});

test('a model of labels that it has seen is no judge: the comparison is on newer ones, else with the shipped model', () => {
  const mentions = taught(330, asBase);
  expect(run(mentions, { ...base, lastLabel: 200 }).report.compared).toBe(130);
  expect(run(mentions, { ...base, lastLabel: 330 }).report.compared).toBe(330);
});

test('equal labels make equal models', () => {
  const mentions = taught(310, asBase);
  expect(run(mentions).model).toEqual(run(mentions).model);
});
