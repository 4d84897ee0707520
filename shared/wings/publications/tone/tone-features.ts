import type { ContextReader, ContextWord, ToneItem, ToneLanguage } from './context-words.ts';
import { expOf } from './exact-math.ts';
import { type Lean, leanOf } from './frames.ts';

/**
 * The version of what this file makes of a sentence. A model of another version is refused: its weights would be those of
 * other features.
 */
export const featureVersion = 2;
/** Features are numbers below this. */
export const buckets = 2 ** 20;

/**
 * The features of a target: features with amounts, each of one of its words. A feature may come several times. `dense` holds four
 * sums of word vectors: before and after the target, of near words and of all.
 */
export interface ToneFeatures {
  readonly words: readonly ContextWord[];
  readonly features: Int32Array;
  readonly amounts: Float64Array;
  /** The word that each feature is of. */
  readonly owners: Int32Array;
  readonly dense: Float64Array;
  /** Of a construction that words alone do not show. */
  readonly lean: Lean | undefined;
}

/** Words on either side of the target that count as near. */
const near = 4;
/** Words on either side that have a feature for their very place. */
const placed = 3;
/** Words before the target among which its preposition is searched for. */
const prepositionWords = 4;
/** Words after which a word counts half, beside those next to the target. */
const decay = 6;
/** Words after which a vector counts 1/e. */
const vectorDecay = 3;

/** The place among frequent words at which the vector of a word counts half. Measured for each language; 0: all count alike. */
const frequentWords: Readonly<Record<ToneLanguage, number>> = { ru: 0, en: 100 };

/** Kinds of features: FNV-1a goes on from them. */
const kind = {
  anywhere: 1,
  weighted: 2,
  left: 3,
  right: 4,
  nearLeft: 5,
  nearRight: 6,
  pair: 7,
  preposition: 8,
  valence: 9,
  sign: 10,
  /** Up to 6 after it: the place. */
  place: 16,
} as const;
/** Added to the kind of a negated word. */
const negated = 64;

export function toneFeatures(reader: ContextReader, item: ToneItem): ToneFeatures {
  const words = reader.read(item);
  const list = new FeatureList();
  words.forEach((word, index) => {
    addWord(word, index, list);
    const next = words[index + 1];
    if (next !== undefined && next.distance - word.distance === 1)
      list.add(mixed(mixed(kind.pair, word.hash), next.hash), 1, index);
    if (word.valence !== 0) addValence(word, index, list);
  });
  addPreposition(words, list);
  addSigns(words, item, list);
  return { words, ...list.arrays(), dense: denseFeatures(words, reader), lean: leanOf(item, words, reader) };
}

/** The share of a word's vector in the two sums of its side; sums are divided by the root of what they have added. */
export type VectorShares = readonly (readonly [near: number, all: number])[];

/** By words: the shares of each; of words without a vector they say nothing. */
export function vectorShares(words: readonly ContextWord[], language: ToneLanguage): VectorShares {
  const frequent = frequentWords[language];
  const sums = [0, 0, 0, 0];
  const amounts = words.map(({ distance, row }, index) => {
    if (row < 0) return [0, 0] as const;
    const rarity = 1 / (1 + frequent / (1 + row));
    const both = [nearness[Math.abs(distance)]! * rarity, rarity] as const;
    both.forEach((amount, which) => {
      sums[poolOf(words[index]!, which)]! += frequent === 0 ? amount : amount * amount;
    });
    return both;
  });
  const lengths = sums.map(sum => (sum === 0 ? 1 : Math.sqrt(sum)));
  return amounts.map(([close, all], index) => [
    close / lengths[poolOf(words[index]!, 0)]!,
    all / lengths[poolOf(words[index]!, 1)]!,
  ]);
}
const nearness = Array.from({ length: 256 }, (_, away) => expOf(-away / vectorDecay));

function denseFeatures(words: readonly ContextWord[], { values, language }: ContextReader): Float64Array {
  const { dimensions } = values;
  const dense = new Float64Array(4 * dimensions);
  const shares = vectorShares(words, language);
  words.forEach((word, index) => {
    if (word.row < 0) return;
    shares[index]!.forEach((share, which) => {
      values.addVector(word.row, share, dense, poolOf(word, which) * dimensions);
    });
  });
  return dense;
}

/** The place of a sum of vectors among the four. */
export function poolOf({ distance }: ContextWord, which: number): number {
  return (distance < 0 ? 0 : 2) + which;
}

function addWord({ hash, distance, isNegated }: ContextWord, owner: number, list: FeatureList): void {
  const isLeft = distance < 0;
  const away = Math.abs(distance);
  const weight = 1 / (1 + away / decay);
  const turned = isNegated ? negated : 0;
  list.add(mixed(kind.anywhere + turned, hash), 1, owner);
  list.add(mixed(kind.weighted + turned, hash), weight, owner);
  list.add(mixed((isLeft ? kind.left : kind.right) + turned, hash), weight, owner);
  if (away <= near) list.add(mixed((isLeft ? kind.nearLeft : kind.nearRight) + turned, hash), 1, owner);
  if (away <= placed) list.add(mixed(kind.place + distance + placed + turned, hash), 1, owner);
}

/** Good and bad words: how much, on which side, how near. A negation turns them. */
function addValence({ valence, distance, isNegated }: ContextWord, owner: number, list: FeatureList): void {
  const isGood = valence > 0 !== isNegated;
  const amount = Math.abs(valence);
  const side = distance < 0 ? 1 : 2;
  const away = Math.abs(distance);
  const add = (what: number, much: number): void =>
    list.add(mixed(mixed(kind.valence, what), isGood ? 1 : 2), much, owner);
  add(0, amount);
  add(side, amount);
  add(2 + side, amount / (1 + away / decay));
  if (away <= near) add(4 + side, amount);
}

/** The preposition that the target depends on, as far as the words before it show. */
function addPreposition(words: readonly ContextWord[], list: FeatureList): void {
  const last = words.findLastIndex(({ distance }) => distance < 0);
  for (let index = last; index >= 0 && index > last - prepositionWords; index--)
    if (words[index]!.isPreposition) {
      list.add(mixed(kind.preposition, words[index]!.hash), 1, index);
      return;
    }
}

/** The signs of the sentence beside its words: a question, a condition, something that somebody is quoted with. */
const sign = { question: 1, condition: 2, inQuotes: 3, behindQuote: 4 } as const;
const quotes = /["«»“”„]/g;

function addSigns(words: readonly ContextWord[], { sentence, start }: ToneItem, list: FeatureList): void {
  const last = words.length - 1;
  if (last < 0) return;
  const add = (what: number, owner: number): void => list.add(mixed(kind.sign, what), 1, owner);
  const from = Math.max(0, words[0]!.start - 1);
  if (sentence.slice(words[last]!.end, words[last]!.end + mostTail).includes('?')) add(sign.question, last);
  const condition = words.findIndex(({ isCondition }) => isCondition);
  if (condition >= 0) add(sign.condition, condition);
  const before = sentence.slice(Math.min(from, start), start);
  const left = Math.max(
    0,
    words.findLastIndex(({ distance }) => distance < 0),
  );
  if ((before.match(quotes)?.length ?? 0) % 2 === 1) add(sign.inQuotes, left);
  if (/["»”]\s*$/.test(before.slice(-mostTail))) add(sign.behindQuote, left);
}
/** Characters beside a word among which signs are searched for. */
const mostTail = 32;

/** FNV-1a over the bytes of a number, on from a hash or from a kind. */
function mixed(hash: number, value: number): number {
  let next = hash ^ 0x811c9dc5;
  for (let shift = 0; shift < 32; shift += 8) next = Math.imul(next ^ ((value >>> shift) & 0xff), 0x01000193);
  return next;
}

class FeatureList {
  readonly #features: number[] = [];
  readonly #amounts: number[] = [];
  readonly #owners: number[] = [];

  add(hash: number, amount: number, owner: number): void {
    this.#features.push((hash ^ (hash >>> 15)) & (buckets - 1));
    this.#amounts.push(amount);
    this.#owners.push(owner);
  }

  arrays(): Pick<ToneFeatures, 'features' | 'amounts' | 'owners'> {
    return {
      features: Int32Array.from(this.#features),
      amounts: Float64Array.from(this.#amounts),
      owners: Int32Array.from(this.#owners),
    };
  }
}
