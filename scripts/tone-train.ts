/**
 * Trains the tone models that the repository ships, from the suites beside it: `node scripts/tone-train.ts [ru|en]`.
 * Equal suites and equal words give equal bytes.
 */
import { writeFileSync } from 'node:fs';
import { hasTone, labelledRows, readSuite, shippedModel, sumOf } from '../bench/tone/tone-suite.ts';
import { type ToneLanguage, toneLanguages } from '../shared/wings/publications/tone/context-words.ts';
import { crossValidated, macroF1, polarF1, saidOf } from '../shared/wings/publications/tone/judge-tone.ts';
import { neutralStrength } from '../shared/wings/publications/tone/train-tone.ts';

const chosen = process.argv.slice(2);
for (const language of toneLanguages) if (chosen.length === 0 || chosen.includes(language)) train(language);

function train(language: ToneLanguage): void {
  if (!hasTone(language)) {
    console.log(`skipped: ../shared/suites/tone/${language}-train.json.gz is not there`);
    return;
  }
  const rows = labelledRows(language, readSuite(language));
  const judged = crossValidated(rows, neutralStrength[language]);
  const model = shippedModel(language, rows, judged);
  const said = judged.map(saidOf);
  const target = new URL(`../shared/wings/publications/tone/models/linear-${language}.bin`, import.meta.url);
  writeFileSync(target, model);
  console.log(
    `${language}: ${rows.length} rows, F1 of positive and negative ${polarF1(said).toFixed(4)}, of all ${macroF1(said).toFixed(4)}; ` +
      `${model.length} bytes, SHA-256 ${sumOf(model)}`,
  );
}
