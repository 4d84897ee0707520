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
