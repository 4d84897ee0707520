import { nextNode, TextNode, type TreeNode } from '../../../../domain/html/tree-node.ts';
import { isText, linkShare } from './block-value.ts';
import { isSmall } from './emphasis.ts';
import type { PageBlocks, PageElement } from './page-blocks.ts';

/** Characters of a caption. */
const mostCaption = 250;
/** Nodes before the text of a box. */
const mostNodes = 60;
/** Share of the characters of a text that may be in boxes of pictures: more is a list of pictures with its text beside them. */
const mostShare = 1 / 3;

/** Blocks of a text that are captions: each is the only line of a box, behind the picture in the box. */
export function boxedCaptions(page: PageBlocks, kept: readonly number[]): ReadonlySet<number> {
  // A sentence beside the first picture, in front of all others, is the lead.
  const captions = kept.filter((i, at) => isCaption(page, i) && !(at === 0 && isText(page.blocks[i]!)));
  const length = (indexes: readonly number[]) => indexes.reduce((sum, i) => sum + page.blocks[i]!.text.length, 0);
  return new Set(length(captions) > mostShare * length(kept) ? [] : captions);
}

function isCaption({ blocks, elements }: PageBlocks, index: number): boolean {
  const block = blocks[index]!;
  if (block.text.length > mostCaption || block.kind === 'heading' || linkShare(block) > 0.5) return false;
  const own = elements[block.element]!;
  const box = boxAround(elements, own);
  const before = box && beforeText(box.node);
  if (box === undefined || before === undefined || !before.hasPicture) return false;
  // A paragraph may begin with a picture at its edge.
  return box.node.name !== 'p' || (before.hasBreak && isSmall(box.node, block.text));
}

/** The widest element that has one line. */
function boxAround(elements: readonly PageElement[], own: PageElement): PageElement | undefined {
  let box: PageElement | undefined;
  for (let at: PageElement | undefined = own; at !== undefined && at.to - at.from === 1; at = elements[at.parent])
    box = at;
  return box;
}

function beforeText(box: TreeNode): { readonly hasPicture: boolean; readonly hasBreak: boolean } | undefined {
  let [hasPicture, hasBreak] = [false, false];
  let left = mostNodes;
  for (let node = nextNode(box, box); node && left > 0; node = nextNode(node, box), left -= 1) {
    if (node instanceof TextNode && /[\p{L}\p{N}]/u.test(node.text)) return { hasPicture, hasBreak };
    if (node.name === 'img' || node.name === 'picture') hasPicture = true;
    else if (node.name === 'br') hasBreak = true;
  }
  return undefined;
}
