import { html, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import type { TreeBudget } from './tree-budget.ts';

export const noAttributes: Token.Attribute[] = [];

/**
 * A node of a page's tree. Siblings form a linked list, so that moving a node (misnested tags, tables) takes constant
 * time.
 */
export class TreeNode {
  readonly name: string;
  readonly namespace: string;
  /** In a tree of links only `annotation-xml` and `template` have attributes, because no other element needs them. */
  readonly attributes: Token.Attribute[];
  /** Offset of the `<` of its start tag; -1 without a start tag that matters. */
  readonly tagStart: number;
  parent: TreeNode | null = null;
  first: TreeNode | null = null;
  last: TreeNode | null = null;
  previous: TreeNode | null = null;
  next: TreeNode | null = null;
  /** A template's content: part of the document only where it is a shadow root. */
  content: TreeNode | null = null;

  constructor(name: string, namespace = '', attributes: Token.Attribute[] = noAttributes, tagStart = -1) {
    this.name = name;
    this.namespace = namespace;
    this.attributes = attributes;
    this.tagStart = tagStart;
  }
}

/** The text between two elements, character references resolved, white space as it is. */
export class TextNode extends TreeNode {
  text: string;

  constructor(text: string) {
    super('#text');
    this.text = text;
  }
}

export interface TreeMap
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

/** The attribute of a template whose content is the shadow tree of the element around it. */
export const shadowMode = 'shadowrootmode';
/** Elements that may have such a tree (DOM, "valid shadow host name"): some, and those of the page's own names. */
const shadowHost =
  /^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span|(?!annotation-xml$|font-face|color-profile$|missing-glyph$)[a-z].*-.*)$/s;

export function isShadowMode(value: string): boolean {
  return /^(?:open|closed)$/i.test(value);
}

/** The reading half of the parser's tree adapter. */
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
} satisfies Partial<TreeAdapter<TreeMap>>;

/**
 * The building half of the parser's tree adapter, within a budget, except how elements, texts and comments are made.
 */
export function buildingNodes(budget: TreeBudget) {
  let mode: ReturnType<TreeAdapter['getDocumentMode']> | undefined;
  /** Templates that were placed, which decides once whether they are shadow trees, and elements that have one. */
  const decided = new WeakSet<TreeNode>();
  const place = (parent: TreeNode, node: TreeNode, before: TreeNode | null): void => {
    budget.placeNode();
    insertNode(parent, node, before);
    if (node.content === null || decided.has(node)) return;
    decided.add(node);
    if (decided.has(parent) || !isShadowTree(node, parent)) return;
    decided.add(parent);
    insertNode(node, node.content, null);
  };
  return {
    ...readingNodes,
    createDocument: () => new TreeNode('#document'),
    createDocumentFragment: () => new TreeNode('#document-fragment'),
    createCommentNode: () => new TreeNode('#comment'),
    appendChild: (parent, node) => place(parent, node, null),
    insertBefore: place,
    detachNode,
    setTemplateContent: (node, content) => {
      node.content = content;
    },
    setDocumentMode: (_document, newMode) => {
      mode = newMode;
    },
    getDocumentMode: () => mode ?? html.DOCUMENT_MODE.NO_QUIRKS,
    setDocumentType: () => {},
    setNodeSourceCodeLocation: () => {},
    updateNodeSourceCodeLocation: () => {},
    getCommentNodeContent: () => '',
    getDocumentTypeNodeName: () => '',
    getDocumentTypeNodePublicId: () => '',
    getDocumentTypeNodeSystemId: () => '',
  } satisfies Partial<TreeAdapter<TreeMap>>;
}

/** Whether a template says that it is the shadow tree of its parent, which may have one. */
function isShadowTree({ attributes }: TreeNode, { name, namespace }: TreeNode): boolean {
  const says = attributes.some(each => each.name === shadowMode && isShadowMode(each.value));
  return says && namespace === html.NS.HTML && shadowHost.test(name);
}

function childrenOf(parent: TreeNode): TreeNode[] {
  const children: TreeNode[] = [];
  for (let child = parent.first; child; child = child.next) children.push(child);
  return children;
}

/** Inserts `node` before `before`; at the end if that is null. */
export function insertNode(parent: TreeNode, node: TreeNode, before: TreeNode | null): void {
  detachNode(node);
  const previous = before ? before.previous : parent.last;
  node.parent = parent;
  node.previous = previous;
  node.next = before;
  if (previous) previous.next = node;
  else parent.first = node;
  if (before) before.previous = node;
  else parent.last = node;
}

function detachNode(node: TreeNode): void {
  const { parent, previous, next } = node;
  if (!parent) return;
  if (previous) previous.next = next;
  else parent.first = next;
  if (next) next.previous = previous;
  else parent.last = previous;
  node.parent = node.previous = node.next = null;
}

/** The node after `node` in document order, at any depth. */
export function nextNode(node: TreeNode, root: TreeNode): TreeNode | null {
  return node.first ?? nodeBehind(node, root);
}

/** The node after `node` and all that is in it. */
export function nodeBehind(node: TreeNode, root: TreeNode): TreeNode | null {
  let up: TreeNode | null = node;
  while (up && up !== root && !up.next) up = up.parent;
  return up && up !== root ? up.next : null;
}

/** The value of an attribute; undefined without it. */
export function attributeOf(node: TreeNode, name: string): string | undefined {
  for (const attribute of node.attributes) if (attribute.name === name) return attribute.value;
  return undefined;
}

/** Most characters of an element's content that are read. */
const mostText = 20_000;
/** Most elements and texts of an element that are read. */
const mostNodes = 2_000;
const parting = new Set('br p div li td th tr h1 h2 h3 h4 h5 h6 section article header footer ul ol table'.split(' '));

/** The text of an element, white space collapsed, cut after `most` characters. */
export function textIn(element: TreeNode, most = mostText): string {
  const parts: string[] = [];
  let length = 0;
  let left = mostNodes;
  for (let node = nextNode(element, element); node && length < most && left > 0; node = nextNode(node, element)) {
    left -= 1;
    if (node instanceof TextNode) {
      const isCode = node.parent?.name === 'script' || node.parent?.name === 'style';
      if (isCode) continue;
      parts.push(node.text);
      length += node.text.length;
    } else if (parting.has(node.name)) parts.push(' ');
  }
  return parts.join('').slice(0, most).replace(/\s+/g, ' ').trim();
}
