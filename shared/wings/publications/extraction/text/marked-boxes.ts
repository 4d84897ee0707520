import { isText, linkShare } from './block-value.ts';
import { isOfferMark, isRelatedMark } from './boilerplate.ts';
import { clock } from './clock-lines.ts';
import type { Block, PageBlocks, PageElement } from './page-blocks.ts';

/** Lines that may introduce a box. */
const mostMarks = 30;
/** Characters of a box that a line introduces. */
const mostBox = 1_500;
/** Contributions of readers, and characters of the lines that name who wrote them and of the line that counts them. */
const leastContributions = 3;
const mostName = 40;
const mostCount = 60;

/** Marks the blocks of elements that begin with a line which says what they are: other articles, an offer to subscribe, or readers' words. */
export function markedBoxes(page: PageBlocks): Uint8Array {
  const marks = new Uint8Array(page.blocks.length);
  let left = mostMarks;
  for (const [i, block] of page.blocks.entries()) {
    const isMark = isRelatedMark(block.text) || isOfferMark(block.text);
    if (left === 0 || !(isMark || isCount(block))) continue;
    left -= 1;
    const box = isMark ? boxFrom(page, i) : contributionsFrom(page, i);
    if (box !== undefined) marks.fill(1, i, box.to);
  }
  return marks;
}

/** The smallest element that begins with a line and has a link behind it. */
function boxFrom(page: PageBlocks, mark: number): PageElement | undefined {
  const { blocks, lengths } = page;
  return elementsFrom(page, mark).find(({ to }) => {
    const isLinked = blocks.slice(mark + 1, to).some(block => linkShare(block) > 0);
    return isLinked && lengths[to]! - lengths[mark]! <= mostBox;
  });
}

/** Elements that begin with a block, the smallest first. */
function elementsFrom({ blocks, elements }: PageBlocks, first: number): readonly PageElement[] {
  const found: PageElement[] = [];
  for (let at = blocks[first]!.element; at >= 0 && elements[at]!.from === first; at = elements[at]!.parent)
    found.push(elements[at]!);
  return found;
}

function isCount({ text, kind, level }: Block): boolean {
  return kind === 'heading' && level > 1 && text.length <= mostCount && /\d/.test(text);
}

/** Items that a heading counts ("10 readers said"): elements of one kind, each of which begins with the name of its author. */
function contributionsFrom(page: PageBlocks, mark: number): PageElement | undefined {
  return elementsFrom(page, mark).find(box => {
    const inside = page.elements.filter(
      ({ from, to, depth }) => depth === box.depth + 1 && from > mark && to <= box.to && to > from + 1,
    );
    return (
      inside.length >= leastContributions &&
      inside.every(each => each.group === inside[0]!.group && isContribution(page, each))
    );
  });
}

function isContribution({ blocks }: PageBlocks, { from, to }: PageElement): boolean {
  const name = blocks[from]!;
  const isName = name.kind !== 'heading' && name.text.length <= mostName && !isText(name) && !clock.test(name.text);
  return isName && blocks.slice(from + 1, to).some(isText);
}
