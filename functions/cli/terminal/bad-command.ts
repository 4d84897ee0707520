/**
 * The command line itself cannot be used, or what it asked of another program failed: sentences in English, the language of
 * this door. Input that all doors refuse is a `BadInput`. Exit code 4.
 */
export class BadCommand extends Error {
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.name = 'BadCommand';
    this.sentences = sentences;
  }
}
