import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ToneLanguage } from '../../wings/publications/tone/context-words.ts';
import { decodeToneModel } from '../../wings/publications/tone/model-file.ts';
import { ToneEngine } from '../../wings/publications/tone/tone-engine.ts';
import type { TonePort } from '../../wings/publications/tone/tone-port.ts';

/** Beside the bundle of a function (`infra/crawl-function.ts`), else where the repository has them. */
const folders = ['./tone-models/', '../../wings/publications/tone/models/'] as const;

/** The engine `linear-1` with the model of a language that comes along. Throws `BadInput` where the files do not fit together. */
export async function shippedTone(language: ToneLanguage): Promise<TonePort> {
  const folder = folders.map(each => new URL(each, import.meta.url)).find(each => existsSync(each));
  if (folder === undefined) throw new Error(`the models of tone are missing in ${folders.join(' and ')}`);
  const name = `linear-${language}.bin`;
  const [model, bytes] = await Promise.all(
    [name, `words-${language}.bin`].map(async each => await readFile(new URL(each, folder))),
  );
  const sha256 = createHash('sha256').update(bytes!).digest('hex');
  const engine = new ToneEngine(decodeToneModel(model!, name), { bytes: bytes!, sha256 }, name);
  return { name: 'linear-1', tone: async item => engine.tone(item) };
}
