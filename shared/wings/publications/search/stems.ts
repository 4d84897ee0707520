import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemRussian } from '@orama/stemmers/russian';
import { remember } from '../../../domain/remember.ts';

/** Some 20 MB; a language has fewer words in daily use, and a stem takes ten times as long as a look. */
const mostKept = 200_000;
const kept = new Map<string, string>();

const cyrillic = /^\p{Script=Cyrillic}/u;
const latin = /^[a-z]/;

/** A vowel that some forms of a Russian noun have and others have not: рынок, рынка. */
const fleeting = /(?<=\p{L}[бвгджзклмнпрстфхцчшщ])[ое](?=[кц]$)/u;

/**
 * What the forms of a word have in common, by the Snowball rules of Russian (Cyrillic words) or English (words that begin
 * with one of the letters a to z). Another word is its own stem. The language of the text does not count: who searches has none.
 * `word` as `wordsOf` gives it.
 */
export function stemOf(word: string): string {
  const known = kept.get(word);
  if (known !== undefined) return known;
  const stem = cyrillic.test(word)
    ? stemRussian(word).replace(fleeting, '')
    : latin.test(word)
      ? stemEnglish(word)
      : word;
  remember(kept, word, stem, mostKept);
  return stem;
}
