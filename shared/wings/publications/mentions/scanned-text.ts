import type { Dictionary } from './dictionary.ts';
import { elidedWords, foldedUnits, foldedWord, kind, unitKinds, wordKinds } from './text-units.ts';
import { hashed, hashOfAbbreviation, noHash } from './word-table.ts';

/** How a word of a text is written. */
export const shape = {
  capital: 1,
  /** No small letter, and two capitals at least. */
  allCapitals: 2,
} as const;

/** Bits of a unit that continues a word. */
const partKinds = wordKinds | kind.passed;

/** The words of a text, by their numbers from 0, and those whose form is known to a dictionary. */
export interface ScannedText {
  readonly text: string;
  readonly count: number;
  /** Offsets of words, in UTF-16 units. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Forms in the dictionary; -1 for words that no name has. */
  readonly forms: Int32Array;
  readonly shapes: Uint8Array;
  /** Words with which a name may begin. */
  readonly begins: readonly number[];
  /** The form as an ordinary word, of words that were found as abbreviations. */
  readonly plainForms: ReadonlyMap<number, number>;
}

/** The hashes of `l`, `d`, `qu`: behind an apostrophe another word begins. */
const elided = new Set(
  elidedWords.map(word => Array.from(word).reduce((hash, letter) => hashed(hash, letter.charCodeAt(0)), noHash)),
);
const letterS = 0x73;
const apostrophe = 0x27;
/** Characters of a word and what parts it from the next, at least on average: room for words is made by it. */
const charactersOfWord = 4;

/** Parts a text into words and looks each of them up. Linear in the text; memory by its words. */
export function scanText(text: string, dictionary: Dictionary): ScannedText {
  return new TextScan(text, dictionary).run();
}

/** The sums over the units of a word. */
interface WordUnits {
  hash: number;
  kinds: number;
  capitals: number;
  letters: number;
}

class TextScan {
  readonly #text: string;
  readonly #dictionary: Dictionary;
  #count = 0;
  #starts: Int32Array;
  #ends: Int32Array;
  #forms: Int32Array;
  #shapes: Uint8Array;
  readonly #begins: number[] = [];
  readonly #plainForms = new Map<number, number>();
  /** Of the word that is read now. */
  readonly #units: WordUnits = { hash: 0, kinds: 0, capitals: 0, letters: 0 };

  constructor(text: string, dictionary: Dictionary) {
    this.#text = text;
    this.#dictionary = dictionary;
    const room = Math.ceil(text.length / charactersOfWord) + 1;
    this.#starts = new Int32Array(room);
    this.#ends = new Int32Array(room);
    this.#forms = new Int32Array(room);
    this.#shapes = new Uint8Array(room);
  }

  run(): ScannedText {
    const text = this.#text;
    const { length } = text;
    for (let at = 0; at < length; ) {
      while (at < length && (unitKinds[text.charCodeAt(at)]! & wordKinds) === 0) at += 1;
      if (at < length) at = this.#enter(at, this.#readWord(at));
    }
    return {
      text,
      count: this.#count,
      starts: this.#starts,
      ends: this.#ends,
      forms: this.#forms,
      shapes: this.#shapes,
      begins: this.#begins,
      plainForms: this.#plainForms,
    };
  }

  /** Reads the word at `start` into `#units`; gives the offset after it. */
  #readWord(start: number, length = this.#text.length): number {
    const text = this.#text;
    let at = start;
    let hash = noHash;
    let kinds = 0;
    let capitals = 0;
    let letters = 0;
    let unit = text.charCodeAt(at);
    let of = unitKinds[unit]!;
    for (;;) {
      if ((of & kind.passed) === 0) {
        hash = hashed(hash, foldedUnits[unit]!);
        kinds |= of;
        capitals += (of >> 1) & 1;
        letters += of & 1;
      }
      at += 1;
      if (at === length) break;
      unit = text.charCodeAt(at);
      of = unitKinds[unit]!;
      if ((of & partKinds) !== 0) continue;
      if ((of & kind.inner) === 0 || at + 1 === length) break;
      if ((unitKinds[text.charCodeAt(at + 1)]! & wordKinds) === 0 || elided.has(hash)) break;
    }
    const units = this.#units;
    units.hash = hash;
    units.kinds = kinds;
    units.capitals = capitals;
    units.letters = letters;
    return at;
  }

  #enter(start: number, wordEnd: number): number {
    const { hash, kinds, capitals, letters } = this.#units;
    const number = this.#count;
    if (number === this.#starts.length) this.#grow();
    const own = letters === 2 && this.#isPossessive(wordEnd) ? 1 : letters;
    const inCapitals = capitals > 1 || (capitals === 1 && own === 1 && (kinds & kind.digit) !== 0);
    let end = wordEnd;
    let form = inCapitals ? this.#abbreviation(number, start, end, hash) : -1;
    if (form < 0) form = this.#dictionary.forms.find(hash, false, this.#text, start, end);
    const dotted = capitals === 1 && letters === 1 && this.#text[end] === '.' ? this.#dotted(start) : undefined;
    if (dotted !== undefined) [form, end] = dotted;
    if (this.#mayBeBroken(end)) [form, end] = this.#brokenWord(start, end, hash, letters === 0) ?? [form, end];
    if (form < 0 && (isMixed(kinds, capitals, letters) || this.#isAmongLatin(start, kinds, capitals, letters)))
      form = this.#lookAlike(start, end, inCapitals);
    if (form < 0 && (capitals > 1 || inCapitals)) [form, end] = this.#glued(start, end) ?? [form, end];
    this.#starts[number] = start;
    this.#ends[number] = end;
    this.#forms[number] = form;
    this.#shapes[number] =
      ((unitKinds[this.#text.charCodeAt(start)]! & kind.capital) >> 1) |
      (dotted !== undefined || (inCapitals && capitals === letters && capitals > 1) ? shape.allCapitals : 0);
    if (form >= 0 && this.#mayBegin(number, form)) this.#begins.push(number);
    this.#count = number + 1;
    return end;
  }

  /** `М.Г.У.`, `W.H.O.`: an abbreviation of three letters at least with points between them. */
  #dotted(start: number): readonly [form: number, end: number] | undefined {
    const pattern = /\p{Lu}(?:\.\p{Lu}){2,9}(?![\p{L}\p{Nd}])/uy;
    pattern.lastIndex = start;
    const letters = pattern.exec(this.#text)?.[0].replaceAll('.', '');
    if (letters === undefined) return undefined;
    let hash = noHash;
    for (let at = 0; at < letters.length; at++) hash = hashed(hash, foldedUnits[letters.charCodeAt(at)]!);
    const form = this.#dictionary.forms.find(hashOfAbbreviation(hash), true, letters, 0, letters.length);
    return form < 0 ? undefined : [form, pattern.lastIndex];
  }

  /** Whether the word that ends at `end` ends in `'s`: that of 3M's. */
  #isPossessive(end: number): boolean {
    const last = this.#text.charCodeAt(end - 1);
    return foldedUnits[last] === letterS && foldedUnits[this.#text.charCodeAt(end - 2)] === apostrophe;
  }

  /** Whether a hyphen is behind a word, or a soft one at its end. */
  #mayBeBroken(end: number): boolean {
    const after = this.#text.charCodeAt(end);
    return after === 0x2d || after === 0x2010 || after === 0x2011 || this.#text.charCodeAt(end - 1) === 0xad;
  }

  #mayBegin(number: number, form: number): boolean {
    const plain = this.#plainForms.get(number);
    return this.#dictionary.begins(form) || (plain !== undefined && this.#dictionary.begins(plain));
  }

  #abbreviation(number: number, start: number, end: number, hash: number): number {
    const { forms } = this.#dictionary;
    const form = forms.find(hashOfAbbreviation(hash), true, this.#text, start, end);
    if (form < 0) return form;
    const plain = forms.find(hash, false, this.#text, start, end);
    if (plain >= 0) this.#plainForms.set(number, plain);
    return form;
  }

  /**
   * A word that goes on in the next line (`инсти-\nтута`), where both parts together are a word of a name; a number whose
   * ending is set off (`13-ая`) ends after it.
   */
  #brokenWord(start: number, end: number, hash: number, isNumber: boolean): [form: number, end: number] | undefined {
    const text = this.#text;
    const rest = isNumber
      ? /[-‐‑]([а-яё]{1,3})(?![\p{L}\p{Nd}])/uy
      : /(?<=\u00ad)[^\S\n]{0,80}\n\s{0,80}(?=\p{Ll})|[-‐‑][^\S\n]{0,80}\n\s{0,80}(?=\p{Ll})/uy;
    rest.lastIndex = end;
    const match = rest.exec(text);
    if (match === null) return undefined;
    if (isNumber) return [this.#dictionary.forms.find(hash, false, text, start, end), rest.lastIndex];
    let at = rest.lastIndex;
    let whole = hash;
    for (; at < text.length && (unitKinds[text.charCodeAt(at)]! & (wordKinds | kind.passed)) !== 0; at++)
      if ((unitKinds[text.charCodeAt(at)]! & kind.passed) === 0)
        whole = hashed(whole, foldedUnits[text.charCodeAt(at)]!);
    const joined = text.slice(start, end) + text.slice(rest.lastIndex, at);
    const form = this.#dictionary.forms.find(whole, false, joined, 0, joined.length);
    return form < 0 ? undefined : [form, at];
  }

  /** `СберМаркет`, `ВТБ24`: the first part is a word of a name. */
  #glued(start: number, wordEnd: number): [form: number, end: number] | undefined {
    const part = /^(?:\p{Lu}\p{Ll}{2,40}(?=\p{Lu})|\p{Lu}{3,9}(?=\p{Nd}))/u.exec(
      this.#text.slice(start, Math.min(wordEnd, start + 50)),
    )?.[0];
    if (part === undefined) return undefined;
    const end = this.#readWord(start, start + part.length);
    const { hash } = this.#units;
    const { forms } = this.#dictionary;
    const form = /\p{Ll}/u.test(part)
      ? forms.find(hash, false, this.#text, start, end)
      : this.#abbreviation(this.#count, start, end, hash);
    return form < 0 ? undefined : [form, end];
  }

  /** Cyrillic capitals behind a Latin word: `the ВВС`. */
  #isAmongLatin(start: number, kinds: number, capitals: number, letters: number): boolean {
    if ((kinds & kind.latin) !== 0 || capitals < 2 || capitals < letters) return false;
    return /[a-z] $/i.test(this.#text.slice(Math.max(0, start - 2), start));
  }

  /** Letters of the other alphabet that look alike (`MГУ` with a Latin M). */
  #lookAlike(start: number, end: number, inCapitals: boolean): number {
    if (end - start > mostLookAlike) return -1;
    const folded = foldedWord(this.#text.slice(start, end));
    for (const [from, to] of [
      [latin, cyrillic],
      [cyrillic, latin],
    ] as const) {
      const other = Array.from(folded, letter => to[from.indexOf(letter)] ?? letter).join('');
      let hash = noHash;
      for (let at = 0; at < other.length; at++) hash = hashed(hash, other.charCodeAt(at));
      const { forms } = this.#dictionary;
      const form = inCapitals ? forms.find(hashOfAbbreviation(hash), true, other, 0, other.length) : -1;
      const found = form >= 0 ? form : forms.find(hash, false, other, 0, other.length);
      if (found >= 0 && other !== folded) return found;
    }
    return -1;
  }

  #grow(): void {
    const longer = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const array = new Int32Array(old.length * 2);
      array.set(old);
      return array;
    };
    this.#starts = longer(this.#starts);
    this.#ends = longer(this.#ends);
    this.#forms = longer(this.#forms);
    const shapes = new Uint8Array(this.#shapes.length * 2);
    shapes.set(this.#shapes);
    this.#shapes = shapes;
  }
}

const latin = [...'abcehkmoptxyi'];
const cyrillic = [...'авсенкмортхуі'];
const mostLookAlike = 40;

/** Letters of both alphabets, or capitals alone that may be of the other: Latin ones, or `Х5`. */
function isMixed(kinds: number, capitals: number, letters: number): boolean {
  const scripts = kinds & (kind.latin | kind.cyrillic);
  if (capitals === letters && (kinds & kind.digit) !== 0) return scripts !== 0;
  return scripts === (kind.latin | kind.cyrillic) || (scripts === kind.latin && capitals > 1 && capitals === letters);
}
