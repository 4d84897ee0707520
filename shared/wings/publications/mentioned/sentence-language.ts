import { detectLanguage } from '../../../domain/html/language/detect-languages.ts';
import type { ReadVersion } from '../store/publication-store.ts';
import { type ToneLanguage, toneLanguages } from '../tone/context-words.ts';

/** Characters of a text that show its language. */
const mostCharacters = 4_000;

type Titled = Pick<ReadVersion, 'title' | 'text' | 'language'>;

/**
 * The language of a text as far as the choice of a model needs it (BCP 47): as declared, else by its letters if these are Russian,
 * else as detected; `und` if it is none of these, so that no model guesses.
 */
export async function languageOfTone({ title, text, language }: Titled): Promise<string> {
  const told = mainTag(language);
  if (told !== undefined && told !== 'und' && told !== 'mul') return told;
  const whole = `${title}\n${text.slice(0, mostCharacters)}`;
  if (/[ыэъё]/i.test(whole) && !/[іїєґў]/i.test(whole)) return 'ru';
  return (await detectLanguage(whole)) ?? 'und';
}

function mainTag(language: string | undefined): string | undefined {
  return language?.split('-')[0]?.toLowerCase();
}

/** Ukrainian or Belarusian letters, and none that only Russian has. */
const isOtherCyrillic = /^(?!.*[ыэъё]).*[іїєґў]/isu;

/**
 * The language whose model gives the tone of a sentence, by its letters; undefined if there is no such model, or if the text is in
 * another language than Russian or English. `language`: of the text.
 */
export function sentenceLanguage(sentence: string, language: string): ToneLanguage | undefined {
  if (!toneLanguages.some(each => each === mainTag(language))) return undefined;
  const cyrillic = sentence.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  const latin = sentence.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if ((cyrillic === 0 && latin === 0) || isOtherCyrillic.test(sentence)) return undefined;
  return cyrillic >= latin ? 'ru' : 'en';
}
