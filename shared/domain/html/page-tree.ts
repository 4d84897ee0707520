import { Parser, Token, type TreeAdapter } from 'parse5';
import { BudgetTokenizer, flatten } from './budget-tokenizer.ts';
import { plainTree } from './plain-tree.ts';
import { placeStreamedParts } from './streamed-parts.ts';
import { demandPlain, TreeBudget, TreeTooCostly } from './tree-budget.ts';
import { buildingNodes, insertNode, TextNode, type TreeMap, TreeNode } from './tree-node.ts';

const { CHARACTER, WHITESPACE_CHARACTER } = Token.TokenType;
/**
 * Most steps of the tree builder: a sixth of a second of CPU. `plainTree` reads pages that need more. Of 255 real news pages the greatest
 * needs 24,535.
 */
const MOST_WORK = 250_000;
const rawEnds: Readonly<Record<string, RegExp>> = { script: /<\/script[\s/>]|<!--/gi, style: /<\/style[\s/>]/gi };

export interface PageTree {
  readonly document: TreeNode;
  /** Whether the HTML standard's tree would cost too much, so that the tree follows the tags as they are. */
  readonly isPlain: boolean;
  /** Whether the page has too many elements, so that its end was not read. */
  readonly isCut: boolean;
}

/**
 * The tree of a page with its texts and attributes, without comments, styles and scripts other than data (JSON-LD). Content that
 * a server of React streamed is in its place. Takes the decoded text of the page; never throws.
 */
export function pageTree(html: string): PageTree {
  try {
    demandPlain(html);
    const parser = new PageTreeParser(new TreeBudget(html.length, MOST_WORK));
    parser.tokenizer.write(html, true);
    if (html.includes(' id="S:')) placeStreamedParts(parser.document);
    return { document: parser.document, isPlain: false, isCut: false };
  } catch (error) {
    if (!(error instanceof TreeTooCostly)) throw error;
    return { ...plainTree(html), isPlain: true };
  }
}

class PageTreeParser extends Parser<TreeMap> {
  private readonly budget: TreeBudget;

  constructor(budget: TreeBudget) {
    const tags = { latest: [] as Token.Attribute[] };
    super({ treeAdapter: pageTreeAdapter(tags, budget), scriptingEnabled: false });
    this.budget = budget;
    this.tags = tags;
    this.tokenizer = new PageTokenizer(this, budget);
  }

  private readonly tags: { latest: Token.Attribute[] };

  override onStartTag(token: Token.TagToken): void {
    flatten(token.tagName);
    for (const { value } of token.attrs) flatten(value);
    this.tags.latest = token.attrs;
    super.onStartTag(token);
    if (!isData(token)) (this.tokenizer as PageTokenizer).skipProgram(token.tagName);
  }

  override onItemPush(node: TreeNode, tagId: number, isTop: boolean): void {
    super.onItemPush(node, tagId, isTop);
    this.budget.openAt(this.openElements.stackTop);
  }

  override _appendCommentNode(): void {}
}

/** Whether a script holds data and no program. */
function isData({ attrs }: Token.TagToken): boolean {
  return attrs.some(({ name, value }) => name === 'type' && /json/i.test(value));
}

/** JSON-LD without its type, `window.__INITIAL_STATE__ = {`, the start of SvelteKit, and a part of a stream of it, of React or of its router. */
const dataBegin =
  /\{"@context"|\s*(?:\{\s*)?__sveltekit_|\s*(?:(?:window|self|globalThis)(?:\.|\[["'])|(?:var|let|const)\s+)?(?:__next_f\.push\(|__\w{1,40}\.streamController\.enqueue\(|(?:__[\w$]{0,40}|\w{0,40}(?:state|data|props)\w{0,40})(?:["']\])?\s*=\s*(?:[{[]|JSON\.parse\(|\(function\s?\())/iy;

class PageTokenizer extends BudgetTokenizer {
  /** White space behind a character joins the token of the character, because it no longer affects the tree. */
  protected override _ensureCharacterToken(type: Token.CharacterToken['type']): void {
    if (type === WHITESPACE_CHARACTER && this.currentCharacterToken?.type === CHARACTER) return;
    super._ensureCharacterToken(type);
  }

  /**
   * Skips to the end tag of an element whose content is no markup, unless it is JSON-LD without its type, or data under a name. The
   * tokenizer reads scripts with `<!--` itself.
   */
  skipProgram(name: string): void {
    const end = rawEnds[name];
    const { html, pos } = this.preprocessor;
    dataBegin.lastIndex = pos + 1;
    if (end === undefined || dataBegin.test(html)) return;
    end.lastIndex = pos;
    const found = end.exec(html);
    if (found !== null && found[0] !== '<!--') this.preprocessor.pos = found.index - 1;
  }
}

function pageTreeAdapter(
  tags: { readonly latest: readonly Token.Attribute[] },
  budget: TreeBudget,
): TreeAdapter<TreeMap> {
  /** One string for each name of elements: a set finds it without reading its characters again. */
  const names = new Map<string, string>();
  /** Names of the attributes of `html` and `body`, to which each further tag of the name may add. */
  const adopting = new Map<TreeNode, Set<string>>();
  return {
    ...buildingNodes(budget),
    createElement: (name, namespace, attributes) => {
      budget.makeNode(attributes === tags.latest ? 0 : attributes.length);
      const known = names.get(name);
      if (known === undefined) names.set(name, name);
      return new TreeNode(known ?? name, namespace, attributes);
    },
    adoptAttributes: (node, attributes) => {
      const known = adopting.get(node) ?? new Set(node.attributes.map(({ name }) => name));
      adopting.set(node, known);
      for (const attribute of attributes) {
        if (known.has(attribute.name)) continue;
        known.add(attribute.name);
        node.attributes.push(attribute);
      }
    },
    createTextNode: text => new TextNode(text),
    insertText: (parent, text) => {
      budget.placeNode();
      addText(parent, text, null);
    },
    insertTextBefore: (parent, text, before) => {
      budget.placeNode();
      addText(parent, text, before);
    },
    getTextNodeContent: node => (node instanceof TextNode ? node.text : ''),
  };
}

function addText(parent: TreeNode, text: string, before: TreeNode | null): void {
  const neighbour = before ? before.previous : parent.last;
  if (neighbour instanceof TextNode) neighbour.text += text;
  else insertNode(parent, new TextNode(text), before);
}
