/** The search for the texts of a watch: its list of organizations, and the models that give tones. */

import { oncePerKey } from '../../../domain/once-per-key.ts';
import type { LabelStore } from '../labels/label-store.ts';
import { modelNameOf, type OwnToneModel, ownToneModel } from '../labels/own-models.ts';
import type { AskedSentence, MentionSearch, ToneTeller } from '../mentioned/search-version.ts';
import { Dictionary } from '../mentions/dictionary.ts';
import type { MentionStore, StoredTone } from '../store/mention-store.ts';
import { type ToneLanguage, toneLanguages } from '../tone/context-words.ts';
import type { ToneModelFile } from '../tone/model-file.ts';
import type { ToneEngine, ToneWord } from '../tone/tone-engine.ts';

/** The models of tone that come with the program. */
export interface ShippedTone {
  /** The hexadecimal SHA-256 of the model of a language. */
  sum(language: ToneLanguage): Promise<string>;
  engine(language: ToneLanguage): Promise<ToneEngine>;
  /** The engine of another model, with the words of its language. Throws `BadInput` where it needs other words. */
  engineOf(file: ToneModelFile, name: string): Promise<ToneEngine>;
}

/** The search that the store's list requests now. A list is made into a dictionary once. */
export function currentSearch(
  store: Pick<MentionStore, 'listDigest' | 'organizationList'>,
  labels: Pick<LabelStore, 'lastModel' | 'models' | 'modelBytes'>,
  shipped: ShippedTone,
): () => Promise<MentionSearch | undefined> {
  let known: MentionSearch | undefined;
  let teller: { readonly model: number; readonly loaded: Promise<ToneTeller> } | undefined;
  return async () => {
    const digest = await store.listDigest();
    if (digest === undefined) return undefined;
    const model = await labels.lastModel();
    if (known?.list === digest && teller?.model === model) return known;
    const list = await store.organizationList();
    if (list === undefined) return undefined;
    if (teller?.model !== model) teller = { model, loaded: linearTeller(labels, shipped) };
    const dictionary = known?.list === list.digest ? known.dictionary : new Dictionary(list.organizations);
    known = { list: list.digest, dictionary, teller: await teller.loaded };
    return known;
  };
}

/** The name of the models that a watch uses now. */
export async function currentModels(
  labels: Pick<LabelStore, 'models' | 'modelBytes'>,
  shipped: ShippedTone,
): Promise<string> {
  const names: string[] = [];
  for (const language of toneLanguages) {
    const own = await ownToneModel(labels, language);
    names.push(own?.name ?? modelNameOf(language, await shipped.sum(language)));
  }
  return joined(names);
}

function joined(names: Iterable<string>): string {
  return [...names].join(', ').replaceAll(', linear-1', '');
}

/** The engine `linear-1` with the models that the watch uses now. A model is loaded when a sentence needs it. */
async function linearTeller(
  labels: Pick<LabelStore, 'models' | 'modelBytes'>,
  shipped: ShippedTone,
): Promise<ToneTeller> {
  const names = new Map<ToneLanguage, string>();
  const own = new Map<ToneLanguage, OwnToneModel>();
  for (const language of toneLanguages) {
    const model = await ownToneModel(labels, language);
    if (model !== undefined) own.set(language, model);
    names.set(language, model?.name ?? modelNameOf(language, await shipped.sum(language)));
  }
  const engineOf = oncePerKey((language: ToneLanguage): Promise<ToneEngine> => {
    const model = own.get(language);
    return model === undefined ? shipped.engine(language) : shipped.engineOf(model.file, model.name);
  });
  const toneOf = async ({ language, ...item }: AskedSentence): Promise<StoredTone> => {
    const { class: said, p, words, against } = (await engineOf(language)).tone(item);
    return { model: names.get(language)!, class: said, p, words: textsOf(words), against: textsOf(against) };
  };
  return {
    name: joined(names.values()),
    tell: async asked => {
      const tones: StoredTone[] = [];
      for (const each of asked) tones.push(await toneOf(each));
      return tones;
    },
  };
}

function textsOf(words: readonly ToneWord[] = []): readonly string[] {
  return [...new Set(words.map(({ text }) => text))];
}
