import { Parser, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import { flatten, LinkTokenizer } from './link-tokenizer.ts';
import { demandPlain, TreeBudget, TreeTooCostly } from './tree-budget.ts';

/**
 * A node of a tree that keeps elements and their places in the page, no text and no comments. Siblings are linked, so that
 * moving a node (misnested tags, tables) takes constant time however many siblings it has.
 */
export class TreeNode {
  readonly name: string;
  readonly namespace: string;
  /** Of `annotation-xml` only, for no other element is asked for them. */
  readonly attributes: Token.Attribute[];
  /** Offset of the `<` of its start tag; -1 without a start tag that matters. */
  readonly tagStart: number;
  parent: TreeNode | null = null;
  first: TreeNode | null = null;
  last: TreeNode | null = null;
  previous: TreeNode | null = null;
  next: TreeNode | null = null;
  /** A template's content: not part of the document. */
  content: TreeNode | null = null;

  constructor(name: string, namespace = '', attributes: Token.Attribute[] = none, tagStart = -1) {
    this.name = name;
    this.namespace = namespace;
    this.attributes = attributes;
    this.tagStart = tagStart;
  }
}

const none: Token.Attribute[] = [];

interface LinkTreeMap
  extends TreeAdapterTypeMap<
    TreeNode,
    TreeNode,
    TreeNode,
    TreeNode,
    TreeNode,
    TreeNode,
    TreeNode,
    TreeNode,
    TreeNode,
    TreeNode
  > {}

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

class LinkTreeParser extends Parser<LinkTreeMap> {
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
  private latest: Token.Attribute[] = none;
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

/** What every tree needs of its nodes. */
const readingNodes = {
  getFirstChild: node => node.first,
  getChildNodes: childrenOf,
  getParentNode: node => node.parent,
  getAttrList: node => node.attributes,
  getTagName: node => node.name,
  getNamespaceURI: node => node.namespace as ReturnType<TreeAdapter['getNamespaceURI']>,
  getTemplateContent: node => node.content!,
  getNodeSourceCodeLocation: () => null,
  isTextNode: (node): node is TreeNode => node.name === '#text',
  isCommentNode: (node): node is TreeNode => node.name === '#comment',
  isDocumentTypeNode: (node): node is TreeNode => node.name === '#doctype',
  isElementNode: (node): node is TreeNode => !node.name.startsWith('#'),
} satisfies Partial<TreeAdapter<LinkTreeMap>>;

/** Texts, comments and document types are not kept. */
const keepingNoText = {
  createCommentNode: () => new TreeNode('#comment'),
  createTextNode: () => new TreeNode('#text'),
  insertText: () => {},
  insertTextBefore: () => {},
  adoptAttributes: () => {},
  setDocumentType: () => {},
  setNodeSourceCodeLocation: () => {},
  updateNodeSourceCodeLocation: () => {},
  getTextNodeContent: () => '',
  getCommentNodeContent: () => '',
  getDocumentTypeNodeName: () => '',
  getDocumentTypeNodePublicId: () => '',
  getDocumentTypeNodeSystemId: () => '',
} satisfies Partial<TreeAdapter<LinkTreeMap>>;

function linkTreeAdapter(startTags: StartTags, budget: TreeBudget): TreeAdapter<LinkTreeMap> {
  let mode: ReturnType<TreeAdapter['getDocumentMode']> | undefined;
  return {
    ...readingNodes,
    ...keepingNoText,
    createDocument: () => new TreeNode('#document'),
    createDocumentFragment: () => new TreeNode('#document-fragment'),
    createElement: (name, namespace, attributes) => {
      budget.makeNode(startTags.isLatest(attributes) ? 0 : attributes.length);
      return new TreeNode(name, namespace, name === 'annotation-xml' ? attributes : none, startTags.of(attributes));
    },
    appendChild: (parent, node) => {
      budget.placeNode();
      insert(parent, node, null);
    },
    insertBefore: (parent, node, before) => {
      budget.placeNode();
      insert(parent, node, before);
    },
    detachNode: detach,
    setTemplateContent: (node, content) => {
      node.content = content;
    },
    setDocumentMode: (_document, newMode) => {
      mode = newMode;
    },
    getDocumentMode: () => mode!,
  };
}

function childrenOf(parent: TreeNode): TreeNode[] {
  const children: TreeNode[] = [];
  for (let child = parent.first; child; child = child.next) children.push(child);
  return children;
}

/** At the end where `before` is null. */
function insert(parent: TreeNode, node: TreeNode, before: TreeNode | null): void {
  detach(node);
  const previous = before ? before.previous : parent.last;
  node.parent = parent;
  node.previous = previous;
  node.next = before;
  if (previous) previous.next = node;
  else parent.first = node;
  if (before) before.previous = node;
  else parent.last = node;
}

function detach(node: TreeNode): void {
  const { parent, previous, next } = node;
  if (!parent) return;
  if (previous) previous.next = next;
  else parent.first = next;
  if (next) next.previous = previous;
  else parent.last = previous;
  node.parent = node.previous = node.next = null;
}
