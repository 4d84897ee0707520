import { TextNode, type TreeNode } from '../../../../domain/html/tree-node.ts';
import { type ElementPath, pathsOf, steadinessOf } from '../suggest/element-paths.ts';

/**
 * A page as somebody may look at it and point at its elements: what it says and in which elements, and nothing else of
 * it. It has no attribute, script, style or address, so showing it runs nothing and makes no request. Plain JSON.
 */
export interface PageOutline {
  /** In the order of the document; the first is its root. */
  readonly nodes: readonly OutlineNode[];
  /** Ways to elements as XPath, and how many elements of the page each leads to. */
  readonly paths: readonly (readonly [xpath: ElementPath, count: number])[];
  /** The page has more than is here. */
  readonly isCut: boolean;
}

/** An element with its parent's place in the list, its tag, and its ways: places in `paths`, the best first. Or a text. */
export type OutlineNode =
  | readonly [parent: number, tag: string, ways: readonly number[]]
  | readonly [parent: number, text: string];

const mostNodes = 20_000;
const mostCharacters = 1_000_000;
/** Nobody sees them. */
const unseen = new Set(['head', 'script', 'style', 'template', 'noscript', 'svg', 'math', 'iframe', 'object', 'embed']);

/** Pure, and throws nothing. */
export function outlineOf(document: TreeNode): PageOutline {
  const { elements, isCut } = seenNodes(document);
  const counts = new Map<ElementPath, number>();
  for (const { node } of elements)
    if (!(node instanceof TextNode))
      for (const path of new Set(pathsOf(node))) counts.set(path, (counts.get(path) ?? 0) + 1);
  const paths = [...counts];
  const places = new Map(paths.map(([path], place) => [path, place]));
  const worth = (path: ElementPath): number => steadinessOf(path) / Math.sqrt(counts.get(path)!);
  const nodes = elements.map(({ node, parent }): OutlineNode => {
    if (node instanceof TextNode) return [parent, node.text];
    const ways = [...new Set(pathsOf(node))].sort((a, b) => worth(b) - worth(a));
    return [parent, node.name, ways.map(path => places.get(path)!)];
  });
  return { nodes, paths, isCut };
}

interface SeenNode {
  readonly node: TreeNode | TextNode;
  readonly parent: number;
}

/** From the root on, without what nobody sees; not by recursion, for a page may be deeper than any stack. */
function seenNodes(document: TreeNode): { readonly elements: readonly SeenNode[]; readonly isCut: boolean } {
  const elements: SeenNode[] = [];
  const open: SeenNode[] = rootsOf(document).map(node => ({ node, parent: -1 }));
  let characters = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node } = next;
    if (node instanceof TextNode) {
      if (node.text.trim() === '' && node.text.length > 1) continue;
      characters += node.text.length;
    } else if (unseen.has(node.name)) continue;
    if (elements.length >= mostNodes || characters > mostCharacters) return { elements, isCut: true };
    const parent = elements.push(next) - 1;
    for (let child = node.last; child !== null; child = child.previous) open.push({ node: child, parent });
  }
  return { elements, isCut: false };
}

function rootsOf(document: TreeNode): readonly TreeNode[] {
  for (let child = document.first; child !== null; child = child.next)
    if (!(child instanceof TextNode) && child.name === 'html') return [child];
  return [];
}
