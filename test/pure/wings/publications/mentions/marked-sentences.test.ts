/** Sentences of our own with their mentions; the guide has the same figures. */
import { describe, expect, test } from 'vitest';
import {
  closingFile,
  freshFile,
  laterFile,
  markedSentences,
  otherFiles,
  scoreSentence,
  sentenceDictionary,
  sentenceFiles,
  sumOfScores,
} from '../../../../../bench/mentions/marked-sentences.ts';
import { dictionaryOf, reasons, shown } from './listed.ts';

const dictionary = sentenceDictionary();

test('there are 300 sentences to mend with and 100 to judge by, with as many kinds in both languages', () => {
  const [mended, held] = sentenceFiles.map(markedSentences);
  expect(mended!.length).toBeGreaterThanOrEqual(300);
  expect(held).toHaveLength(100);
  for (const language of ['ru', 'en'])
    expect(mended!.filter(each => each.language === language).length).toBeGreaterThanOrEqual(150);
});

test.each(sentenceFiles)('%s: F1 is .97 at least in each language', file => {
  for (const language of ['ru', 'en']) {
    const some = markedSentences(file).filter(each => each.language === language);
    const { f1, faults } = sumOfScores(some.map(each => scoreSentence(each, dictionary)));
    expect(f1, faults.join('\n')).toBeGreaterThanOrEqual(0.97);
  }
});

const others = sentenceDictionary('other-organizations.csv');
const fresh = sentenceDictionary('fresh-organizations.csv');

describe.each(['de', 'fr', 'uk'])('in %s', language => {
  test('there are 150 sentences, half of them held back', () => {
    const counts = otherFiles.map(file => markedSentences(file).filter(each => each.language === language).length);
    expect(counts[0]! + counts[1]!).toBeGreaterThanOrEqual(150);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(70);
  });

  test.each(otherFiles)('%s: F1 is .95 at least', file => {
    const some = markedSentences(file).filter(each => each.language === language);
    const { f1, faults } = sumOfScores(some.map(each => scoreSentence(each, others)));
    expect(f1, faults.join('\n')).toBeGreaterThanOrEqual(0.95);
  });

  test('60 sentences with another list have the same bar', () => {
    const some = markedSentences(freshFile).filter(each => each.language === language);
    const { f1, faults } = sumOfScores(some.map(each => scoreSentence(each, fresh)));
    expect(some.length).toBeGreaterThanOrEqual(60);
    expect(f1, faults.join('\n')).toBeGreaterThanOrEqual(0.95);
  });
});

test.each([
  [laterFile, 0.95],
  [closingFile, 0.92],
] as const)('%s: in five languages of one list F1 is %f at least', (file, bar) => {
  const listed = sentenceDictionary(file.replace('sentences.tsv', 'organizations.csv'));
  for (const language of ['de', 'fr', 'uk', 'ru', 'en']) {
    const some = markedSentences(file).filter(each => each.language === language);
    const { f1, faults } = sumOfScores(some.map(each => scoreSentence(each, listed)));
    expect(f1, faults.join('\n')).toBeGreaterThanOrEqual(bar);
  }
});

const oxford = dictionaryOf({ id: 'o', name: 'Oxford University', aliases: ['University of Oxford'] });
const stanford = dictionaryOf({ id: 's', name: 'Stanford' });
const theatre = dictionaryOf({ id: 't', name: 'Большой драматический театр имени Г. А. Товстоногова' });

describe('an English name', () => {
  test('with a noun behind it that makes another firm of it is none', () => {
    expect(reasons('Oxford University Press raised prices.', oxford)).toEqual(['longer-name']);
  });

  test.each([
    ['The Oxford University Shanghai is new.', ['o: Oxford University?']],
    ['Oxford University Raises Fees', ['o: Oxford University']],
    ['Oxford University Professor Ann Lee spoke.', ['o: Oxford University']],
    ['North Oxford University is new.', ['o: Oxford University?']],
    ['Oxford Universities are two.', ['o: Oxford Universities?']],
    ['The Oxford University of Metals is new.', ['o: Oxford University?']],
  ])('with a capital beside it may be another: %s', (text, found) => {
    expect(shown(text, oxford)).toEqual(found);
  });

  test('behind a title is a person, behind a given name it may be one', () => {
    expect(reasons('Mr Stanford spoke.', stanford)).toEqual(['other-person']);
    expect(reasons('Then Mr. Stanford spoke.', stanford)).toEqual(['other-person']);
    expect(shown('Peter Stanford spoke.', stanford)).toEqual(['s: Stanford?']);
  });
});

describe('a name without the person that it honours', () => {
  test('is a candidate, and certain beside the whole name', () => {
    expect(shown('В Большом драматическом театре тихо.', theatre)).toEqual(['t: Большом драматическом театре?']);
    expect(
      shown('Большой драматический театр имени Товстоногова открыт. В Большом драматическом театре тихо.', theatre),
    ).toEqual(['t: Большой драматический театр имени Товстоногова', 't: Большом драматическом театре']);
  });

  test('is none in the name of a region', () => {
    const ministry = dictionaryOf({ id: 'm', name: 'Министерство здравоохранения РФ' });
    expect(shown('Министерство здравоохранения сообщило об этом.', ministry)).toHaveLength(1);
    expect(shown('Министерство здравоохранения Республики Татарстан ответило.', ministry)).toEqual([]);
  });
});

test('abbreviations have points, and initials are no abbreviation', () => {
  const listed = dictionaryOf('МГУ', 'WHO');
  expect(shown('Хор М.Г.У. и W.H.O. поёт.', listed)).toEqual(['МГУ: М.Г.У', 'WHO: W.H.O']);
  expect(shown('М.Г.Уваров и W.H.Owen поют.', listed)).toEqual([]);
});
