import { foldedWord } from '../mentions/text-units.ts';
import { wordsAt } from './sentence-words.ts';
import { stemOf } from './stem.ts';
import type { FeatureRow } from './tone-model.ts';
import { wordTone } from './tone-words.ts';

/** A sentence and the place in it that a tone is asked of, in UTF-16 units. */
export interface ToneItem {
  readonly sentence: string;
  readonly start: number;
  readonly end: number;
}

const buckets = 2 ** 18;
/** Words on either side of the target that count as near. */
const near = 4;
/** Words after a negation whose sense it turns. */
const negated = 3;
/** Words on either side that have a feature for their very place. */
const placed = 3;
/** More words of a sentence are not looked at, on either side of the target. */
const mostWords = 200;
const negations = new Set(
  "не ни нет без никогда нельзя not no never none without nor cannot n't don't didn't doesn't isn't wasn't won't".split(
    ' ',
  ),
);
/** A word with a capital that begins no sentence: names say who is written about, and not how. */
const nameMark = 'ИМЯ';

interface ContextWord {
  readonly stem: string;
  /** Words between it and the target, from 1; negative before the target. */
  readonly distance: number;
  readonly isNegated: boolean;
  readonly tone: number;
}

/**
 * The features of a sentence: its words by side and distance, pairs of neighbours, and words of a list of good and bad
 * ones. Words of the target are never among them, so that no name has a tone of its own; other names are one word.
 */
export function toneFeatures({ sentence, start, end }: ToneItem): FeatureRow {
  const words = contextWords(sentence, start, end);
  const row = new Map<number, number>();
  const add = (name: string, value: number): void => {
    const feature = hashOf(name) & (buckets - 1);
    row.set(feature, (row.get(feature) ?? 0) + value);
  };
  for (const word of words) addWord(word, add);
  words.forEach((word, index) => {
    const next = words[index + 1];
    if (next !== undefined && next.distance - word.distance === 1) add(`2:${word.stem} ${next.stem}`, 1);
  });
  addTone(words, add);
  return { features: Int32Array.from(row.keys()), values: Float64Array.from(row.values()) };
}

function addWord({ stem, distance, isNegated }: ContextWord, add: (name: string, value: number) => void): void {
  const side = distance < 0 ? 'L' : 'R';
  const away = Math.abs(distance);
  const sense = isNegated ? `!${stem}` : stem;
  add(`b:${sense}`, 1);
  add(`w:${sense}`, 1 / (1 + away / 6));
  add(`${side}:${sense}`, 1 / (1 + away / 6));
  if (away <= near) add(`n${side}:${sense}`, 1);
  if (away <= placed) add(`p${distance}:${stem}`, 1);
}

/** Good and bad words: how many, on which side, and near. A negation turns them. */
function addTone(words: readonly ContextWord[], add: (name: string, value: number) => void): void {
  for (const { tone, distance, isNegated } of words) {
    if (tone === 0) continue;
    const sense = tone > 0 === !isNegated ? '+' : '-';
    const side = distance < 0 ? 'L' : 'R';
    add(`t${sense}`, 1);
    add(`t${side}${sense}`, 1);
    if (Math.abs(distance) <= near) add(`tn${sense}`, 1);
  }
}

function contextWords(sentence: string, start: number, end: number): readonly ContextWord[] {
  const words = wordsAt(sentence);
  const before = words.filter(word => word.end <= start).slice(-mostWords);
  const after = words.filter(word => word.start >= end).slice(0, mostWords);
  const context = [
    ...before.map((word, index) => ({ ...word, distance: index - before.length })),
    ...after.map((word, index) => ({ ...word, distance: index + 1 })),
  ];
  const folded = context.map(({ text }) => foldedWord(text));
  return context.map(({ text, isFirst, distance }, index) => {
    const isName = !isFirst && /^\p{Lu}/u.test(text);
    const stem = isName ? nameMark : stemOf(folded[index]!);
    const isNegated = folded.slice(Math.max(0, index - negated), index).some(each => negations.has(each));
    return { stem, distance, isNegated, tone: isName ? 0 : wordTone(stem) };
  });
}

/** FNV-1a of a feature's name. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}
