import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { toneFeatures } from '../../shared/wings/publications/tone/tone-features.ts';
import {
  calibrate,
  calibrated,
  type FeatureRow,
  probabilitiesOf,
  trainModel,
} from '../../shared/wings/publications/tone/tone-model.ts';

export type Language = 'ru' | 'en';

/** A sentence of the suites with a label that a person gave; groups are never parted by a fold. */
export interface LabelledRow {
  readonly row: FeatureRow;
  readonly label: number;
  readonly fold: number;
}

/** What the labels' own model says of a row that it was not trained on. */
export interface Judged {
  readonly label: number;
  readonly fold: number;
  readonly probabilities: readonly number[];
}

const labels = ['neg', 'neu', 'pos'];
const folds = 5;

function fileOf(language: Language): URL {
  return new URL(`../../../shared/suites/tone/${language}-train.json.gz`, import.meta.url);
}

export function hasTone(language: Language): boolean {
  return existsSync(fileOf(language));
}

/** RuSentNE grouped by sentence, NewsMTSC by article: sentences of one article look alike. */
export function readLabelled(language: Language): readonly LabelledRow[] {
  const rows: readonly { id: string; sentence: string; start: number; end: number; label: string }[] = JSON.parse(
    gunzipSync(readFileSync(fileOf(language))).toString('utf8'),
  );
  return rows.map(({ id, sentence, start, end, label }) => {
    const group = language === 'ru' ? sentence : id.split('_').slice(0, 3).join('_');
    const fold = createHash('sha256').update(group).digest().readUInt32BE(0) % folds;
    return { row: toneFeatures({ sentence, start, end }), label: labels.indexOf(label), fold };
  });
}

/** Each row judged by a model of the other folds. */
export function crossValidated(rows: readonly LabelledRow[]): readonly Judged[] {
  return Array.from({ length: folds }, (_, fold) => {
    const known = rows.filter(each => each.fold !== fold);
    const model = trainModel(
      known.map(({ row }) => row),
      known.map(({ label }) => label),
    );
    return rows
      .filter(each => each.fold === fold)
      .map(({ row, label }) => ({ label, fold, probabilities: probabilitiesOf(model, row) }));
  }).flat();
}

/** Probabilities of three folds by a calibration of the other two. */
export function crossCalibrated(judged: readonly Judged[]): readonly Judged[] {
  const known = judged.filter(({ fold }) => fold < 2);
  const calibration = calibrate(
    known.map(({ probabilities }) => probabilities),
    known.map(({ label }) => label),
  );
  const rest = judged.filter(({ fold }) => fold >= 2);
  return rest.map(each => ({ ...each, probabilities: calibrated(calibration, each.probabilities) }));
}

/** The mean of the F1 of positive and of negative rows. */
export function polarF1(judged: readonly Judged[]): number {
  return (classF1(judged, 0) + classF1(judged, 2)) / 2;
}

function classF1(judged: readonly Judged[], tone: number): number {
  const said = judged.filter(each => chosen(each) === tone).length;
  const are = judged.filter(({ label }) => label === tone).length;
  const right = judged.filter(each => each.label === tone && chosen(each) === tone).length;
  return said + are === 0 ? 0 : (2 * right) / (said + are);
}

function chosen({ probabilities }: Judged): number {
  return probabilities.indexOf(Math.max(...probabilities));
}

/** Expected calibration error: how far the probability of the class that was chosen is from how often it is right, in ten bins. */
export function calibrationError(judged: readonly Judged[]): number {
  const bins = Array.from({ length: 10 }, () => ({ count: 0, right: 0, sum: 0 }));
  for (const each of judged) {
    const tone = chosen(each);
    const p = each.probabilities[tone]!;
    const bin = bins[Math.min(9, Math.floor(p * 10))]!;
    bin.count += 1;
    bin.sum += p;
    bin.right += each.label === tone ? 1 : 0;
  }
  return bins.reduce((sum, { right, sum: all }) => sum + Math.abs(right - all), 0) / judged.length;
}
