import type { Dictionary } from './dictionary.ts';
import { type ScannedText, shape } from './scanned-text.ts';
import { foldedWord } from './text-units.ts';
import { type FoundName, gapBetween, wordFolded, wordText } from './walk-names.ts';

/** Words of a full name that are looked at before or within brackets. */
const longestFullName = 14;
/** Words of a full name whose initials the abbreviation lacks. */
const mostUnspelled = 4;
const introductions = new Set(['далее', 'сокращенно', 'сокр', 'аббревиатура', 'the']);

/** The key of a name of a single word among the names with a foreign meaning in a text. */
export function boundKey(organization: number, folded: string): string {
  return `${organization} ${folded}`;
}

/**
 * Abbreviations of the list that a text explains by a foreign full name, `Магнитогорский университет (МГУ)` or
 * `МГУ (Магнитогорский университет)`: throughout the text they do not mean the organization of the list.
 */
export function otherMeanings(
  scan: ScannedText,
  dictionary: Dictionary,
  names: readonly FoundName[],
): ReadonlySet<string> {
  const meanings = new Set<string>();
  const short = names.filter(({ path }) => path.words.length === 1 && dictionary.isAbbreviation(path.words[0]!));
  const begins = new Set(names.map(({ path, words }) => `${path.organization} ${words[0]}`));
  for (const name of short) {
    const { organization } = name.path;
    const [from, to] = fullNameOf(name, scan) ?? [0, -1];
    if (to < from || wordsFrom(from, to).some(word => begins.has(`${organization} ${word}`))) continue;
    // A part of the organization's own name: `Ludwig-Maximilians-Universität` of that of München.
    if (wordsFrom(from, to).every(word => dictionary.knows(organization, scan.forms[word]!))) continue;
    meanings.add(boundKey(organization, foldedWord(dictionary.textOf(name.path.words[0]!))));
  }
  return meanings;
}

function wordsFrom(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** First and last word of the full name that brackets set beside an abbreviation. */
function fullNameOf(name: FoundName, scan: ScannedText): readonly [from: number, to: number] | undefined {
  const word = name.words[0]!;
  const letters = abbreviationLetters(wordText(scan, word));
  return nameBefore(word, letters, scan) ?? nameBehind(word, letters, scan);
}

/** `Full name (ABBR)`, `Full name (далее — ABBR)`. */
function nameBefore(word: number, letters: string, scan: ScannedText): readonly [number, number] | undefined {
  let first = word;
  while (first > 0 && first > word - 3 && introductions.has(wordFolded(scan, first - 1))) first -= 1;
  const gap = first === 0 ? '' : scan.text.slice(scan.ends[first - 1]!, scan.starts[first]!);
  if (first === 0 || gap.length > 12 || !/^[\s»"”“]*\(\s*[«"„]?$/.test(gap)) return undefined;
  const last = first - 1;
  for (let from = last; from >= 0 && from > last - longestFullName; from--) {
    if (spells(from, last, letters, scan)) return [from, last];
    if (from === 0 || gapBetween(scan, from - 1, from) !== 'open') return undefined;
  }
  return undefined;
}

/** `ABBR (Full name)`. */
function nameBehind(word: number, letters: string, scan: ScannedText): readonly [number, number] | undefined {
  const first = word + 1;
  if (first >= scan.count) return undefined;
  const gap = scan.text.slice(scan.ends[word]!, scan.starts[first]!);
  if (gap.length > 12 || !/^[»"”]?\s*\(\s*[«"„]?$/.test(gap)) return undefined;
  for (let last = first; last < scan.count && last < first + longestFullName; last++) {
    if (last > first && gapBetween(scan, last - 1, last) !== 'open') return undefined;
    if (spells(first, last, letters, scan)) return [first, last];
  }
  return undefined;
}

function abbreviationLetters(text: string): string {
  const capitals = text.replaceAll(/[^\p{Lu}\p{Nd}]/gu, '');
  return foldedWord(capitals);
}

/** The initial of a word; `госуниверситет` has two. */
function initialsOf(folded: string): string {
  const rest = /^гос([а-я]{4,})/.exec(folded)?.[1];
  return rest === undefined ? folded[0]! : `г${rest[0]}`;
}

/** Whether the initials of words give an abbreviation; few of them may be left out, never the first. */
function spells(from: number, to: number, letters: string, scan: ScannedText): boolean {
  let at = 0;
  let unspelled = 0;
  for (let word = from; word <= to; word++) {
    const initials = initialsOf(wordFolded(scan, word));
    if (letters.startsWith(initials, at)) at += initials.length;
    else if (letters[at] === initials[0]) at += 1;
    else if (at === 0) return false;
    else unspelled += 1;
  }
  return (
    at === letters.length &&
    letters.length > 1 &&
    unspelled <= mostUnspelled &&
    to > from &&
    (scan.shapes[from]! & shape.allCapitals) === 0
  );
}
