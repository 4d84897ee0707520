import { expect, test } from 'vitest';
import { calibrationCurve, confusionOf } from '../../../../../shared/wings/publications/labels/label-quality.ts';

test('confusion counts what people and the model say', () => {
  const confusion = confusionOf([
    { people: 'positive', model: 'positive', p: 0.9 },
    { people: 'positive', model: 'positive', p: 0.7 },
    { people: 'negative', model: 'neutral', p: 0.5 },
    { people: 'ambiguous', model: 'positive', p: 0.5 },
    { people: 'neutral', model: 'unclassified' },
  ]);
  expect(confusion.n).toBe(5);
  expect(confusion.compared).toBe(3);
  expect(confusion.accuracy).toBeCloseTo(2 / 3, 12);
  expect(confusion.cells).toContainEqual({ people: 'positive', model: 'positive', count: 2 });
  expect(confusion.cells).toContainEqual({ people: 'neutral', model: 'unclassified', count: 1 });
});

test('the calibration curve says how often the model is right', () => {
  const curve = calibrationCurve([
    { people: 'positive', model: 'positive', p: 0.8 },
    { people: 'neutral', model: 'positive', p: 0.84 },
    { people: 'neutral', model: 'neutral', p: 1 },
    { people: 'neutral', model: 'unclassified' },
  ]);
  expect(curve.n).toBe(3);
  expect(curve.bins[8]).toEqual({ from: 0.8, to: 0.9, n: 2, mean: 0.8200000000000001, right: 0.5 });
  expect(curve.bins[9]).toMatchObject({ n: 1, mean: 1, right: 1 });
  expect(curve.bins[0]).toMatchObject({ n: 0, mean: null, right: null });
  expect(curve.error).toBeCloseTo(0.64 / 3, 12);
});

test('of nothing there is nothing, and no NaN', () => {
  expect(confusionOf([])).toEqual({ n: 0, cells: [], compared: 0, accuracy: null });
  const curve = calibrationCurve([{ people: 'neutral', model: 'unclassified' }]);
  expect(curve).toMatchObject({ n: 0, error: null });
  expect(JSON.stringify([confusionOf([]), curve])).not.toMatch(/NaN/);
});
