import { latin1 } from '../latin1.ts';
import { AttributeReader } from './attribute-reader.ts';
import { decodeEntities } from './decode-text.ts';
import type { LinkElement } from './link-element.ts';
import { buildLinkTree } from './link-tree.ts';
import type { PageScan } from './page-scan.ts';
import { rawTextEnd, tagEnd } from './skip-markup.ts';
import { tagNameEnd } from './tag-names.ts';
import { demandPlain, TreeTooCostly } from './tree-budget.ts';
import { nextNode, nodeBehind, type TreeNode } from './tree-node.ts';

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';
/** Elements that mean something in the document alone, not in its shadow trees. */
const ofDocument: ReadonlySet<string> = new Set(['title', 'base', 'meta']);
const attributes = new AttributeReader();

/**
 * Records the links, bases and title of the tree that the HTML standard builds, in document order. An `a` that is in
 * the tree twice (misnested tags) counts as two links. Returns false, with nothing useful recorded, if the tree would
 * cost too much (`TreeBudget`) or repeats long tags too often.
 */
export function readLinksFromTree(into: PageScan, elements: readonly LinkElement[]): boolean {
  const document = treeOf(into);
  if (document === undefined) return false;
  let bytesLeft = 2 * into.bytes.length + 1000;
  /** The node behind a shadow tree, while the tree is read. */
  let behind: TreeNode | null | undefined;
  for (let node = nextNode(document, document); node; node = nextNode(node, document)) {
    if (node === behind) behind = undefined;
    if (behind === undefined && node.name === '#document-fragment') behind = nodeBehind(node, document);
    if (node.tagStart >= 0 && (behind === undefined || !ofDocument.has(node.name)))
      bytesLeft -= record(node, into, elements);
    if (bytesLeft < 0) return false;
  }
  return true;
}

function treeOf(page: PageScan): TreeNode | undefined {
  try {
    demandPlain(page.bytes);
    return buildLinkTree(page.html);
  } catch (error) {
    if (error instanceof TreeTooCostly) return undefined;
    throw error;
  }
}

/** Returns the length of the tag if the tree may hold its element a second time. */
function record(node: TreeNode, into: PageScan, elements: readonly LinkElement[]): number {
  const { name, namespace, tagStart } = node;
  if (name === 'title' && namespace === HTML) recordTitle(tagStart, into);
  else if (name === 'base' && namespace === HTML) recordBase(tagStart, into);
  else {
    const kind = kindOf(node, into);
    if (kind !== undefined && elements.includes(kind))
      return recordLink(kind, attributeNamed(node, kind, into), tagStart, into);
  }
  return 0;
}

const attributeOf: Readonly<Record<LinkElement, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  frame: 'src',
  refresh: 'content',
};

/** An `a` of SVG may have the attribute of SVG 1.1 in place of `href` (SVG 2, section 16.3). */
function attributeNamed({ namespace, tagStart }: TreeNode, kind: LinkElement, into: PageScan): string {
  const isOld = kind === 'a' && namespace === SVG && !find('href', tagStart, into);
  return isOld ? 'xlink:href' : attributeOf[kind];
}

/** In SVG and MathML only elements named `a` are links. */
function kindOf({ name, namespace, tagStart }: TreeNode, into: PageScan): LinkElement | undefined {
  if (name === 'a') return 'a';
  if (namespace !== HTML) return undefined;
  if (name === 'area' || name === 'link' || name === 'frame') return name;
  if (name === 'iframe') return 'frame';
  return name === 'meta' && isRefresh(tagStart, into) ? 'refresh' : undefined;
}

function recordLink(kind: LinkElement, attribute: string, tagStart: number, into: PageScan): number {
  const isFound = find(attribute, tagStart, into);
  const { valueStart, valueEnd } = attributes;
  const end = attributes.finish();
  if (isFound) into.addLink(kind, tagNameEnd(into.bytes, tagStart + 1), valueStart, valueEnd, end);
  return end - tagStart;
}

function recordBase(tagStart: number, into: PageScan): void {
  if (find('href', tagStart, into)) into.addBase(attributes.valueStart, attributes.valueEnd);
}

function recordTitle(tagStart: number, into: PageScan): void {
  const start = tagEnd(into.bytes, tagNameEnd(into.bytes, tagStart + 1));
  into.addTitle(start, rawTextEnd(into.bytes, start, 'title'));
}

function isRefresh(tagStart: number, into: PageScan): boolean {
  if (!find('http-equiv', tagStart, into)) return false;
  return (
    decodeEntities(latin1(into.bytes, attributes.valueStart, attributes.valueEnd), {
      attribute: true,
    }).toLowerCase() === 'refresh'
  );
}

function find(attribute: string, tagStart: number, { bytes }: PageScan): boolean {
  return attributes.find(bytes, tagNameEnd(bytes, tagStart + 1), attribute);
}
