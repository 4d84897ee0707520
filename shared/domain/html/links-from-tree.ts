import { AttributeReader } from './attribute-reader.ts';
import type { LinkElement } from './link-element.ts';
import { buildLinkTree, type TreeNode, TreeTooCostly } from './link-tree.ts';
import type { PageScan } from './page-scan.ts';
import { tagNameEnd } from './skip-markup.ts';

const HTML = 'http://www.w3.org/1999/xhtml';
const attributes = new AttributeReader();

/**
 * Records the links, bases and title of the tree that the HTML standard builds, in document order. An `a` that the
 * tree holds more than once (misnested tags) is a link each time. False, with nothing of use recorded, for a page on
 * which the tree builder would take more than linear time.
 */
export function readLinksFromTree(into: PageScan, elements: readonly LinkElement[]): boolean {
  let document: TreeNode;
  try {
    document = buildLinkTree(into.html);
  } catch (error) {
    if (error instanceof TreeTooCostly) return false;
    throw error;
  }
  for (let node = nextNode(document, document); node; node = nextNode(node, document)) {
    if (node.location) record(node, node.location.startOffset, into, elements);
  }
  return true;
}

/** The node after `node` in document order; its depth does not matter. */
function nextNode(node: TreeNode, root: TreeNode): TreeNode | null {
  if (node.first) return node.first;
  let up: TreeNode | null = node;
  while (up && up !== root && !up.next) up = up.parent;
  return up && up !== root ? up.next : null;
}

function record(node: TreeNode, tagStart: number, into: PageScan, elements: readonly LinkElement[]): void {
  if (node.name === 'title' && node.namespace === HTML) recordTitle(node, into);
  else if (node.name === 'base' && node.namespace === HTML) recordBase(tagStart, into);
  else {
    const kind = kindOf(node);
    if (kind !== undefined && elements.includes(kind)) recordLink(kind, attributeOf[kind], tagStart, into);
  }
}

const attributeOf: Readonly<Record<LinkElement, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  frame: 'src',
  refresh: 'content',
};

/** SVG and MathML have links of their own only by the name `a`. */
function kindOf(node: TreeNode): LinkElement | undefined {
  const { name, namespace } = node;
  if (name === 'a') return 'a';
  if (namespace !== HTML) return undefined;
  if (name === 'area' || name === 'link' || name === 'frame') return name;
  if (name === 'iframe') return 'frame';
  return name === 'meta' && isRefresh(node) ? 'refresh' : undefined;
}

function recordLink(kind: LinkElement, attribute: string, tagStart: number, into: PageScan): void {
  if (!attributes.find(into.bytes, tagNameEnd(into.bytes, tagStart + 1), attribute)) return;
  const { valueStart, valueEnd } = attributes;
  into.addLink(kind, valueStart, valueEnd, attributes.finish());
}

function recordBase(tagStart: number, into: PageScan): void {
  if (!attributes.find(into.bytes, tagNameEnd(into.bytes, tagStart + 1), 'href')) return;
  into.addBase(attributes.valueStart, attributes.valueEnd);
}

function recordTitle({ location }: TreeNode, into: PageScan): void {
  const start = location?.startTag?.endOffset;
  if (start !== undefined) into.addTitle(start, location?.endTag?.startOffset ?? into.bytes.length);
}

function isRefresh({ attributes: list }: TreeNode): boolean {
  return list.some(({ name, value }) => name === 'http-equiv' && value.toLowerCase() === 'refresh');
}
