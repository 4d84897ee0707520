import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allowance, BadInput, refusedValue } from '../../../shared/domain/refusal/refusal.ts';
import type { ToneLanguage } from '../../../shared/wings/publications/tone/context-words.ts';
import { decodeToneModel, type ToneModelFile } from '../../../shared/wings/publications/tone/model-file.ts';
import { ToneEngine } from '../../../shared/wings/publications/tone/tone-engine.ts';

const folder = new URL('../../../shared/wings/publications/tone/models/', import.meta.url);
/** A model of a hundred thousand features has 1.3 MB. */
const mostBytes = 64_000_000;

export interface ToneWordsFile {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** What is shipped of words of a language. */
export async function toneWordsOf(language: ToneLanguage): Promise<ToneWordsFile> {
  const bytes = await readFile(new URL(`words-${language}.bin`, folder));
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** The path of the model that is shipped. */
export function shippedToneModel(language: ToneLanguage): string {
  return fileURLToPath(new URL(`linear-${language}.bin`, folder));
}

/** A model of a file. Throws `BadInput` where the file is not there, or this version cannot use it. */
export async function readToneModel(file: string): Promise<ToneModelFile & { readonly sha256: string }> {
  const { size } = await stat(file);
  if (size > mostBytes)
    throw new BadInput([refusedValue('--model', file, allowance('file-too-long', { most: mostBytes }))]);
  const bytes = await readFile(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { ...decodeToneModel(bytes, basename(file)), sha256 };
}

/** The engine of a model. Throws `BadInput` where the model needs other words than this version has. */
export async function engineOfModel(file: ToneModelFile, name: string): Promise<ToneEngine> {
  return new ToneEngine(file, await toneWordsOf(file.facts.language), name);
}

/** The engine of a language, with the shipped model or with that of a file. Throws `BadInput`. */
export async function toneEngineOf(language: ToneLanguage, file = shippedToneModel(language)): Promise<ToneEngine> {
  return await engineOfModel(await readToneModel(file), basename(file));
}
