/** What the texts of a watch are searched with: its list of organizations, and the models that tell tones. */

import type {
  AskedSentence,
  MentionSearch,
  ToneTeller,
} from '../../../shared/wings/publications/mentioned/search-version.ts';
import { Dictionary } from '../../../shared/wings/publications/mentions/dictionary.ts';
import type { MentionStore, StoredTone } from '../../../shared/wings/publications/store/mention-store.ts';
import { type ToneLanguage, toneLanguages } from '../../../shared/wings/publications/tone/context-words.ts';
import type { ToneEngine } from '../../../shared/wings/publications/tone/tone-engine.ts';
import { readToneModel, shippedToneModel, toneEngineOf } from './tone-models.ts';

/** Digits of the sum of a model's file that its name has. */
const sumDigits = 12;

/** The search that the store's list asks for now. A list is made into a dictionary once. */
export function currentSearch(
  store: Pick<MentionStore, 'listDigest' | 'organizationList'>,
): () => Promise<MentionSearch | undefined> {
  let known: MentionSearch | undefined;
  let teller: Promise<ToneTeller> | undefined;
  return async () => {
    const digest = await store.listDigest();
    if (digest === undefined) return undefined;
    if (known?.list === digest) return known;
    const list = await store.organizationList();
    if (list === undefined) return undefined;
    teller ??= linearTeller();
    known = { list: list.digest, dictionary: new Dictionary(list.organizations), teller: await teller };
    return known;
  };
}

/** The engine `linear-1` with the shipped models. A model is loaded when a sentence needs it. */
async function linearTeller(): Promise<ToneTeller> {
  const names = new Map<ToneLanguage, string>();
  for (const language of toneLanguages) {
    const { sha256 } = await readToneModel(shippedToneModel(language));
    names.set(language, `linear-1 ${language}:${sha256.slice(0, sumDigits)}`);
  }
  const engines = new Map<ToneLanguage, Promise<ToneEngine>>();
  const engineOf = (language: ToneLanguage): Promise<ToneEngine> => {
    const known = engines.get(language);
    if (known !== undefined) return known;
    const loaded = toneEngineOf(language);
    engines.set(language, loaded);
    return loaded;
  };
  const toneOf = async ({ language, ...item }: AskedSentence): Promise<StoredTone> => {
    const tone = (await engineOf(language)).tone(item);
    return { model: names.get(language)!, class: tone.class, p: tone.p };
  };
  return {
    name: [...names.values()].join(', ').replaceAll(', linear-1', ''),
    tell: async asked => {
      const tones: StoredTone[] = [];
      for (const each of asked) tones.push(await toneOf(each));
      return tones;
    },
  };
}
