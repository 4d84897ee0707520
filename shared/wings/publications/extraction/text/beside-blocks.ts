import type { TreeNode } from '../../../../domain/html/tree-node.ts';
import { isArticleElement, isComments, standingOf } from './boilerplate.ts';
import type { PageBlocks } from './page-blocks.ts';

/** An element named as standing beside the article holds less of the page than this. */
const mostBeside = 0.4;
/** Comments may be more, if at least so many characters of the page are not of them. */
const leastBesideComments = 300;

/**
 * Marks the blocks of elements that are named as standing beside the article, large ones excepted, and those that are marked already.
 * `headline`: elements that hold this block hold the article, whatever they are named.
 */
export function besideBlocks({ elements, lengths }: PageBlocks, marked: Uint8Array, headline = -1): Uint8Array {
  const isOut = marked.slice();
  const all = lengths.at(-1)!;
  for (const { node, from, to } of elements) {
    if (to === from || isOut[from] === 1 || (from <= headline && headline < to)) continue;
    if (isOutside(node, lengths[to]! - lengths[from]!, all)) isOut.fill(1, from, to);
  }
  return isOut;
}

function isOutside(node: TreeNode, length: number, all: number): boolean {
  const standing = standingOf(node);
  if (standing !== 'other' && !isArticleElement(node) && (standing === 'above' || length < mostBeside * all))
    return true;
  return length >= mostBeside * all && length < all - leastBesideComments && isComments(node);
}

/** Marks the blocks of elements of a kind. */
export function blocksOf({ elements, blocks }: PageBlocks, isOfKind: (node: TreeNode) => boolean): Uint8Array {
  const isOut = new Uint8Array(blocks.length);
  for (const { node, from, to } of elements) if (isOfKind(node)) isOut.fill(1, from, to);
  return isOut;
}
