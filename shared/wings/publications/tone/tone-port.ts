import type { ToneItem } from './context-words.ts';
import type { Tone } from './tone-engine.ts';

/**
 * Gives the tone of sentences towards their targets: by the weights of `linear-1`, by a model that the user has, or by asking a
 * language model.
 */
export interface TonePort {
  /** The engine and its model, such as `openai llama3.1`: tones of two engines are counted apart. */
  readonly name: string;
  /** Throws `ToneFault` where this sentence gets no tone, and `BadInput` where no sentence will. */
  tone(item: ToneItem): Promise<Tone>;
}

const sentences = {
  'not-json': 'the model answered with something that is not JSON',
  fields: 'the answer of the model lacks tone, probabilities or quote, or has them in another form',
  class: 'the model answered with another class than negative, neutral and positive',
  sum: 'the probabilities of the answer do not add up to 1',
  contradiction: 'the class of the answer is not its most probable one',
  quote: 'the quote of the answer is not in the sentence',
  empty: 'the answer has no text of the model',
  long: 'the answer is longer than {most} bytes',
  slow: 'no answer came within {seconds} s',
  lost: 'the connection failed ({code})',
  status: 'the endpoint answered with status {status}',
  budget: 'the budget is used up',
  target: 'the target is longer than {most} characters',
  numbers: 'the model answered with other numbers than a finite one for each class',
} as const;

export type ToneFaultReason = keyof typeof sentences;

/** Why a sentence got no tone. The message is a sentence for people, without anything that a model or an endpoint wrote. */
export class ToneFault extends Error {
  readonly reason: ToneFaultReason;
  /** The pause that the endpoint wants. */
  readonly retryAfterMs: number;

  constructor(reason: ToneFaultReason, facts: Readonly<Record<string, string | number>> = {}, retryAfterMs = 0) {
    super(sentences[reason].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(facts[name])));
    this.name = 'ToneFault';
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}
