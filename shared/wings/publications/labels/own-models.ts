import { createHash } from 'node:crypto';
import type { ToneLanguage } from '../tone/context-words.ts';
import { decodeToneModel, type ToneModelFile } from '../tone/model-file.ts';
import { currentModel, type LabelStore } from './label-store.ts';

/** A model that its own watch has. */
export interface OwnToneModel {
  readonly name: string;
  readonly file: ToneModelFile;
  /** Labels up to this number were in its training. */
  readonly lastLabel: number;
}

/** Digits of the sum of a model's file that its name has. */
const sumDigits = 12;

export function modelName(language: ToneLanguage, bytes: Uint8Array): string {
  return modelNameOf(language, createHash('sha256').update(bytes).digest('hex'));
}

/** The name of a model by the hexadecimal SHA-256 of its file. */
export function modelNameOf(language: ToneLanguage, sha256: string): string {
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
