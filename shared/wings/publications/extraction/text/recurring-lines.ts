import { isText } from './block-value.ts';
import { isBold } from './emphasis.ts';
import type { PageBlocks } from './page-blocks.ts';

/** Characters of a heading. */
const mostHeading = 80;

/**
 * Whether a line that other pages of the host have too is of the text all the same: an item among others that no page has, or a bold
 * line of some words between two paragraphs, as headings of articles recur ("What happens next"). `isOut`: blocks that are of no text.
 */
export function recursInText(page: PageBlocks, index: number, isOut: (index: number) => boolean): boolean {
  const { kind } = page.blocks[index]!;
  return kind === 'item' ? isAmongItems(page, index, isOut) : isBetween(page, index, isOut);
}

function isAmongItems({ blocks, elements }: PageBlocks, index: number, isOut: (index: number) => boolean): boolean {
  const list = elements[elements[blocks[index]!.element]!.parent];
  if (list === undefined || blocks[index]!.linked > 0) return false;
  let [own, out] = [0, 0];
  for (let i = list.from; i < list.to; i += 1) {
    if (isOut(i)) out += 1;
    else if (blocks[i]!.linked === 0) own += 1;
  }
  return own >= out;
}

function isBetween({ blocks, elements }: PageBlocks, index: number, isOut: (index: number) => boolean): boolean {
  const { text, element, linked } = blocks[index]!;
  const [before, after] = [blocks[index - 1], blocks[index + 1]];
  if (before === undefined || after === undefined || isOut(index - 1) || isOut(index + 1)) return false;
  if (linked > 0 || text.length > mostHeading || !text.includes(' ') || !isText(after)) return false;
  const around = (at: number) => elements[at]!.parent;
  const isBeside = after.element === element || around(after.element) === around(element);
  return isBeside && isBold(elements[element]!.node, text);
}
