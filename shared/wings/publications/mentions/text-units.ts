/**
 * The kinds of the UTF-16 units of a text, for words: letter, digit, or something to pass over, and which unit it counts as when
 * words are compared. Case, `ё`, `ґ`, accents and wide forms do not count; combining marks and soft hyphens are passed over.
 */

/** Bits of `unitKinds`. */
export const kind = {
  letter: 1,
  capital: 2,
  digit: 4,
  latin: 8,
  cyrillic: 16,
  /** Passed over inside a word: soft hyphen, combining mark, a character of no width. */
  passed: 32,
  /** Part of a word between two of its letters: `'`, `&`, `+`. */
  inner: 64,
} as const;

/** Bits of a unit that a word may begin with. */
export const wordKinds = kind.letter | kind.digit;

const units = 0x10000;
/** Kinds of each unit; 0 for what only parts words. */
export const unitKinds = new Uint8Array(units);
/** The unit that each unit counts as. */
export const foldedUnits = new Uint16Array(units);

const passed = /[\p{Cf}\p{Mn}]/u;
const apostrophes = "'\u2018\u2019\u02bc\u00b4`";

fill();

function fill(): void {
  for (let unit = 0; unit < units; unit++) {
    foldedUnits[unit] = unit;
    // Surrogates and private characters part words: no name has letters there.
    if (unit < 0xd800 || unit > 0xf8ff) unitKinds[unit] = kindOf(unit, String.fromCharCode(unit));
  }
}

function kindOf(unit: number, character: string): number {
  // Characters without case and accents, in the thousands: they need no look.
  if ((unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7a3)) return kind.letter;
  if (apostrophes.includes(character)) {
    foldedUnits[unit] = 0x27;
    return kind.inner;
  }
  if (character === '&' || character === '+') return kind.inner;
  if (/\p{Nd}/u.test(character)) return digit(unit, character);
  if (/\p{L}/u.test(character)) return letter(unit, character);
  return passed.test(character) ? kind.passed : 0;
}

function digit(unit: number, character: string): number {
  foldedUnits[unit] = character.normalize('NFKD').charCodeAt(0);
  return kind.digit;
}

function letter(unit: number, character: string): number {
  const plain = character.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '').replace('ґ', 'г');
  if (plain.length === 1) foldedUnits[unit] = plain.charCodeAt(0);
  const isCapital = character !== character.toLowerCase();
  return kind.letter | (isCapital ? kind.capital : 0) | script(foldedUnits[unit]!);
}

function script(unit: number): number {
  if (unit < 0x250) return kind.latin;
  return unit >= 0x400 && unit < 0x530 ? kind.cyrillic : 0;
}

/** A word as words are compared: each unit as it counts, without those that are passed over. */
export function foldedWord(word: string): string {
  let folded = '';
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at);
    if ((unitKinds[unit]! & kind.passed) === 0) folded += String.fromCharCode(foldedUnits[unit]!);
  }
  return folded;
}

/** A word of a name, as the name has it. */
export interface NameWord {
  readonly text: string;
  /** Written in capitals (МГУ, СПбГУ, G7): found in capitals only. */
  readonly isAbbreviation: boolean;
}

/** Forms of companies and institutions, which texts leave out. */
const legalForms = new Set(
  (
    'ооо оао зао пао нао ао ано нко нп тоо чоу ноу гуп фгуп муп гбу гау гку фгбу фгау фгку фгбун фгбну фгбоу фгаоу фгоу ' +
    'фгун гоу гбоу гаоу мбоу маоу впо во дпо спо inc incorporated ltd limited llc corp plc gmbh ag sa se kg kgaa ohg sas sarl ' +
    'тов тзов пат прат дп'
  ).split(' '),
);
/** `Имени` and its abbreviation: the person after it stays. */
const namedAfter = new Set(['имени', 'им', 'імені', 'ім']);

/** The words of a text, each a run of letters and digits with what is inside of it. */
export function wordsIn(text: string): readonly string[] {
  const words: string[] = [];
  for (let at = 0; at < text.length; ) {
    if ((unitKinds[text.charCodeAt(at)]! & wordKinds) === 0) {
      at += 1;
      continue;
    }
    const end = wordEnd(text, at);
    words.push(text.slice(at, end));
    at = end;
  }
  return words;
}

/** Where the word ends that begins at `start`. */
function wordEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const kinds = unitKinds[text.charCodeAt(at)] ?? 0;
    if ((kinds & (wordKinds | kind.passed)) !== 0) at += 1;
    else if ((kinds & kind.inner) !== 0 && isWordUnit(text, at + 1) && !isElided(text.slice(start, at))) at += 2;
    else return at;
  }
}

/** `l'`, `d'`, `qu'`: an article or a small word before an apostrophe is a separate word. */
export const elidedWords = ['l', 'd', 'qu', 'lorsqu', 'puisqu', 'jusqu', 'quoiqu', 'presqu'];

function isElided(before: string): boolean {
  return before.length < 7 && elidedWords.includes(before.toLowerCase());
}

export function isWordUnit(text: string, at: number): boolean {
  return ((unitKinds[text.charCodeAt(at)] ?? 0) & wordKinds) !== 0;
}

/**
 * The words of a name that have to be met: without legal forms, initials, `имени`, and endings of numbers (13-ая). Initials before a
 * single word stay: `C.H. Robinson` is not every Robinson.
 */
export function nameWords(name: string): readonly NameWord[] {
  const words = wordsIn(!name.includes('-') ? name : name.replaceAll(/(\p{Nd})-[а-яё]{1,3}(?![\p{L}\p{Nd}])/gu, '$1'));
  const named = words.filter((word, index) => !isUnsaid(word, words.length) || (index === 0 && words.length === 1));
  const others = named.filter(word => !isInitialIn(name, word));
  const isOnePerson = others.length === 1 && isInitialIn(name, words[0]!);
  const kept = isOnePerson ? named : others;
  return (kept.length === 0 ? words : kept).map(text => ({ text, isAbbreviation: isAbbreviation(text) }));
}

function isUnsaid(word: string, count: number): boolean {
  const lower = word.toLowerCase();
  return namedAfter.has(lower) || (legalForms.has(lower) && /\p{Lu}/u.test(word) && count > 1);
}

function isInitialIn(name: string, word: string): boolean {
  return word.length === 1 && /\p{Lu}/u.test(word) && new RegExp(`(?<!\\p{L})${word}\\.`, 'u').test(name);
}

/** Two capitals at least and mostly capitals, or a capital and a digit. Long words of mixed case are names (ВымпелКом). */
export function isAbbreviation(word: string): boolean {
  const capitals = word.match(/\p{Lu}/gu)?.length ?? 0;
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  if (capitals === 1) return letters === 1 && /\p{Nd}/u.test(word);
  return capitals >= 2 && capitals * 2 >= letters;
}

/** The last names of persons whom a name honours: Ломоносова of `МГУ имени М. В. Ломоносова`. */
export function honouredIn(name: string): readonly string[] {
  return [...name.matchAll(/(?<!\p{L})(?:имени|им\.?|імені|ім\.?)\s+([^«»"“”(),;]+)/giu)].flatMap(([, rest = '']) => {
    const words = wordsIn(rest).filter(word => word.length > 1);
    const end = words.findIndex((word, index) => index > 0 && !/^\p{Lu}\p{Ll}/u.test(word));
    return words.slice(0, end < 0 ? words.length : end).filter(word => /^\p{Lu}\p{Ll}/u.test(word));
  });
}
