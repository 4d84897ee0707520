import { englishSentence, type Refusal } from './refusal.ts';

/**
 * What a person gave cannot be used: spec, option, file, directory. Thrown before the first request; exit code 4, HTTP
 * 400. The message has the sentences in English, for logs.
 */
export class BadInput extends Error {
  readonly refusals: readonly Refusal[];

  constructor(refusals: readonly Refusal[]) {
    // An error that ends a thread crosses to another one with its message and its cause alone.
    super(refusals.map(englishSentence).join('\n'), { cause: refusals });
    this.name = 'BadInput';
    this.refusals = refusals;
  }

  get sentences(): readonly string[] {
    return this.refusals.map(englishSentence);
  }
}
