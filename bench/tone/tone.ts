/**
 * How well and how fast the tone of a sentence towards its target is reported, by cross-validation, beside its bars; and whether
 * the models of the repository are what a new training gives. Options: `--only ru,en`.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type ToneLanguage, toneLanguages } from '../../shared/wings/publications/tone/context-words.ts';
import {
  crossValidated,
  type Judged,
  macroF1,
  polarF1,
  type Said,
  saidOf,
} from '../../shared/wings/publications/tone/judge-tone.ts';
import { decodeToneModel } from '../../shared/wings/publications/tone/model-file.ts';
import { ToneEngine } from '../../shared/wings/publications/tone/tone-engine.ts';
import { calibrated, greatestClass, type Triple } from '../../shared/wings/publications/tone/tone-model.ts';
import { calibrate, neutralStrength, trainModel } from '../../shared/wings/publications/tone/train-tone.ts';
import { type Bar, verdictOf } from '../measured/bars.ts';
import { formatTable } from '../measured/table.ts';
import { hasTone, labelledRows, readSuite, shippedModel, sumOf, wordsFile } from './tone-suite.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: 'ru,en' } } });
/** F1 of positive and negative: what is requested, and what TF-IDF is published to reach on other rows of the same sets. */
const asked: Readonly<Record<ToneLanguage, { readonly f1: number; readonly floor: number }>> = {
  ru: { f1: 0.4, floor: 0.408 },
  en: { f1: 0.705, floor: 0.593 },
};
const mostSizeMb = 3;
const bars = toneLanguages.filter(each => values.only.split(',').includes(each)).flatMap(barsOf);
for (const bar of bars) console.log(verdictOf(bar));
process.exitCode = bars.every(({ value, limit }) => value <= limit) ? 0 : 1;

function barsOf(language: ToneLanguage): readonly Bar[] {
  if (!hasTone(language)) {
    console.log(`skipped: ../shared/suites/tone/${language}-train.json.gz is not there`);
    return [];
  }
  const suite = readSuite(language);
  const rows = labelledRows(language, suite);
  const judged = crossValidated(rows, neutralStrength[language]);
  const said = judged.map(saidOf);
  const probable = crossCalibrated(judged);
  const shipped = readFileSync(
    new URL(`../../shared/wings/publications/tone/models/linear-${language}.bin`, import.meta.url),
  );
  const words = wordsFile(language);
  const engine = new ToneEngine(
    decodeToneModel(shipped, 'the model'),
    { bytes: words, sha256: sumOf(words) },
    'the model',
  );
  const perSecond = rateOf(suite.length, index => engine.tone(suite[index]!));
  const few = rows.slice(0, 1_000);
  const retraining = secondsOf(() => {
    trainModel(few);
  });
  console.log(`\n${language}: ${rows.length} rows in five folds; 95 % over rows, 1,000 samples`);
  const line = (name: string, figure: (some: readonly Said[]) => number, floor: string) => [
    name,
    ...[figure(said), ...intervalOf(said, figure)].map(each => each.toFixed(3)),
    floor,
  ];
  console.log(
    formatTable(
      ['', 'all', 'from', 'to', 'floor elsewhere'],
      [
        line('F1 of positive and negative', polarF1, asked[language].floor.toFixed(3)),
        line('F1 of three', macroF1, ''),
      ],
    ),
  );
  const isSame = sumOf(shipped) === sumOf(shippedModel(language, rows, judged));
  const missing = (f1: number) => 100 * (1 - f1);
  return [
    {
      what: `${language}: F1 of positive and negative, short of 1, %`,
      value: missing(polarF1(said)),
      limit: missing(asked[language].f1),
    },
    {
      what: `${language}: calibration error of the probable class, %`,
      value: 100 * calibrationError(probable, each => greatestClass(each.p)),
      limit: 3,
    },
    {
      what: `${language}: calibration error of the class that is said, %`,
      value: 100 * calibrationError(probable, each => each.said),
      limit: 3,
    },
    {
      what: `${language}: seconds for 10,000 mentions (${Math.round(perSecond)} a second)`,
      value: 10_000 / perSecond,
      limit: 1,
    },
    { what: `${language}: seconds to train on 1,000 labels`, value: retraining, limit: 1 },
    {
      what: `${language}: size of model and words, MB`,
      value: (shipped.length + words.length) / 1e6,
      limit: mostSizeMb,
    },
    {
      what: `${language}: models of the repository that a new training does not give`,
      value: isSame ? 0 : 1,
      limit: 0,
    },
  ];
}

/** 95 % interval of a figure over rows: samples with replacement, the same in every run. */
function intervalOf(said: readonly Said[], figure: (some: readonly Said[]) => number): readonly [number, number] {
  let seed = 1;
  const next = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x80000000;
  };
  const figures = Array.from({ length: 1_000 }, () => figure(said.map(() => said[Math.floor(next() * said.length)]!)));
  figures.sort((a, b) => a - b);
  return [figures[25]!, figures[974]!];
}

/** How many a second, best of three passes over all. */
function rateOf(count: number, run: (index: number) => unknown): number {
  const passes = Array.from({ length: 3 }, () =>
    secondsOf(() => {
      for (let index = 0; index < count; index++) run(index);
    }),
  );
  return count / Math.min(...passes);
}

function secondsOf(run: () => void): number {
  const began = performance.now();
  run();
  return (performance.now() - began) / 1_000;
}

/** The probabilities of three folds by a calibration of the other two. */
function crossCalibrated(judged: readonly Judged[]): readonly (Said & { readonly p: Triple })[] {
  const known = judged.filter(({ fold }) => fold < 2);
  const calibration = calibrate(known);
  const rest = judged.filter(({ fold }) => fold >= 2);
  return rest.map(each => ({ ...saidOf(each), p: calibrated(calibration, each.scores) }));
}

/** How far the probability of what is said is from how often it is right, in ten bins (expected calibration error). */
function calibrationError(
  all: readonly (Said & { readonly p: Triple })[],
  chosen: (each: Said & { readonly p: Triple }) => number,
): number {
  const off = new Array<number>(10).fill(0);
  for (const each of all) {
    const tone = chosen(each);
    const p = each.p[tone]!;
    off[Math.min(9, Math.floor(p * 10))]! += (each.label === tone ? 1 : 0) - p;
  }
  return off.reduce((sum, each) => sum + Math.abs(each), 0) / all.length;
}
