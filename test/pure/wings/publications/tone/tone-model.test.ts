import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  ContextReader,
  type ToneItem,
  WordValues,
} from '../../../../../shared/wings/publications/tone/context-words.ts';
import { expOf, logOf } from '../../../../../shared/wings/publications/tone/exact-math.ts';
import { minimize } from '../../../../../shared/wings/publications/tone/minimize.ts';
import {
  decodeToneModel,
  encodeToneModel,
  type ToneModelFile,
} from '../../../../../shared/wings/publications/tone/model-file.ts';
import { publicationTone } from '../../../../../shared/wings/publications/tone/publication-tone.ts';
import { ToneEngine } from '../../../../../shared/wings/publications/tone/tone-engine.ts';
import { toneFeatures } from '../../../../../shared/wings/publications/tone/tone-features.ts';
import { calibrated, LinearModel, softmax } from '../../../../../shared/wings/publications/tone/tone-model.ts';
import { calibrate, trainModel } from '../../../../../shared/wings/publications/tone/train-tone.ts';

function shipped(name: string): Uint8Array {
  return readFileSync(new URL(`../../../../../shared/wings/publications/tone/models/${name}`, import.meta.url));
}

const words = {
  ru: { bytes: shipped('words-ru.bin'), sha256: createHash('sha256').update(shipped('words-ru.bin')).digest('hex') },
  en: { bytes: shipped('words-en.bin'), sha256: createHash('sha256').update(shipped('words-en.bin')).digest('hex') },
};
const reader = new ContextReader(new WordValues(words.ru.bytes), 'ru');
const engines = {
  ru: new ToneEngine(decodeToneModel(shipped('linear-ru.bin'), 'linear-ru.bin'), words.ru, 'linear-ru.bin'),
  en: new ToneEngine(decodeToneModel(shipped('linear-en.bin'), 'linear-en.bin'), words.en, 'linear-en.bin'),
};

function itemOf(sentence: string, target: string): ToneItem {
  const start = sentence.indexOf(target);
  return { sentence, start, end: start + target.length };
}

function featuresOf(sentence: string, target: string) {
  const { features, amounts, dense } = toneFeatures(reader, itemOf(sentence, target));
  return { features, amounts, dense };
}

const sentences = [
  ['Суд оштрафовал ИМЯ за нарушение закона.', 0],
  ['Прокуратура обвинила ИМЯ в мошенничестве.', 0],
  ['Суд обвинил ИМЯ в нарушении закона.', 0],
  ['Сотрудник ИМЯ выступил на заседании.', 1],
  ['По данным ИМЯ, завтра ожидается заседание.', 1],
  ['Здание ИМЯ находится на площади.', 1],
  ['Учёные ИМЯ получили премию за открытие.', 2],
  ['Команда ИМЯ выиграла премию.', 2],
  ['Президент поблагодарил ИМЯ за открытие.', 2],
] as const;

function trained(name: string) {
  return trainModel(
    sentences.map(([sentence, label]) => ({
      ...{ row: toneFeatures(reader, itemOf(sentence.replace('ИМЯ', name), name)), label },
    })),
  );
}

function fileOf(): ToneModelFile {
  const calibration = { slope: 1, offsets: [0, 0, 0] } as const;
  return {
    facts: { engine: 'linear-1', language: 'ru', words: words.ru.sha256, data: 'none', calibration },
    weights: trained('РАН'),
  };
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
    const long = featuresOf(`${'слово дело '.repeat(20_000)}МГУ`, 'МГУ');
    expect(new Set(long.features).size).toBeLessThan(100);
    expect(toneFeatures(reader, { sentence: '', start: 0, end: 0 }).features.length).toBe(0);
    expect(toneFeatures(reader, { sentence: '\ud800', start: 0, end: 1 }).features.length).toBe(0);
  });
});

describe('training', () => {
  test('learns the rows that it was given, and judges others by their words', () => {
    const model = new LinearModel(trained('РАН'));
    for (const [sentence, label] of sentences) {
      const scores = model.scores(toneFeatures(reader, itemOf(sentence.replace('ИМЯ', 'РАН'), 'РАН')));
      expect(scores.indexOf(Math.max(...scores))).toBe(label);
    }
    const [negative, , positive] = model.scores(toneFeatures(reader, itemOf('Суд обвинил МГУ.', 'МГУ')));
    expect(negative).toBeGreaterThan(positive);
  });

  test('gives the same bytes for the same rows', () => {
    expect(encodeToneModel(fileOf())).toEqual(encodeToneModel(fileOf()));
  });

  test('of no rows and of one class gives finite weights', () => {
    for (const labels of [[], [1, 1, 1]]) {
      const row = toneFeatures(reader, itemOf('Здание МГУ на площади.', 'МГУ'));
      const weights = trainModel(labels.map(label => ({ row, label })));
      expect([...weights.sparse, ...weights.dense, ...weights.offsets].every(Number.isFinite)).toBe(true);
    }
  });

  test('a calibration lowers probabilities that promise too much', () => {
    const sure = Array.from({ length: 100 }, () => [4, 0, 0] as const);
    const judged = sure.map((scores, index) => ({ scores, label: index < 60 ? 0 : 1 }));
    const [first] = calibrated(calibrate(judged), sure[0]!);
    expect(first).toBeCloseTo(0.6, 1);
  });
});

describe('the file of a model', () => {
  const bytes = encodeToneModel(fileOf());

  /** The same file with other facts in its header. */
  function changed(change: (header: Record<string, unknown>) => void): Uint8Array {
    const length = new DataView(bytes.buffer).getUint32(0, true);
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
    change(header);
    const text = new TextEncoder().encode(JSON.stringify(header));
    const result = new Uint8Array(4 + text.length + bytes.length - 4 - length);
    new DataView(result.buffer).setUint32(0, text.length, true);
    result.set(text, 4);
    result.set(bytes.subarray(4 + length), 4 + text.length);
    return result;
  }

  test('says what the model says', () => {
    const engine = new ToneEngine(decodeToneModel(bytes, 'own.bin'), words.ru, 'own.bin');
    expect(engine.tone(itemOf('Суд обвинил МГУ в нарушении закона.', 'МГУ')).class).toBe('negative');
    expect(encodeToneModel(decodeToneModel(bytes, 'own.bin'))).toEqual(bytes);
  });

  test('newer or older than its features is refused by a sentence', () => {
    const newer = changed(header => Object.assign(header, { featureVersion: 99 }));
    const older = changed(header => Object.assign(header, { featureVersion: 0 }));
    const format = changed(header => Object.assign(header, { format: 99 }));
    expect(() => decodeToneModel(newer, 'own.bin')).toThrow(/own\.bin was made by a newer version/);
    expect(() => decodeToneModel(older, 'own.bin')).toThrow(/own\.bin was made by an older version/);
    expect(() => decodeToneModel(format, 'own.bin')).toThrow(/newer version/);
  });

  test('damaged, of another kind, or with other words is refused by a sentence', () => {
    for (const end of [0, 3, 40, bytes.length - 1])
      expect(() => decodeToneModel(bytes.subarray(0, end), 'own.bin')).toThrow(/no tone model|damaged/);
    expect(() => decodeToneModel(new TextEncoder().encode('PNG picture'), 'a.png')).toThrow(/a\.png is no tone model/);
    expect(() => new ToneEngine(decodeToneModel(bytes, 'own.bin'), words.en, 'own.bin')).toThrow(/other file of words/);
  });
});

/** The adverse cases of tone: what the shipped model says today, right or not, is a decision of its training. */
describe('the shipped models', () => {
  test.each([
    ['ru', 'Университет оштрафовали за нарушение, сообщил МГУ.', 'Университет', 'negative'],
    ['ru', 'Учёные МГУ получили премию за выдающееся открытие.', 'МГУ', 'positive'],
    ['ru', 'Студента МГУ задержали.', 'МГУ', 'negative'],
    ['ru', 'Заседание МГУ пройдёт в среду.', 'МГУ', 'neutral'],
    ['en', 'Critics accused the Ministry of corruption and lies.', 'Ministry', 'negative'],
    ['en', 'The University won a prestigious award for its excellent research.', 'University', 'positive'],
  ] as const)('%s: %s', (language, sentence, target, expected) => {
    const { class: said, p, words: why } = engines[language].tone(itemOf(sentence, target));
    expect(said).toBe(expected);
    expect(p.negative + p.neutral + p.positive).toBeCloseTo(1);
    expect(why.length).toBeGreaterThan(0);
    for (const { text, start, end } of why) {
      expect(sentence.slice(start, end)).toBe(text);
      expect(text).not.toBe(target);
    }
  });

  test.each([
    ['ru', 'Учёные МГУ получили премию, но суд оштрафовал их за нарушение и ложь.', 'МГУ'],
    ['ru', 'Заседание МГУ пройдёт в среду, и в четверг, и в пятницу, и в субботу, и в воскресенье.', 'МГУ'],
    ['ru', 'МГУ опроверг обвинения в коррупции.', 'МГУ'],
    ['en', 'The University won a prize, yet critics accused it of corruption and lies.', 'University'],
    ['en', 'Will the University be fined?', 'University'],
    ['en', 'University', 'University'],
  ] as const)('%s: words for and against, and all else, sum to the score: %s', (language, sentence, target) => {
    const {
      class: said,
      words: why,
      against = [],
      rest = Number.NaN,
    } = engines[language].tone(itemOf(sentence, target));
    const file = decodeToneModel(shipped(`linear-${language}.bin`), 'shipped');
    const values = new WordValues(words[language].bytes);
    const row = toneFeatures(new ContextReader(values, language), itemOf(sentence, target));
    const [negative, neutral, positive] = new LinearModel(file.weights).scores(row);
    const scores = {
      negative: negative - neutral,
      neutral: neutral - (negative + positive) / 2,
      positive: positive - neutral,
    };
    const sum = [...why, ...against].reduce((all, { weight }) => all + weight, rest);
    expect(sum).toBeCloseTo(scores[said], 9);
    expect(why.every(({ weight }) => weight > 0) && against.every(({ weight }) => weight < 0)).toBe(true);
    for (const list of [why, against])
      expect(list.map(({ weight }) => Math.abs(weight))).toEqual(
        list.map(({ weight }) => Math.abs(weight)).toSorted((a, b) => b - a),
      );
    expect(sentence === target ? [why, against] : why.length).not.toEqual(0);
  });

  test('say nothing but numbers of any sentence', () => {
    for (const sentence of ['', 'МГУ', '\ud800', '😀'.repeat(50), 'а'.repeat(100_000), '1 '.repeat(5_000), '\u0000'])
      for (const end of [0, 1, sentence.length]) {
        const { p } = engines.ru.tone({ sentence, start: 0, end });
        expect(Object.values(p).every(each => each >= 0 && each <= 1)).toBe(true);
      }
  });

  test('say the same of a target by any name', () => {
    const tones = ['МГУ', 'Мошенник', 'Лауреат и герой'].map(name =>
      engines.ru.tone(itemOf(`Суд оштрафовал ${name} за нарушение.`, name)),
    );
    expect(tones[1]!.p).toEqual(tones[0]!.p);
    expect(tones[2]!.p).toEqual(tones[0]!.p);
  });
});

describe('the tone of a publication', () => {
  const good = { p: { negative: 0.1, neutral: 0.3, positive: 0.6 }, sentence: 'МГУ наградили.', isTitle: false };
  const bad = { p: { negative: 0.7, neutral: 0.2, positive: 0.1 }, sentence: 'МГУ обвинили.', isTitle: false };

  test('is Σ(p⁺ − p⁻) / √n', () => {
    expect(publicationTone([good, { ...good, sentence: 'МГУ победил.' }]).score).toBeCloseTo(1 / Math.sqrt(2));
    expect(publicationTone([good]).class).toBe('positive');
    expect(publicationTone([good, bad]).class).toBe('neutral');
    expect(publicationTone([good, bad]).mixed).toBeGreaterThan(0.6);
  });

  test('counts a title 1.5 times, and a sentence that comes again once', () => {
    const titled = publicationTone([good, { ...good, sentence: 'МГУ наградили', isTitle: true }, bad]);
    expect(titled.mentions).toBe(2);
    expect(titled.score).toBeCloseTo((1.5 * 0.5 - 0.6) / Math.sqrt(2.5));
  });

  test('below the confidence of the user, or without mentions, is unclassified', () => {
    expect(publicationTone([good], 0.7).class).toBe('unclassified');
    const none = publicationTone([]);
    expect(none).toMatchObject({ class: 'unclassified', score: 0, mixed: 0, mentions: 0 });
  });
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

test('exponential and logarithm are those of Math', () => {
  for (const x of [0, -1e-9, -0.3, -1, -7.7, -50, -700]) expect(expOf(x) / Math.exp(x)).toBeCloseTo(1, 12);
  for (const x of [1e-300, 1e-9, 0.1, 1, 2, 7.7, 1e9]) expect(logOf(x)).toBeCloseTo(Math.log(x), 11);
  expect(expOf(-1e9)).toBe(0);
  expect(softmax([1e6, 0, -1e6])).toEqual([1, 0, 0]);
});
