import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oncePerKey } from '../../domain/once-per-key.ts';
import { allowance, BadInput, refusal, refusedValue } from '../../domain/refusal/refusal.ts';
import type { ToneLanguage } from '../../wings/publications/tone/context-words.ts';
import { decodeToneModel, type ToneModelFile } from '../../wings/publications/tone/model-file.ts';
import { ToneEngine } from '../../wings/publications/tone/tone-engine.ts';

/** Beside the bundle of a function (`infra/crawl-function.ts`), else where the repository has them. */
const folders = ['./tone-models/', '../../wings/publications/tone/models/'] as const;
/** A model of a hundred thousand features has 1.3 MB. */
const mostBytes = 64_000_000;

function shipped(name: string): URL {
  const folder = folders.map(each => new URL(each, import.meta.url)).find(each => existsSync(each));
  if (folder === undefined) throw new Error(`the models of tone are missing in ${folders.join(' and ')}`);
  return new URL(name, folder);
}

/** The shipped facts about words of a language. */
export async function toneWordsOf(language: ToneLanguage) {
  const bytes = await readFile(shipped(`words-${language}.bin`));
  return { bytes, sha256: sumOf(bytes) };
}

/** The path of the model that is shipped. */
export function shippedToneModel(language: ToneLanguage): string {
  return fileURLToPath(shipped(`linear-${language}.bin`));
}

/** A model of a file. Throws `BadInput` where the file is not there, or this version cannot use it. */
export async function readToneModel(file: string): Promise<ToneModelFile & { readonly sha256: string }> {
  const { size } = await stat(file);
  if (size > mostBytes)
    throw new BadInput([refusedValue('--model', file, allowance('file-too-long', { most: mostBytes }))]);
  const bytes = await readFile(file);
  return { ...decodeToneModel(bytes, basename(file)), sha256: sumOf(bytes) };
}

/** The engine of a model. Throws `BadInput` where the model needs other words than this version has. */
async function engineOfModel(file: ToneModelFile, name: string): Promise<ToneEngine> {
  return new ToneEngine(file, await toneWordsOf(file.facts.language), name);
}

/** The engine of a language, with the shipped model or with that of a file. Throws `BadInput`. */
export async function toneEngineOf(language: ToneLanguage, file = shippedToneModel(language)): Promise<ToneEngine> {
  const model = await readToneModel(file);
  const has = model.facts.language;
  if (has !== language)
    throw new BadInput([refusal('tone-model-language', { file: basename(file), has, allowed: language })]);
  return await engineOfModel(model, basename(file));
}

/** The models that come along, as searches request them (`ShippedTone`): read once. */
export const shippedModels = {
  sum: oncePerKey(async (language: ToneLanguage) => (await readToneModel(shippedToneModel(language))).sha256),
  engine: oncePerKey(toneEngineOf),
  engineOf: engineOfModel,
};

function sumOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
