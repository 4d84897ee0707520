import { Parser, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';

/**
 * A tree for the tree builder that keeps elements and their places in the page, no text and no comments. Siblings are
 * linked, so that moving a node (misnested tags, tables) takes constant time however many siblings it has.
 */
export interface TreeNode {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Token.Attribute[];
  parent: TreeNode | null;
  first: TreeNode | null;
  last: TreeNode | null;
  previous: TreeNode | null;
  next: TreeNode | null;
  /** A template's content: not part of the document. */
  content: TreeNode | null;
  location: Token.ElementLocation | null;
}

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

/** Deeper than any browser builds (Blink flattens at 512); bounds each search through the stack of open elements. */
const MAX_DEPTH = 512;

/** The page would cost more than a fixed number of steps per character. */
export class TreeTooCostly extends Error {}

/** Builds the tree of a page; throws `TreeTooCostly`. */
export function buildLinkTree(html: string): TreeNode {
  const options = { treeAdapter: linkTreeAdapter(html.length), sourceCodeLocationInfo: true, scriptingEnabled: false };
  return LinkTreeParser.parse(html, options);
}

class LinkTreeParser extends Parser<LinkTreeMap> {
  override onItemPush(node: TreeNode, tagId: number, isTop: boolean): void {
    super.onItemPush(node, tagId, isTop);
    if (this.openElements.stackTop > MAX_DEPTH) throw new TreeTooCostly('tree deeper than 512 elements');
  }

  override _insertCharacters(): void {}
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
  getNodeSourceCodeLocation: node => node.location,
  isTextNode: (node): node is TreeNode => node.name === '#text',
  isCommentNode: (node): node is TreeNode => node.name === '#comment',
  isDocumentTypeNode: (node): node is TreeNode => node.name === '#doctype',
  isElementNode: (node): node is TreeNode => !node.name.startsWith('#'),
} satisfies Partial<TreeAdapter<LinkTreeMap>>;

/** Texts, comments and document types are not kept. */
const keepingNoText = {
  createCommentNode: () => newNode('#comment'),
  createTextNode: () => newNode('#text'),
  insertText: () => {},
  insertTextBefore: () => {},
  adoptAttributes: () => {},
  setDocumentType: () => {},
  getTextNodeContent: () => '',
  getCommentNodeContent: () => '',
  getDocumentTypeNodeName: () => '',
  getDocumentTypeNodePublicId: () => '',
  getDocumentTypeNodeSystemId: () => '',
} satisfies Partial<TreeAdapter<LinkTreeMap>>;

function linkTreeAdapter(pageLength: number): TreeAdapter<LinkTreeMap> {
  let mode: ReturnType<TreeAdapter['getDocumentMode']> | undefined;
  return {
    ...readingNodes,
    ...keepingNoText,
    ...placingNodes(pageLength),
    createDocument: () => newNode('#document'),
    createDocumentFragment: () => newNode('#document-fragment'),
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

type Placing =
  | 'createElement'
  | 'setNodeSourceCodeLocation'
  | 'updateNodeSourceCodeLocation'
  | 'appendChild'
  | 'insertBefore';

/** Makes and places elements, in a number of steps that the page's length bounds. */
function placingNodes(pageLength: number): Pick<TreeAdapter<LinkTreeMap>, Placing> {
  // A tag of three characters makes and places one element: two steps.
  let stepsLeft = 2 * pageLength + 1000;
  const spend = () => {
    stepsLeft -= 1;
    if (stepsLeft < 0) throw new TreeTooCostly('misnested tags multiply');
  };
  // Clones made by the adoption agency share the attributes of their token, but are given no location.
  const locations = new WeakMap<Token.Attribute[], Token.ElementLocation>();
  return {
    createElement: (name, namespace, attributes) => {
      spend();
      return newNode(name, namespace, attributes, locations.get(attributes) ?? null);
    },
    setNodeSourceCodeLocation: (node, location) => {
      node.location = location;
      if (location) locations.set(node.attributes, location);
    },
    updateNodeSourceCodeLocation: (node, location) => {
      if (node.location) Object.assign(node.location, location);
    },
    appendChild: (parent, node) => {
      spend();
      insert(parent, node, null);
    },
    insertBefore: (parent, node, before) => {
      spend();
      insert(parent, node, before);
    },
  };
}

function newNode(
  name: string,
  namespace = '',
  attributes: Token.Attribute[] = [],
  location: Token.ElementLocation | null = null,
): TreeNode {
  const links = { parent: null, first: null, last: null, previous: null, next: null, content: null };
  return { name, namespace, attributes, location, ...links };
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
