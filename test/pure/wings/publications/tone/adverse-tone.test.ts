import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  decodeToneModel,
  encodeToneModel,
  type ToneModelFile,
} from '../../../../../shared/wings/publications/tone/model-file.ts';
import { publicationTone } from '../../../../../shared/wings/publications/tone/publication-tone.ts';
import { ToneEngine } from '../../../../../shared/wings/publications/tone/tone-engine.ts';

function shipped(name: string): Uint8Array {
  return readFileSync(new URL(`../../../../../shared/wings/publications/tone/models/${name}`, import.meta.url));
}

function engineOf(language: 'ru' | 'en'): ToneEngine {
  const bytes = shipped(`words-${language}.bin`);
  const words = { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  return new ToneEngine(decodeToneModel(shipped(`linear-${language}.bin`), 'shipped'), words, 'shipped');
}

const engines = { ru: engineOf('ru'), en: engineOf('en') };

function toneOf(sentence: string, target = 'МГУ', language: 'ru' | 'en' = 'ru') {
  const start = sentence.indexOf(target);
  return engines[language].tone({ sentence, start, end: start + target.length });
}

/** Sentences that a bag of words gets wrong, with what people would say. */
const cases = [
  ['negation', 'МГУ не нарушал закон.', 'neutral'],
  ['negation', 'Проверка показала, что МГУ не нарушал правил приёма.', 'neutral'],
  ['negation', 'Нарушений в МГУ не выявлено.', 'neutral'],
  ['no negation', 'МГУ нарушал закон.', 'negative'],
  ['denial', 'МГУ опроверг обвинения в плагиате.', 'neutral'],
  ['denial', 'Ректор МГУ опроверг слухи об увольнениях.', 'neutral'],
  ['denial', 'МГУ отрицает нарушения при приёме.', 'neutral'],
  ['victim', 'У МГУ украли оборудование на миллион рублей.', 'neutral'],
  ['victim', 'МГУ пострадал от хакерской атаки.', 'neutral'],
  ['culprit', 'МГУ уличили в краже оборудования.', 'negative'],
  ['culprit', 'Суд признал МГУ виновным в мошенничестве.', 'negative'],
  ['critic', 'МГУ раскритиковал реформу министерства.', 'neutral'],
  ['critic', 'МГУ обвинил подрядчика в срыве сроков.', 'neutral'],
  ['criticized', 'Министерство раскритиковало МГУ.', 'negative'],
  ['student', 'Студента МГУ задержали на митинге.', 'neutral'],
  ['student', 'Студент МГУ победил на олимпиаде.', 'positive'],
  ['expert comments bad news', 'Эксперт МГУ прокомментировал землетрясение в Турции.', 'neutral'],
  ['expert comments bad news', 'По словам учёного МГУ, катастрофа унесла сотни жизней.', 'neutral'],
  ['expert comments bad news', 'Геолог МГУ объяснил причины взрыва на шахте.', 'neutral'],
  ['ranking up', 'МГУ поднялся в рейтинге на десять мест.', 'positive'],
  ['ranking up', 'МГУ вошёл в сотню лучших университетов мира.', 'positive'],
  ['ranking down', 'МГУ опустился в рейтинге на десять мест.', 'negative'],
  ['ranking down', 'МГУ вылетел из сотни лучших университетов мира.', 'negative'],
  ['irony', '«Выдающееся» достижение МГУ: крыша обвалилась через неделю.', 'negative'],
  ['question headline', 'Нарушал ли МГУ закон?', 'neutral'],
  ['conditional', 'Если МГУ нарушит договор, его оштрафуют.', 'neutral'],
  ['obituary', 'Скончался профессор МГУ, лауреат премии.', 'neutral'],
  ['advertisement', 'Курсы МГУ со скидкой: успейте записаться!', 'neutral'],
] as const;

/** The sentences that the shipped model gets wrong today. A shorter list is better; a longer one has to be said in the model's README. */
const missed: readonly string[] = [
  'Студента МГУ задержали на митинге.',
  'Эксперт МГУ прокомментировал землетрясение в Турции.',
  '«Выдающееся» достижение МГУ: крыша обвалилась через неделю.',
];

describe('adverse cases of tone', () => {
  test.each(cases)('%s: %s', (_, sentence, expected) => {
    const { class: said, p } = toneOf(sentence);
    expect(Object.values(p).every(each => each > 0 && each < 1)).toBe(true);
    expect(said === expected).toBe(!missed.includes(sentence));
  });

  test('mixed languages: a sentence in another language than the model is told by what both share', () => {
    const { p } = toneOf('Moscow State University (МГУ) won первое место в international ranking.');
    expect(p.negative + p.neutral + p.positive).toBeCloseTo(1, 9);
    expect(toneOf('МГУ 获奖了。').class).toBe('neutral');
  });

  test('very long sentence: what is far from the target does not count', () => {
    const near = 'Суд оштрафовал МГУ за нарушение закона.';
    const far = `${'Слово и дело '.repeat(100_000)}. ${near}${' дело и слово'.repeat(100_000)}`;
    const { class: said, words } = toneOf(far);
    expect(said).toBe('negative');
    for (const { text, start, end } of words) expect(far.slice(start, end)).toBe(text);
  });

  test('one word of half a million letters, and half a million signs', () => {
    for (const beside of ['а'.repeat(500_000), '!'.repeat(500_000), '😀'.repeat(250_000), '\u0301'.repeat(500_000)]) {
      const { p } = toneOf(`${beside} МГУ ${beside}`);
      expect(p.negative + p.neutral + p.positive).toBeCloseTo(1, 9);
    }
  });

  test('list of twenty institutes: the sentence counts for each of them by its share', () => {
    const good = {
      p: { negative: 0, neutral: 0.4, positive: 0.6 },
      sentence: 'Премии получили МГУ, …',
      isTitle: false,
    };
    expect(publicationTone([good]).class).toBe('positive');
    expect(publicationTone([{ ...good, named: 3 }]).score).toBe(publicationTone([good]).score);
    const listed = publicationTone([{ ...good, named: 20 }]);
    expect(listed.score).toBeCloseTo(0.6 * Math.sqrt(3 / 20), 9);
    const bad = { p: { negative: 0.5, neutral: 0.5, positive: 0 }, sentence: 'МГУ оштрафовали.', isTitle: false };
    expect(publicationTone([{ ...good, named: 20 }, bad]).class).toBe('negative');
  });

  test('reprints: a sentence that comes again counts once, whatever its signs', () => {
    const good = { p: { negative: 0, neutral: 0.4, positive: 0.6 }, sentence: 'МГУ — победитель!', isTitle: false };
    const again = publicationTone([good, { ...good, sentence: 'мгу - победитель' }, { ...good }]);
    expect(again).toEqual(publicationTone([good]));
  });

  test('no mentions, and probabilities at their ends, give figures', () => {
    const ends = { p: { negative: 1, neutral: 0, positive: 0 }, sentence: 'a', isTitle: true, named: 1e9 };
    for (const all of [[], [ends], [ends, { ...ends, p: { negative: 0, neutral: 0, positive: 1 }, sentence: 'b' }]]) {
      const { score, p, mixed } = publicationTone(all);
      expect([score, mixed, ...Object.values(p)].every(Number.isFinite)).toBe(true);
    }
  });
});

describe('a damaged model', () => {
  const file: ToneModelFile = decodeToneModel(shipped('linear-ru.bin'), 'ru.bin');

  test.each([
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a number that no training gives', 1e30],
  ])('with %s among its weights is refused, and never asked', (_, wrong) => {
    for (const part of ['mean', 'scale', 'dense'] as const) {
      const numbers = file.weights[part].slice();
      numbers[3] = wrong;
      const bytes = encodeToneModel({ ...file, weights: { ...file.weights, [part]: numbers } });
      expect(() => decodeToneModel(bytes, 'ru.bin')).toThrow(/ru\.bin has weights that are no numbers/);
    }
  });

  test('with such numbers in its header is refused', () => {
    const calibration = { slope: 1e300, offsets: [0, 0, 0] } as const;
    const bytes = encodeToneModel({ ...file, facts: { ...file.facts, calibration } });
    expect(() => decodeToneModel(bytes, 'ru.bin')).toThrow(/ru\.bin is no tone model/);
  });
});

test('each shipped file has its licence beside it, in full, and all of them are in the package', () => {
  const readme = new TextDecoder().decode(shipped('README.md'));
  const licences = new TextDecoder().decode(shipped('LICENSES.txt'));
  for (const name of ['words-ru.bin', 'words-en.bin', 'linear-ru.bin', 'linear-en.bin']) {
    expect(readme).toContain(name);
    expect(licences).toContain(`${name}: `);
  }
  for (const holder of [
    '2023 dialogue-evaluation',
    '2020 Felix Hamborg',
    '2016 C.J. Hutto',
    'GRAYPE Systems',
    'GloVe',
    'navec',
  ])
    expect(licences).toContain(holder);
  expect(licences).toContain('The above copyright notice and this permission notice shall be included');
  const { files } = JSON.parse(readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8'));
  expect(files).toContain('shared/wings/publications/tone/models/');
});

describe('what decides against the sum of the words', () => {
  test.each([
    ['ru', 'Кассация отменила штраф, наложенный на «Луч».', 'positive'],
    ['ru', 'С «Луч» сняли все обвинения.', 'positive'],
    ['ru', 'Коллегия отменила оправдание «Луч».', 'negative'],
    ['ru', '«Луч» завоевал гран-при в Вене.', 'positive'],
    ['ru', '«Луч» присудили грант на реставрацию фресок.', 'positive'],
    ['ru', '«Луч» остался без наград фестиваля.', 'negative'],
    ['ru', '«Луч» лишили премии за плагиат в отчёте.', 'negative'],
    ['en', 'Harland rejects claims that it laundered money.', 'neutral'],
    ['en', 'Harland said allegations of fraud were baseless.', 'neutral'],
    ['en', 'Judges quashed the acquittal of Harland.', 'negative'],
    ['en', 'Harland came last in a survey of customers.', 'negative'],
    ['en', 'Harland went home without a single award.', 'negative'],
    ['en', 'Hackers broke into the network of Harland.', 'neutral'],
    ['en', 'Harland was defrauded by a supplier.', 'neutral'],
  ] as const)('%s: %s', (language, sentence, expected) => {
    expect(toneOf(sentence, language === 'ru' ? '«Луч»' : 'Harland', language).class).toBe(expected);
  });
});
