import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemRussian } from '@orama/stemmers/russian';

/** Some 20 MB in both; a language has fewer words in daily use, and a stem takes ten times as long as a look. */
const mostKept = 100_000;
/** Words go from the one to the other when it is full: taking the oldest out of a large map one by one costs more than its stem. */
let kept = new Map<string, string>();
let keptBefore = new Map<string, string>();

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
  const stem = keptBefore.get(word) ?? wholeText(computedStem(word));
  if (kept.size === mostKept) {
    keptBefore = kept;
    kept = new Map();
  }
  kept.set(wholeText(word), stem);
  return stem;
}

/** The same word, which does not keep in memory the text that it was cut from. */
function wholeText(word: string): string {
  return Buffer.from(word).toString();
}

function computedStem(word: string): string {
  return cyrillic.test(word) ? stemRussian(word).replace(fleeting, '') : latin.test(word) ? stemEnglish(word) : word;
}
