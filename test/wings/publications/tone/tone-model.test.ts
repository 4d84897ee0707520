import { describe, expect, test } from 'vitest';
import { minimize } from '../../../../shared/wings/publications/tone/minimize.ts';
import { toneFeatures } from '../../../../shared/wings/publications/tone/tone-features.ts';
import {
  calibrate,
  calibrated,
  probabilitiesOf,
  trainModel,
} from '../../../../shared/wings/publications/tone/tone-model.ts';

function featuresOf(sentence: string, target: string) {
  const start = sentence.indexOf(target);
  return toneFeatures({ sentence, start, end: start + target.length });
}

const sentences = [
  ['Суд оштрафовал ИМЯ за нарушение закона.', 0],
  ['Прокуратура обвинила ИМЯ в мошенничестве.', 0],
  ['Директор ИМЯ арестован по делу о взятке.', 0],
  ['Сотрудник ИМЯ выступил на заседании.', 1],
  ['По данным ИМЯ, завтра ожидается дождь.', 1],
  ['Здание ИМЯ находится на площади.', 1],
  ['Учёные ИМЯ получили премию за открытие.', 2],
  ['Команда ИМЯ выиграла чемпионат.', 2],
  ['Президент поблагодарил ИМЯ за помощь.', 2],
] as const;

function trained(name: string) {
  const rows = sentences.map(([sentence]) => featuresOf(sentence.replace('ИМЯ', name), name));
  return trainModel(
    rows,
    sentences.map(([, label]) => label),
  );
}

describe('features of a sentence', () => {
  test('are the same whatever the target is called', () => {
    const [a, b] = ['МГУ', 'Прекрасный Банк'].map(name => featuresOf(`Суд оштрафовал ${name} за нарушение.`, name));
    expect(a).toEqual(b);
  });

  test('are the same whatever others are called', () => {
    expect(featuresOf('Вчера Иванов похвалил МГУ.', 'МГУ')).toEqual(
      featuresOf('Вчера Победителев похвалил МГУ.', 'МГУ'),
    );
  });

  test('tell the sides of the target and negations apart', () => {
    expect(featuresOf('Суд наказал МГУ', 'МГУ')).not.toEqual(featuresOf('МГУ суд наказал', 'МГУ'));
    expect(featuresOf('МГУ не нарушал закон', 'МГУ')).not.toEqual(featuresOf('МГУ там нарушал закон', 'МГУ'));
  });

  test('of a long or empty sentence are few', () => {
    expect(featuresOf(`${'слово дело '.repeat(20_000)}МГУ`, 'МГУ').features.length).toBeLessThan(100);
    expect(toneFeatures({ sentence: '', start: 0, end: 0 }).features.length).toBe(0);
    expect(toneFeatures({ sentence: '\ud800', start: 0, end: 1 }).features.length).toBe(0);
  });
});

describe('the model', () => {
  test('learns the rows that it was given, and judges others by their words', () => {
    const model = trained('РАН');
    for (const [sentence, label] of sentences) {
      const p = probabilitiesOf(model, featuresOf(sentence.replace('ИМЯ', 'РАН'), 'РАН'));
      expect(p.indexOf(Math.max(...p))).toBe(label);
      expect(p.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1);
    }
    const [negative = 0, , positive = 0] = probabilitiesOf(model, featuresOf('Суд обвинил МГУ в нарушении.', 'МГУ'));
    expect(negative).toBeGreaterThan(positive);
  });

  test('is the same for the same rows, number by number', () => {
    expect(trained('РАН').weights).toEqual(trained('РАН').weights);
  });

  test('says of a row without known features how the classes are, each counting alike', () => {
    const p = probabilitiesOf(trained('РАН'), { features: new Int32Array(0), values: new Float64Array(0) });
    for (const each of p) expect(each).toBeCloseTo(1 / 3, 0);
  });
});

test('a calibration lowers probabilities that promise too much', () => {
  const sure = Array.from({ length: 100 }, () => [0.98, 0.01, 0.01]);
  const labels = sure.map((_, index) => (index < 60 ? 0 : 1));
  const [first = 0] = calibrated(calibrate(sure, labels), sure[0]!);
  expect(first).toBeCloseTo(0.6, 1);
});

test('a convex function has its minimum found', () => {
  const at = minimize(3, 100, (x, gradient) => {
    const wanted = [3, -2, 0.5];
    let sum = 0;
    for (const [index, each] of wanted.entries()) {
      const away = x[index]! - each;
      sum += (index + 1) * away * away;
      gradient[index] = 2 * (index + 1) * away;
    }
    return sum;
  });
  expect([...at].map(each => Math.round(each * 1000) / 1000)).toEqual([3, -2, 0.5]);
});
