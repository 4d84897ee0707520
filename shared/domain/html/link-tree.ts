import { Parser, Token, type TreeAdapter } from 'parse5';
import { BudgetTokenizer, flatten } from './budget-tokenizer.ts';
import { demandPlain, TreeBudget, TreeTooCostly } from './tree-budget.ts';
import { buildingNodes, noAttributes, type TreeMap, TreeNode } from './tree-node.ts';

/** Builds the tree of a page; throws `TreeTooCostly`. */
export function buildLinkTree(html: string): TreeNode {
  const parser = new LinkTreeParser(new StartTags(), new TreeBudget(html.length));
  parser.tokenizer.write(html, true);
  return parser.document;
}

/** Whether building the page's tree stays within the bounds of `TreeBudget`. */
export function isTreeBearable(html: string): boolean {
  try {
    demandPlain(html);
    buildLinkTree(html);
    return true;
  } catch (error) {
    if (error instanceof TreeTooCostly) return false;
    throw error;
  }
}

class LinkTreeParser extends Parser<TreeMap> {
  private readonly budget: TreeBudget;
  private readonly startTags: StartTags;
  private readonly places: LinkTokenizer;

  constructor(startTags: StartTags, budget: TreeBudget) {
    super({ treeAdapter: linkTreeAdapter(startTags, budget), scriptingEnabled: false });
    this.budget = budget;
    this.startTags = startTags;
    this.places = new LinkTokenizer(this, budget);
    this.tokenizer = this.places;
  }

  override onStartTag(token: Token.TagToken): void {
    flatten(token.tagName);
    for (const { value } of token.attrs) flatten(value);
    this.startTags.see(token, this.places.tagStart);
    super.onStartTag(token);
  }

  override onItemPush(node: TreeNode, tagId: number, isTop: boolean): void {
    super.onItemPush(node, tagId, isTop);
    this.budget.openAt(this.openElements.stackTop);
  }

  override _insertCharacters(): void {}

  override _appendCommentNode(): void {}
}

/**
 * Offsets of the start tags whose elements the parser makes. The parser names an element by the attributes of its
 * token.
 */
class StartTags {
  private latest: Token.Attribute[] = noAttributes;
  private latestStart = -1;
  /** Offsets by link: misnested tags make the parser create an element again. */
  private readonly links = new WeakMap<Token.Attribute[], number>();

  see({ tagName, attrs }: Token.TagToken, start: number): void {
    this.latest = attrs;
    this.latestStart = start;
    if (tagName === 'a') this.links.set(attrs, start);
  }

  /** Whether this is the first element of its tag. */
  isLatest(attributes: Token.Attribute[]): boolean {
    return attributes === this.latest;
  }

  of(attributes: Token.Attribute[]): number {
    return this.isLatest(attributes) ? this.latestStart : (this.links.get(attributes) ?? -1);
  }
}

/** A tree of links keeps no texts. */
function linkTreeAdapter(startTags: StartTags, budget: TreeBudget): TreeAdapter<TreeMap> {
  return {
    ...buildingNodes(budget),
    createElement: (name, namespace, attributes) => {
      budget.makeNode(startTags.isLatest(attributes) ? 0 : attributes.length);
      return new TreeNode(
        name,
        namespace,
        name === 'annotation-xml' || name === 'template' ? attributes : noAttributes,
        startTags.of(attributes),
      );
    },
    adoptAttributes: () => {},
    createTextNode: () => new TreeNode('#text'),
    insertText: () => {},
    insertTextBefore: () => {},
    getTextNodeContent: () => '',
  };
}

const { CHARACTER, NULL_CHARACTER, WHITESPACE_CHARACTER } = Token.TokenType;
/** In one run of text, NUL characters after this many changes are not reported. */
const MOST_TEXTS = 8;
/** Of a text only its first characters matter: a line feed at the beginning of `pre`, alone or not. */
const KEPT_CHARACTERS = 2;

/** The tokenizer of a tree of links. It keeps two characters of each text. */
class LinkTokenizer extends BudgetTokenizer {
  /** Text tokens since the last tag or comment. */
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
   * A run of text gives one token for each change between white space, NUL and other characters. After one other
   * character and white space behind it the rest of the run has no further effect on the tree: the body and its
   * formatting elements are open already (behind a frameset, white space opened them).
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
