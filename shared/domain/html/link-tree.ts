import { Parser, type Token, type TreeAdapter } from 'parse5';
import { flatten } from './budget-tokenizer.ts';
import { LinkTokenizer } from './link-tokenizer.ts';
import { demandPlain, TreeBudget, TreeTooCostly } from './tree-budget.ts';
import { buildingNodes, noAttributes, type TreeMap, TreeNode } from './tree-node.ts';

/** Builds the tree of a page; throws `TreeTooCostly`. */
export function buildLinkTree(html: string): TreeNode {
  const parser = new LinkTreeParser(new StartTags(), new TreeBudget(html.length));
  parser.tokenizer.write(html, true);
  return parser.document;
}

/** Whether the tree of a page is within the bounds of `TreeBudget`. */
export function isTreeBearable(html: string): boolean {
  try {
    demandPlain(Buffer.from(html, 'latin1'));
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

/** Where the start tags are whose elements are being made. An element is told by the attributes of its token. */
class StartTags {
  private latest: Token.Attribute[] = noAttributes;
  private latestStart = -1;
  /** Of links: their elements may be made again (misnested tags). */
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

/** Texts are not kept. */
function linkTreeAdapter(startTags: StartTags, budget: TreeBudget): TreeAdapter<TreeMap> {
  return {
    ...buildingNodes(budget),
    createElement: (name, namespace, attributes) => {
      budget.makeNode(startTags.isLatest(attributes) ? 0 : attributes.length);
      return new TreeNode(
        name,
        namespace,
        name === 'annotation-xml' ? attributes : noAttributes,
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
