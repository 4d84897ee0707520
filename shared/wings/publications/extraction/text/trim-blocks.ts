import { isText, linkShare } from './block-value.ts';
import {
  isCommentMark,
  isCreditLine,
  isOfferMark,
  isReaderCall,
  isRelatedMark,
  isServiceLine,
  isStrayLine,
  isSummaryMark,
} from './boilerplate.ts';
import { clock } from './clock-lines.ts';
import { isDatedLine } from './dated-line.ts';
import type { Block, PageBlocks, PageElement } from './page-blocks.ts';

/** Characters of a line that announces a list. */
const mostAnnouncement = 60;
/** Lines at the beginning that may be of dates. */
const mostDated = 12;
/** Cells of a table at the edge of a text. */
const mostCells = 300;
/** Characters before a line that begins the comments. */
const leastBeforeComments = 200;

/** From the first text that is more than dates to the last one, with the lists and paragraphs beside them, up to where comments begin. */
export function trimmed(page: PageBlocks, kept: readonly number[], clocks: ReadonlySet<number>): readonly number[] {
  const { blocks } = page;
  const isEdge = (i: number) => blocks[i]!.kind !== 'heading' && !clocks.has(i) && isText(blocks[i]!);
  const isDated = (i: number, at: number) => at < mostDated && isDatedLine(blocks[i]!.text);
  const first = kept.findIndex((i, at) => isEdge(i) && !isDated(i, at));
  if (first < 0) return [];
  const last = kept.findLastIndex(isEdge);
  let from = first;
  let to = last;
  const isStart = (at: number) => belongs(page, kept[at]!, kept[first]!, clocks) && !isDated(kept[at]!, at);
  while (from > 0 && isStart(from - 1)) from -= 1;
  const isEnd = (at: number) =>
    belongs(page, kept[at]!, kept[last]!, clocks) || heads(page, kept, at, kept[last]!, clocks);
  while (to + 1 < kept.length && isEnd(to + 1)) to += 1;
  const own = kept.slice(from, to + 1).filter(i => !isStrayLine(blocks[i]!.text));
  return withoutLastNotes(page, withoutRelated(page, beforeComments(page, own)));
}

/** Without last lines that announce a list which was left out ("More on this:"), name who made a picture, count readers or call on them. */
function withoutLastNotes({ blocks }: PageBlocks, kept: readonly number[]): readonly number[] {
  const last = kept.findLastIndex(i => {
    const { text } = blocks[i]!;
    const isNote = isCreditLine(text) || isServiceLine(text) || isReaderCall(text);
    return !isNote && (text.length > mostAnnouncement || !text.endsWith(':'));
  });
  return kept.slice(0, last + 1);
}

/** Without lists of other articles: a line like "See also:" and the items behind it, where they have links; and without such a line before a link. */
function withoutRelated({ blocks }: PageBlocks, kept: readonly number[]): readonly number[] {
  const out = new Set<number>();
  for (const [at, i] of kept.entries()) {
    if (!isRelatedMark(blocks[i]!.text)) continue;
    let end = at + 1;
    while (end < kept.length && blocks[kept[end]!]!.kind === 'item') end += 1;
    const list = kept.slice(at + 1, end);
    const next = blocks[i + 1];
    if (list.some(item => blocks[item]!.linked > 0)) for (const each of [i, ...list]) out.add(each);
    else if (next !== undefined && linkShare(next) > 0.5) out.add(i);
  }
  return out.size === 0 ? kept : kept.filter(i => !out.has(i));
}

/** Whether a short block without links is a paragraph, a list or a table in the same element as a text at the edge. */
function belongs({ blocks, elements }: PageBlocks, index: number, edge: number, clocks: ReadonlySet<number>): boolean {
  if (clocks.has(index)) return true;
  const block = blocks[index]!;
  const { node, parent } = elements[block.element]!;
  if (block.linked > 0) return false;
  const own = blocks[edge]!.element;
  const around = elements[own]!.parent;
  if (block.kind === 'item') {
    // Lines that breaks divide are in the element that has the list; a quotation is beside it.
    const beside = blocks[edge]!.kind === 'quote' ? (elements[around]?.parent ?? -1) : own;
    return parent >= 0 && [around, beside].includes(elements[parent]!.parent);
  }
  if (block.kind !== 'cell' || node.name === 'p') return node.name === 'p' && parent === around;
  let table = elements[parent];
  while (table !== undefined && table.node.name !== 'table') table = elements[table.parent];
  const cells = table?.parent === around ? blocks.slice(table.from, table.to) : [];
  return cells.length > 0 && cells.length <= mostCells && cells.every(({ linked }) => linked === 0);
}

/** Whether a heading at the edge has a list of the text under it. */
function heads(
  page: PageBlocks,
  kept: readonly number[],
  at: number,
  edge: number,
  clocks: ReadonlySet<number>,
): boolean {
  const [heading, item] = [page.blocks[kept[at]!]!, page.blocks[kept[at + 1] ?? -1]];
  return (
    heading.kind === 'heading' &&
    heading.linked === 0 &&
    item?.kind === 'item' &&
    belongs(page, kept[at + 1]!, edge, clocks)
  );
}

function beforeComments({ blocks }: PageBlocks, kept: readonly number[]): readonly number[] {
  let before = 0;
  for (const [at, i] of kept.entries()) {
    const { text } = blocks[i]!;
    if (before >= leastBeforeComments && isCommentMark(text)) return kept.slice(0, at);
    before += text.length;
  }
  return kept;
}

/** Lines that may introduce a box. */
const mostMarks = 30;
/** Characters of a box that a line introduces. */
const mostBox = 1_500;
/** Contributions of readers, and characters of the lines that name who wrote them and of the line that counts them. */
const leastContributions = 3;
const mostName = 40;
const mostCount = 60;

/** Marks the blocks of elements that begin with a line which says what they are: other articles, an offer to subscribe, a summary of a program, or readers' words. */
export function markedBoxes(page: PageBlocks): Uint8Array {
  const marks = new Uint8Array(page.blocks.length);
  let left = mostMarks;
  for (const [i, block] of page.blocks.entries()) {
    const isMark = isRelatedMark(block.text) || isOfferMark(block.text);
    const isSummary = isSummaryMark(block.text);
    if (left === 0 || !(isMark || isSummary || isCount(block))) continue;
    left -= 1;
    const box = isMark ? boxFrom(page, i) : isSummary ? summaryFrom(page, i) : contributionsFrom(page, i);
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

/** The smallest element that begins with a line and has more behind it, but not most of the page. */
function summaryFrom(page: PageBlocks, mark: number): PageElement | undefined {
  const { lengths } = page;
  const most = Math.min(mostBox, lengths.at(-1)! / 2);
  return elementsFrom(page, mark).find(({ to }) => to > mark + 1 && lengths[to]! - lengths[mark]! <= most);
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
