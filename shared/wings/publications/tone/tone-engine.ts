import { BadInput, refusal } from '../../../domain/refusal/refusal.ts';
import { ContextReader, type ToneItem, WordValues } from './context-words.ts';
import type { ToneModelFile } from './model-file.ts';
import { poolOf, type ToneFeatures, toneFeatures, vectorShares } from './tone-features.ts';
import { calibrated, classCount, greatestClass, LinearModel, type ToneClass, toneClasses } from './tone-model.ts';

/** A word of the sentence that spoke for the class or against it. */
export interface ToneWord {
  readonly text: string;
  /** Offsets in the sentence, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** The amount that it adds to the score of the class; below 0 where it spoke against the class. */
  readonly weight: number;
}

/**
 * Words of a tone. The weights of `words` and `against`, and `rest`, sum exactly to the score of the class: above that of neutral
 * where the class is polar, above the mean of both polar classes where it is neutral. Engines other than `linear-1` say `words` alone.
 */
export interface ToneReasons {
  /** The words that spoke for the class most, the strongest first. */
  readonly words: readonly ToneWord[];
  /** The words that spoke against it most, the strongest first. */
  readonly against?: readonly ToneWord[];
  /** The sum of all else: other words, and how often people give the class. */
  readonly rest?: number;
}

export interface Tone extends ToneReasons {
  /** The class that the model decides when each class counts as much as any other. */
  readonly class: ToneClass;
  /** How often a person would say so, as far as the model's calibration goes. */
  readonly p: Readonly<Record<ToneClass, number>>;
}

/** Words of an explanation. */
const mostWords = 5;

/**
 * Gives the tone of a sentence towards a target: the engine `linear-1`. Weights are of words around the target, of their
 * pairs and of their vectors; words of the target itself are never looked at.
 */
export class ToneEngine {
  readonly #reader: ContextReader;
  readonly #model: LinearModel;
  readonly #file: ToneModelFile;
  readonly #values: WordValues;

  /** `words`: the file of words of the model's language, `sha256` its sum. Throws `BadInput` where the model needs another. */
  constructor(file: ToneModelFile, words: { readonly bytes: Uint8Array; readonly sha256: string }, name: string) {
    const { language } = file.facts;
    if (file.facts.words !== words.sha256) throw new BadInput([refusal('tone-model-words', { file: name, language })]);
    this.#values = new WordValues(words.bytes);
    this.#reader = new ContextReader(this.#values, language);
    this.#model = new LinearModel(file.weights);
    this.#file = file;
  }

  tone(item: ToneItem): Tone {
    const row = toneFeatures(this.#reader, item);
    const length = this.#model.lengthOf(row);
    const scores = this.#model.scores(row, length);
    const [negative, neutral, positive] = calibrated(this.#file.facts.calibration, scores);
    const chosen = greatestClass(scores);
    const said = this.#shares(row, length).map((share, index) => {
      const { start, end } = row.words[index]!;
      return { text: item.sentence.slice(start, end), start, end, weight: oddsOf(share, chosen) };
    });
    const words = strongest(said.filter(({ weight }) => weight > 0));
    const against = strongest(said.filter(({ weight }) => weight < 0));
    const shown = [...words, ...against].reduce((sum, { weight }) => sum + weight, 0);
    const p = { negative, neutral, positive };
    return { class: toneClasses[chosen]!, p, words, against, rest: oddsOf(scores, chosen) - shown };
  }

  /** The amounts that each word adds to the scores of the classes. */
  #shares(row: ToneFeatures, length: number): readonly number[][] {
    const shares = row.words.map(() => [0, 0, 0]);
    row.features.forEach((feature, index) => {
      this.#model.addSparse(feature, row.amounts[index]! / length, shares[row.owners[index]!]!);
    });
    const { lean } = row;
    if (lean !== undefined && lean.owner >= 0) shares[lean.owner]![lean.tone]! += lean.score;
    const { dimensions } = this.#values;
    const { scale, dense } = this.#model.weights;
    const vectors = vectorShares(row.words, this.#reader.language);
    const vector = new Float64Array(dimensions);
    row.words.forEach((word, index) => {
      if (word.row < 0) return;
      vector.fill(0);
      this.#values.addVector(word.row, 1, vector, 0);
      const share = shares[index]!;
      vectors[index]!.forEach((much, which) => {
        const pool = poolOf(word, which) * dimensions;
        for (let at = 0; at < dimensions; at++) {
          const value = much * vector[at]! * scale[pool + at]!;
          const place = (pool + at) * classCount;
          share[0]! += value * dense[place]!;
          share[1]! += value * dense[place + 1]!;
          share[2]! += value * dense[place + 2]!;
        }
      });
    });
    return shares;
  }
}

function strongest(words: readonly ToneWord[]): readonly ToneWord[] {
  return words.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.start - b.start).slice(0, mostWords);
}

/** Of scores, or of parts of them. A polar class is compared with neutral, and neutral with the mean of both polar classes. */
function oddsOf(scores: readonly number[], chosen: number): number {
  if (chosen !== 1) return scores[chosen]! - scores[1]!;
  return scores[1]! - (scores[0]! + scores[2]!) / 2;
}
