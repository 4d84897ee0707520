import { createHash } from 'node:crypto';
import { currentModel, type LabelStore } from '../../../shared/wings/publications/labels/label-store.ts';
import type { ToneLanguage } from '../../../shared/wings/publications/tone/context-words.ts';
import { decodeToneModel, type ToneModelFile } from '../../../shared/wings/publications/tone/model-file.ts';
import { readToneModel, shippedToneModel } from './tone-models.ts';

/** A model that a watch has of its own. */
export interface OwnToneModel {
  readonly name: string;
  readonly file: ToneModelFile;
  /** Labels up to this number were in its training. */
  readonly lastLabel: number;
}

/** Digits of the sum of a model's file that its name has. */
const sumDigits = 12;

export function modelName(language: ToneLanguage, bytes: Uint8Array): string {
  return nameOf(language, createHash('sha256').update(bytes).digest('hex'));
}

export async function shippedModelName(language: ToneLanguage): Promise<string> {
  return nameOf(language, (await readToneModel(shippedToneModel(language))).sha256);
}

function nameOf(language: ToneLanguage, sha256: string): string {
  return `linear-1 ${language}:${sha256.slice(0, sumDigits)}`;
}

/** The model that the watch uses for a language; undefined: the shipped one. Throws `BadInput` where this version cannot use it. */
export async function ownToneModel(
  labels: Pick<LabelStore, 'models' | 'modelBytes'>,
  language: ToneLanguage,
): Promise<OwnToneModel | undefined> {
  const row = currentModel(await labels.models(), language);
  const bytes = row && (await labels.modelBytes(row.id));
  if (row === undefined || bytes === undefined) return undefined;
  return { name: row.name, file: decodeToneModel(bytes, row.name), lastLabel: row.lastLabel };
}
