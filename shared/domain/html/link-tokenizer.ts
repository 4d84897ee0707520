import { Token, type TokenHandler, Tokenizer } from 'parse5';
import type { TreeBudget } from './tree-budget.ts';

const { CHARACTER, COMMENT, NULL_CHARACTER, WHITESPACE_CHARACTER } = Token.TokenType;
/** NUL characters behind so many changes in one run of text are not told of. */
const MOST_TEXTS = 8;
/** Of a text only its first characters matter: a line feed at the beginning of `pre`, alone or not. */
const KEPT_CHARACTERS = 2;
/** Shorter strings are never put together from parts (V8). */
const LONG_NAME = 12;

/**
 * The tokenizer of the tree builder without what a tree of links does not need: texts keep two characters, comments none.
 * It counts what it reads and stops where the page costs too much.
 */
export class LinkTokenizer extends Tokenizer {
  /** Offset of the `<` of the tag read last. */
  tagStart = 0;
  private readonly budget: TreeBudget;
  /** Since the last tag or comment. */
  private texts = 0;
  private hasCharacter = false;
  private isTextRead = false;

  constructor(handler: TokenHandler, budget: TreeBudget) {
    super({ sourceCodeLocationInfo: false }, handler);
    this.budget = budget;
  }

  protected override _createStartTagToken(): void {
    super._createStartTagToken();
    this.startToken();
    this.tagStart = this.preprocessor.offset - 1;
  }

  protected override _createEndTagToken(): void {
    super._createEndTagToken();
    this.startToken();
  }

  protected override _createCommentToken(offset: number): void {
    super._createCommentToken(offset);
    this.startToken();
  }

  private startToken(): void {
    this.texts = 0;
    this.hasCharacter = false;
    this.isTextRead = false;
    this.budget.startToken();
  }

  protected override _createDoctypeToken(initialName: string | null): void {
    const { html, pos } = this.preprocessor;
    this.budget.readDoctype(html.indexOf('>', pos) < 0 ? html.length - pos : html.indexOf('>', pos) - pos);
    super._createDoctypeToken(initialName);
  }

  protected override _createAttr(firstCharacter: string): void {
    super._createAttr(firstCharacter);
    this.budget.addAttribute();
  }

  protected override _leaveAttrName(): void {
    flatten(this.currentAttr.name);
    super._leaveAttrName();
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

  protected override _flushRun(text: string): void {
    const { currentToken } = this;
    if (currentToken === null) this.flushText(text);
    else if (currentToken.type === COMMENT) this.runStart = this.runEnd;
    else {
      if (text !== '' || this.runEnd > this.runStart) this.budget.addPart();
      super._flushRun(text);
    }
  }

  private flushText(text: string): void {
    const kept = this.currentCharacterToken?.chars.length ?? KEPT_CHARACTERS;
    const end = this.runEnd;
    this.runEnd = Math.min(end, this.runStart + KEPT_CHARACTERS);
    if (kept < KEPT_CHARACTERS) super._flushRun(text);
    this.runStart = this.runEnd = end;
  }
}

/** V8 keeps a string that was put together from parts as these parts, until one of its characters is asked for. */
export function flatten(text: string): void {
  if (text.length > LONG_NAME) text.charCodeAt(0);
}
