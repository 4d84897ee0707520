import { Token, type TokenHandler, Tokenizer } from 'parse5';
import type { TreeBudget } from './tree-budget.ts';

const { COMMENT } = Token.TokenType;
/** V8 never builds shorter strings as a chain of parts. */
const LONG_NAME = 12;

/** The tokenizer of a tree builder that counts its work and stops when a page costs too much. Comments are not kept. */
export class BudgetTokenizer extends Tokenizer {
  /** Offset of the `<` of the last tag. */
  tagStart = 0;
  protected readonly budget: TreeBudget;

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

  /** A tag or a comment begins. */
  protected startToken(): void {
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

  protected override _flushRun(text: string): void {
    const { currentToken } = this;
    if (currentToken === null) this.flushText(text);
    else if (currentToken.type === COMMENT) this.runStart = this.runEnd;
    else {
      if (text !== '' || this.runEnd > this.runStart) this.budget.addPart();
      super._flushRun(text);
    }
  }

  protected flushText(text: string): void {
    super._flushRun(text);
  }
}

/** V8 keeps a concatenated string as a chain of parts until the program reads one of its characters. */
export function flatten(text: string): void {
  if (text.length > LONG_NAME) text.charCodeAt(0);
}
