import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  ContextReader,
  type ToneItem,
  type ToneLanguage,
  WordValues,
} from '../../shared/wings/publications/tone/context-words.ts';
import { folds, type Judged, type LabelledRow } from '../../shared/wings/publications/tone/judge-tone.ts';
import { encodeToneModel } from '../../shared/wings/publications/tone/model-file.ts';
import { toneFeatures } from '../../shared/wings/publications/tone/tone-features.ts';
import { calibrate, neutralStrength, trainModel } from '../../shared/wings/publications/tone/train-tone.ts';

/** The developers' halves of the suites, whose bytes are known: another file would train another model. */
const sums: Readonly<Record<ToneLanguage, string>> = {
  ru: '2dac2c96b94a8e61f4fa1ad22f82c4dc4954d1849fdb089c990945f3beb086e0',
  en: 'e67d8687909368cd89226c0e95c09db1a3e407b757445e29b3d75ccb4e6c73ae',
};
const labels = ['neg', 'neu', 'pos'];

interface SuiteRow extends ToneItem {
  readonly id: string;
  readonly label: string;
}

function fileOf(language: ToneLanguage): URL {
  return new URL(`../../../shared/suites/tone/${language}-train.json.gz`, import.meta.url);
}

export function hasTone(language: ToneLanguage): boolean {
  return existsSync(fileOf(language));
}

/** The rows of a suite. Throws where the file has other bytes than the models were trained on. */
export function readSuite(language: ToneLanguage): readonly SuiteRow[] {
  const bytes = readFileSync(fileOf(language));
  if (sumOf(bytes) !== sums[language]) throw new Error(`${fileOf(language).pathname} has the SHA-256 ${sumOf(bytes)}`);
  return JSON.parse(gunzipSync(bytes).toString('utf8'));
}

export function wordsFile(language: ToneLanguage): Uint8Array {
  return readFileSync(new URL(`../../shared/wings/publications/tone/models/words-${language}.bin`, import.meta.url));
}

/** RuSentNE grouped by sentence, NewsMTSC by article: sentences of one article look alike. */
export function labelledRows(language: ToneLanguage, rows: readonly SuiteRow[]): readonly LabelledRow[] {
  const reader = new ContextReader(new WordValues(wordsFile(language)), language);
  return rows.map(each => {
    const group = language === 'ru' ? each.sentence : each.id.split('_').slice(0, 3).join('_');
    const fold = createHash('sha256').update(group).digest().readUInt32BE(0) % folds;
    return { row: toneFeatures(reader, each), label: labels.indexOf(each.label), fold };
  });
}

/** The model that the repository ships: of all rows, with the calibration of rows judged by models of the other folds. */
export function shippedModel(
  language: ToneLanguage,
  rows: readonly LabelledRow[],
  judged: readonly Judged[],
): Uint8Array {
  const weights = trainModel(rows, neutralStrength[language]);
  const calibration = calibrate(judged);
  const words = sumOf(wordsFile(language));
  return encodeToneModel({
    facts: { engine: 'linear-1', language, words, data: sums[language], calibration },
    weights,
  });
}

export function sumOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
