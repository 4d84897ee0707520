import { Token } from 'parse5';
import { BudgetTokenizer } from './budget-tokenizer.ts';

const { CHARACTER, NULL_CHARACTER, WHITESPACE_CHARACTER } = Token.TokenType;
/** NUL characters behind so many changes in one run of text are not told of. */
const MOST_TEXTS = 8;
/** Of a text only its first characters matter: a line feed at the beginning of `pre`, alone or not. */
const KEPT_CHARACTERS = 2;

/** The tokenizer of a tree of links: texts keep two characters. */
export class LinkTokenizer extends BudgetTokenizer {
  /** Since the last tag or comment. */
  private texts = 0;
  private hasCharacter = false;
  private isTextRead = false;

  protected override startToken(): void {
    this.texts = 0;
    this.hasCharacter = false;
    this.isTextRead = false;
    super.startToken();
  }

  /**
   * A run of text is one token for each change between white space, NUL and other characters. Another character, and white
   * space behind it, have had every effect that the run can have: the body and its formatting elements are open, or, behind
   * a frameset, white space has opened them.
   */
  protected override _ensureCharacterToken(type: Token.CharacterToken['type']): void {
    if (this.currentCharacterToken?.type === type || this.isTextRead) return;
    if (type === NULL_CHARACTER && this.texts >= MOST_TEXTS) return;
    super._ensureCharacterToken(type);
    this.texts += 1;
    if (type === CHARACTER) this.hasCharacter = true;
    this.isTextRead = this.hasCharacter && type === WHITESPACE_CHARACTER;
  }

  protected override flushText(text: string): void {
    const kept = this.currentCharacterToken?.chars.length ?? KEPT_CHARACTERS;
    const end = this.runEnd;
    this.runEnd = Math.min(end, this.runStart + KEPT_CHARACTERS);
    if (kept < KEPT_CHARACTERS) super.flushText(text);
    this.runStart = this.runEnd = end;
  }
}
