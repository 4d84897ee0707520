import type { ToneLanguage } from '../tone/context-words.ts';

/**
 * The language whose model gives the tone of a sentence, by its letters; undefined if there is no such model. A text that is
 * known to be in another language is not taken for Russian or English. `language`: of the text (BCP 47), as far as it is known.
 */
export function sentenceLanguage(sentence: string, language: string | undefined): ToneLanguage | undefined {
  const told = language?.split('-')[0]?.toLowerCase();
  const isForeign = told !== undefined && told !== 'ru' && told !== 'en' && told !== 'und' && told !== 'mul';
  if (isForeign) return undefined;
  const cyrillic = sentence.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  const latin = sentence.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (cyrillic === 0 && latin === 0) return undefined;
  return cyrillic >= latin ? 'ru' : 'en';
}
