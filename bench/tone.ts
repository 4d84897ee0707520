/** How well the tone of a sentence towards its target is told, by cross-validation, beside its bars. Option: `--only ru,en`. */
import { parseArgs } from 'node:util';
import { type Bar, verdictOf } from './bars.ts';
import { formatTable } from './table.ts';
import {
  calibrationError,
  crossCalibrated,
  crossValidated,
  hasTone,
  type Judged,
  type Language,
  polarF1,
  readLabelled,
} from './tone/tone-suite.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: 'ru,en' } } });
/** F1 of positive and negative: what is asked for, and what TF-IDF is published to reach on other rows of the same sets. */
const asked: Readonly<Record<Language, { readonly f1: number; readonly floor: number }>> = {
  ru: { f1: 0.4, floor: 0.408 },
  en: { f1: 0.705, floor: 0.593 },
};
const languages = (['ru', 'en'] as const).filter(each => values.only.split(',').includes(each));
const bars = languages.flatMap(barsOf);
for (const bar of bars) console.log(verdictOf(bar));
process.exitCode = bars.every(({ value, limit }) => value <= limit) ? 0 : 1;

function barsOf(language: Language): readonly Bar[] {
  if (!hasTone(language)) {
    console.log(`skipped: ../shared/suites/tone/${language}-train.json.gz is not there`);
    return [];
  }
  const rows = readLabelled(language);
  const began = performance.now();
  const judged = crossValidated(rows);
  const seconds = (performance.now() - began) / 1_000;
  const error = calibrationError(crossCalibrated(judged));
  const f1 = polarF1(judged);
  const [low, high] = intervalOf(judged);
  console.log(`\n${language}: ${rows.length} rows, five folds in ${seconds.toFixed(0)} s; 95 % over rows`);
  console.log(
    formatTable(
      ['', 'all', 'from', 'to', 'floor elsewhere'],
      [['F1 of positive and negative', ...[f1, low, high, asked[language].floor].map(figure => figure.toFixed(3))]],
    ),
  );
  return [
    {
      what: `${language}: F1 of positive and negative, short of 1, %`,
      value: 100 * (1 - f1),
      limit: 100 * (1 - asked[language].f1),
    },
    { what: `${language}: calibration error, %`, value: 100 * error, limit: 3 },
  ];
}

function intervalOf(judged: readonly Judged[]): readonly [number, number] {
  let seed = 1;
  const next = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x80000000;
  };
  const figures = Array.from({ length: 200 }, () =>
    polarF1(judged.map(() => judged[Math.floor(next() * judged.length)]!)),
  );
  figures.sort((a, b) => a - b);
  return [figures[5]!, figures[194]!];
}
