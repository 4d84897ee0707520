import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemRussian } from '@orama/stemmers/russian';
import { detached } from '../../../domain/url/detached-string.ts';
import { wordHash } from '../../../domain/word-hash.ts';

/**
 * Some 20 MB with their words; a language has fewer words in daily use, and a stem takes ten times as long as a look. Each word has
 * one place, and the next word of the place takes it over: nothing has to be searched for that could be forgotten.
 */
const places = 131_072;
const wordAt: (string | undefined)[] = new Array<string | undefined>(places).fill(undefined);
const stemAt: (string | undefined)[] = new Array<string | undefined>(places).fill(undefined);

const cyrillic = /^\p{Script=Cyrillic}/u;
const latin = /^[a-z]/;

/** A vowel that some forms of a Russian noun have and others have not: рынок, рынка. */
const fleeting = /(?<=\p{L}[бвгджзклмнпрстфхцчшщ])[ое](?=[кц]$)/u;

/**
 * The common part of the forms of a word, by the Snowball rules of Russian (Cyrillic words) or English (words that begin with one
 * of the letters a to z). Another word is its own stem. The language of the text does not count: who searches has none. `word` as
 * `wordsOf` gives it.
 */
export function stemOf(word: string): string {
  const hash = wordHash(word);
  const place = (hash ^ (hash >>> 15)) & (places - 1);
  if (wordAt[place] === word) return stemAt[place]!;
  const stem = detached(computedStem(word));
  wordAt[place] = detached(word);
  stemAt[place] = stem;
  return stem;
}

/** The same, reckoned anew: for callers that keep the stems of words themselves. */
export function computedStem(word: string): string {
  return cyrillic.test(word) ? stemRussian(word).replace(fleeting, '') : latin.test(word) ? stemEnglish(word) : word;
}
