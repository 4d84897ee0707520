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
  /** In a tree of links only `annotation-xml` has attributes, because no other element needs them. */
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
  return {
    ...readingNodes,
    createDocument: () => new TreeNode('#document'),
    createDocumentFragment: () => new TreeNode('#document-fragment'),
    createCommentNode: () => new TreeNode('#comment'),
    appendChild: (parent, node) => {
      budget.placeNode();
      insertNode(parent, node, null);
    },
    insertBefore: (parent, node, before) => {
      budget.placeNode();
      insertNode(parent, node, before);
    },
    detachNode,
    setTemplateContent: (node, content) => {
      node.content = content;
      if (node.attributes.some(({ name }) => name === 'shadowrootmode')) insertNode(node, content, null);
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
  if (node.first) return node.first;
  let up: TreeNode | null = node;
  while (up && up !== root && !up.next) up = up.parent;
  return up && up !== root ? up.next : null;
}
