/** Sentences of our own that words alone do not decide; the guide has the same figures. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type HardSentence, hardSentences } from '../../../../../bench/tone/hard-sentences.ts';
import { sumOf, wordsFile } from '../../../../../bench/tone/tone-suite.ts';
import { leanOf } from '../../../../../shared/wings/publications/tone/frames.ts';
import { decodeToneModel } from '../../../../../shared/wings/publications/tone/model-file.ts';
import { ToneEngine } from '../../../../../shared/wings/publications/tone/tone-engine.ts';

const sentences = hardSentences();
const engines = { ru: engineOf('ru'), en: engineOf('en') };

function engineOf(language: 'ru' | 'en'): ToneEngine {
  const model = new URL(`../../../../../shared/wings/publications/tone/models/linear-${language}.bin`, import.meta.url);
  const bytes = wordsFile(language);
  return new ToneEngine(decodeToneModel(readFileSync(model), 'shipped'), { bytes, sha256: sumOf(bytes) }, 'shipped');
}

function rightOf(some: readonly HardSentence[]): number {
  return some.filter(each => engines[each.language].tone(each).class === each.class).length;
}

test('there are 200 sentences at least, as many in each language, and every kind in both', () => {
  expect(sentences.length).toBeGreaterThanOrEqual(200);
  const of = (language: string) => sentences.filter(each => each.language === language).map(({ kind }) => kind);
  expect(of('ru').toSorted()).toEqual(of('en').toSorted());
});

/** By kind: Russian and English sentences that are classified as people do, at least. */
const right = {
  negation: [13, 11],
  denial: [13, 13],
  acquittal: [12, 12],
  accused: [12, 12],
  accuser: [12, 12],
  victim: [10, 10],
  'rank-up': [11, 11],
  'rank-down': [10, 9],
  prize: [16, 16],
  escape: [8, 8],
  'about-others': [10, 8],
  open: [7, 6],
} as const;

describe.each(Object.entries(right))('%s', (kind, [ru, en]) => {
  test.each([
    ['ru', ru],
    ['en', en],
  ])('%s: %i at least', (language, least) => {
    expect(rightOf(sentences.filter(each => each.kind === kind && each.language === language))).toBeGreaterThanOrEqual(
      least,
    );
  });
});

test.each([
  ['ru', 181, 210],
  ['en', 188, 213],
])('%s: %i of %i sentences of the later set at least', (language, least, all) => {
  const some = hardSentences('fresh-sentences.tsv').filter(each => each.language === language);
  expect(some).toHaveLength(all);
  expect(rightOf(some)).toBeGreaterThanOrEqual(least);
});

test('English: 58 of 60 further sentences of victims and prizes at least', () => {
  const some = hardSentences('victims-and-prizes.tsv');
  expect(some).toHaveLength(60);
  expect(rightOf(some)).toBeGreaterThanOrEqual(58);
});

test('who gives a prize is neutral, who receives it positive: 39 of 40 sentences at least', () => {
  const some = hardSentences('prizes-given.tsv');
  expect(some).toHaveLength(40);
  expect(rightOf(some)).toBeGreaterThanOrEqual(39);
});

test('the example of the guide is positive, and a frame names the word that it begins with', () => {
  const sentence = 'Учёные МГУ получили премию.';
  const { class: said, words } = engines.ru.tone({ sentence, start: 7, end: 10 });
  expect(said).toBe('positive');
  expect(words.map(({ text }) => text)).toContain('получили');
});

test.each([
  ['Министерство раскритиковало банк, а МГУ открыл корпус.', undefined],
  ['Премию получил другой вуз. МГУ открыл корпус.', undefined],
  ['МГУ открыл корпус. Студент получил премию.', undefined],
  ['Суд снял с МГУ все обвинения.', 2],
  ['Суд оштрафовал @press, МГУ открыл корпус.', undefined],
  ['Министерство раскритиковало МГУ.', 0],
  ['МГУ отрицает нарушения.', 1],
  ['МГУ получил премию.', 2],
])('a frame is of the sentence and the place of its target: %s', (sentence, tone) => {
  const start = sentence.indexOf('МГУ');
  expect(leanOf({ sentence, start, end: start + 3 }, [], { language: 'ru' })?.tone).toBe(tone);
});
