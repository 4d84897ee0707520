/**
 * What a person gave cannot be used: spec, option, file, directory. Each sentence names the field, the value and what
 * is allowed. Thrown before the first request; exit code 4, HTTP 400.
 */
export class BadInput extends Error {
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.name = 'BadInput';
    this.sentences = sentences;
  }
}
