import { remember } from '../../../domain/remember.ts';
import { wordHash } from '../../../domain/word-hash.ts';
import { stemOf } from '../search/stems.ts';
import { russianTone } from './tone-words.ts';

/**
 * The word values of a language: a vector of each frequent word, and how good or bad the words of a list are. The file
 * (`models/words-ru.bin`, little-endian; docs/formats/publications.md, "Tone models") has hashes for words: of 100,000 unknown
 * words, one or two are taken for a known word.
 */
export class WordValues {
  readonly dimensions: number;
  readonly #rowOf = new Map<number, number>();
  readonly #valences = new Map<number, number>();
  readonly #vectors: Int8Array;
  readonly #steps: Float64Array;

  /** `bytes`: the file, whose form the model's check of its SHA-256 vouches for. */
  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const words = view.getUint32(0, true);
    const valences = view.getUint32(4, true);
    this.dimensions = view.getUint32(8, true);
    let at = 12;
    for (let row = 0; row < words; row++, at += 4) this.#rowOf.set(view.getUint32(at, true), row);
    this.#steps = Float64Array.from({ length: this.dimensions }, (_, index) => view.getFloat32(at + 4 * index, true));
    at += 4 * this.dimensions;
    this.#vectors = unpacked(bytes.subarray(at, at + (words * this.dimensions) / 2));
    at += (words * this.dimensions) / 2;
    for (let index = 0; index < valences; index++, at += 5)
      this.#valences.set(view.getUint32(at, true), view.getInt8(at + 4) / 10);
  }

  /** The row of a word's vector, the most frequent word's first; -1 if it has none. */
  rowOf(word: string): number {
    return this.#rowOf.get(wordHash(word)) ?? -1;
  }

  /** From -4 (bad) to 4 (good); 0 for words that are not in the list. */
  valenceOf(word: string): number {
    return this.#valences.get(wordHash(word)) ?? 0;
  }

  /** Adds the vector of a row, times `amount`, to the numbers of `to` from `from` on. */
  addVector(row: number, amount: number, to: Float64Array, from: number): void {
    const start = row * this.dimensions;
    for (let at = 0; at < this.dimensions; at++)
      to[from + at]! += amount * this.#vectors[start + at]! * this.#steps[at]!;
  }
}

/** Numbers of four bits, two a byte, the lower four first; 8 stands for 0. */
function unpacked(bytes: Uint8Array): Int8Array {
  const numbers = new Int8Array(2 * bytes.length);
  bytes.forEach((byte, index) => {
    numbers[2 * index] = (byte & 15) - 8;
    numbers[2 * index + 1] = (byte >> 4) - 8;
  });
  return numbers;
}

export const toneLanguages = ['ru', 'en'] as const;
export type ToneLanguage = (typeof toneLanguages)[number];

/** A sentence and the place in it that a tone is asked of, in UTF-16 units. */
export interface ToneItem {
  readonly sentence: string;
  readonly start: number;
  readonly end: number;
}

/** A word beside the target. */
export interface ContextWord extends Pick<KnownWord, 'hash' | 'valence' | 'row' | 'isPreposition' | 'isCondition'> {
  readonly start: number;
  readonly end: number;
  /** Words between it and the target, from 1; negative before the target. */
  readonly distance: number;
  readonly isNegated: boolean;
}

/** More words of a sentence are not looked at, on either side of the target. */
const mostWords = 200;
/** Words farther from the target are not read: a sentence may have a million letters, or none. */
const mostBeside = 10_000;
/** Signs behind a word among which the end of a sentence is searched for. */
const mostSigns = 64;
/** Words after a negation whose sense it turns. */
const negatedWords = 3;
const longestWord = 64;
const negations = new Set(
  `не ни нет без никогда нельзя not no never none without nor cannot n't hardly barely neither nobody nothing
  don't didn't doesn't isn't wasn't won't can't aren't weren't couldn't wouldn't shouldn't hasn't haven't hadn't`.split(
    /\s+/,
  ),
);
const prepositions = new Set(
  `в во на с со к ко у о об обо от ото до из изо за под над при по про для без перед между через против ради вокруг среди
  из-за из-под около мимо кроме вместо согласно благодаря by of to for with against from in on at about into over under
  between through during before after`.split(/\s+/),
);
const conditions = new Set(['если', 'бы', 'if', 'would', 'could', 'unless']);
/** A word with a capital that begins no sentence: names say who is written about, and not how. */
const nameHash = wordHash('ИМЯ');
const numberHash = wordHash('ЧИСЛО');
const wordPattern = /[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}'’\u00ad-]*/gu;

/** The facts about a word, at any place. */
interface KnownWord {
  /** Of its stem; names of others and numbers have one hash each. */
  readonly hash: number;
  /** How good or bad it is, from -4 to 4, before any negation. */
  readonly valence: number;
  /** Row of its vector; -1 if it has none. */
  readonly row: number;
  readonly isCapital: boolean;
  readonly isNumber: boolean;
  readonly isNegation: boolean;
  readonly isPreposition: boolean;
  readonly isCondition: boolean;
}

const mostKnown = 100_000;

/** Reads the words around targets, and keeps what it has learnt of words that come again. */
export class ContextReader {
  readonly values: WordValues;
  readonly language: ToneLanguage;
  readonly #known = new Map<string, KnownWord>();

  constructor(values: WordValues, language: ToneLanguage) {
    this.values = values;
    this.language = language;
  }

  /** The words before and after the target, in the order of the text. The target's own words are never among them. */
  read({ sentence, start, end }: ToneItem): readonly ContextWord[] {
    const from = Math.max(0, start - mostBeside);
    const before = this.#words(sentence.slice(from, start), from, true).slice(-mostWords);
    const after = this.#words(sentence.slice(end, end + mostBeside), end, isEnd(sentence.slice(from, end))).slice(
      0,
      mostWords,
    );
    const all = [...before, ...after];
    return all.map(({ start, end, isName, known }, index) => {
      let isNegated = false;
      for (let at = Math.max(0, index - negatedWords); at < index; at++) isNegated ||= all[at]!.known.isNegation;
      return {
        start,
        end,
        distance: index < before.length ? index - before.length : index - before.length + 1,
        hash: isName ? nameHash : known.hash,
        isNegated,
        valence: isName ? 0 : known.valence,
        // English has capitals in words that are no names: Senate, Republican, Russian.
        row: isName && this.language === 'ru' ? -1 : known.row,
        isPreposition: known.isPreposition,
        isCondition: known.isCondition,
      };
    });
  }

  #words(
    text: string,
    offset: number,
    isStart: boolean,
  ): { start: number; end: number; isName: boolean; known: KnownWord }[] {
    let behind = 0;
    let isFirst = isStart;
    return Array.from(text.matchAll(wordPattern), ({ 0: word, index }) => {
      if (behind > 0) isFirst = isEnd(text.slice(behind, index));
      behind = index + word.length;
      const known = this.#knownWord(word);
      const isName = known.isCapital && !isFirst;
      return { start: offset + index, end: offset + behind, isName, known };
    });
  }

  #knownWord(word: string): KnownWord {
    const kept = this.#known.get(word);
    if (kept !== undefined) return kept;
    const known = this.#newWord(word);
    if (word.length <= longestWord) remember(this.#known, word, known, mostKnown);
    return known;
  }

  #newWord(word: string): KnownWord {
    const plain = word
      .slice(0, longestWord)
      .toLowerCase()
      .replaceAll('ё', 'е')
      .replaceAll('’', "'")
      .replaceAll('\u00ad', '')
      .replace(/'s$/, '');
    const isNumber = /^\p{Nd}/u.test(plain);
    const stem = stemOf(plain);
    return {
      hash: isNumber ? numberHash : wordHash(stem),
      valence: this.values.valenceOf(plain) || russianTone(stem),
      row: this.values.rowOf(plain),
      isCapital: /^\p{Lu}/u.test(word),
      isNumber,
      isNegation: negations.has(plain),
      isPreposition: prepositions.has(plain),
      isCondition: conditions.has(plain),
    };
  }
}

/** Whether a sentence may end behind the last letter of a text. */
function isEnd(text: string): boolean {
  for (const sign of [...text.slice(-mostSigns)].reverse()) {
    if ('.!?…'.includes(sign)) return true;
    if (/\p{L}/u.test(sign)) return false;
  }
  return false;
}
