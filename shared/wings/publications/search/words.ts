/** Words longer than this are cut: nobody searches for them, and an index keeps each of them whole. */
export const longestWord = 64;

/** No publication is longer; what a text has beyond is neither searched nor compared. */
export const mostWords = 200_000;

/** A letter or a digit, and what goes on a letter (accents, vowel signs). */
const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

/**
 * The words of a text in the form in which words are compared: lower case, `ё` as `е`, composed (NFC), without soft
 * hyphens and stress marks. Signs between words part them, hyphens too.
 */
export function wordsOf(text: string): string[] {
  const plain = text
    .replaceAll('\u00AD', '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll('\u0301', '');
  const words = plain.match(wordPattern) ?? [];
  return words.slice(0, mostWords).map(word => (word.length > longestWord ? word.slice(0, longestWord) : word));
}
