import { boilerplateValue, isText, linkShare, worthOfBlock } from './block-value.ts';
import { isBeside, isCommentMark, isComments, isCreditLine, isLegalLine, isRelatedMark } from './boilerplate.ts';
import { chooseContainer } from './choose-container.ts';
import { clockLines } from './clock-lines.ts';
import type { Block, PageBlocks, PageElement } from './page-blocks.ts';
import { teaserBlocks } from './teaser-pairs.ts';

/** An element named as standing beside the article holds less of the page than this. */
const mostBeside = 0.4;
/** Comments may be more, if at least so many characters of the page are not of them. */
const leastBesideComments = 300;
/** A text shorter than this is searched for again with nothing taken for beside. */
const shortArticle = 400;
/** A paragraph with more links than this is no text. */
const mostLinks = 0.8;
/** Share of the article's characters that may be before its headline. */
const mostBeforeHeadline = 0.2;
/** Characters of a line that announces a list. */
const mostAnnouncement = 60;
/** Characters before a line that begins the comments. */
const leastBeforeComments = 200;

export interface ArticleBlocks {
  readonly blocks: readonly Block[];
  readonly captions: readonly Block[];
  readonly container: PageElement | undefined;
  /** Share of the container's characters that the article has, 0 to 1. */
  readonly share: number;
  /** Nothing was taken for beside, for otherwise hardly anything was left. */
  readonly isRetried: boolean;
}

export interface PageKnowledge {
  /** Whether other pages of the host have a text too. */
  readonly isTemplate?: (text: string) => boolean;
}

/** The blocks of a page's article in order; none if the page has no text. */
export function articleBlocks(page: PageBlocks, knowledge: PageKnowledge = {}): ArticleBlocks {
  const first = select(page, besideBlocks(page), knowledge);
  const length = lengthOf(first.blocks);
  if (length >= shortArticle) return first;
  const second = withoutBeside(page, knowledge);
  return lengthOf(second.blocks) > 2 * length ? { ...second, isRetried: true } : first;
}

/** Characters. */
function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}

/** Marks the blocks of elements that are named as standing beside the article, large ones excepted. */
function besideBlocks({ elements, blocks, lengths }: PageBlocks): Uint8Array {
  const isOut = new Uint8Array(blocks.length);
  const all = lengths.at(-1)!;
  const most = mostBeside * all;
  for (const { node, from, to } of elements) {
    if (to === from || isOut[from] === 1) continue;
    const length = lengths[to]! - lengths[from]!;
    if (length < most ? isBeside(node) : length < all - leastBesideComments && isComments(node))
      isOut.fill(1, from, to);
  }
  return isOut;
}

/** Readers' comments take the place of no article, however short; where there is nothing else, they are the text. */
function withoutBeside(page: PageBlocks, knowledge: PageKnowledge): ArticleBlocks {
  const found = select(page, commentBlocks(page), knowledge);
  return found.blocks.length > 0 ? found : select(page, new Uint8Array(page.blocks.length), knowledge);
}

/** Marks readers' comments. */
function commentBlocks({ elements, blocks }: PageBlocks): Uint8Array {
  const isOut = new Uint8Array(blocks.length);
  for (const { node, from, to } of elements) if (isComments(node)) isOut.fill(1, from, to);
  return isOut;
}

function select(page: PageBlocks, isBesideBlock: Uint8Array, { isTemplate }: PageKnowledge): ArticleBlocks {
  const { blocks } = page;
  const isTeaser = teaserBlocks(page, isBesideBlock);
  const isBoilerplate = blocks.map(
    ({ text, kind }, i) =>
      isTeaser[i] === 1 || isLegalLine(text) || (isTemplate?.(text) === true && kind !== 'heading' && kind !== 'cell'),
  );
  const values = blocks.map((block, i) => {
    if (isBesideBlock[i] === 1) return 0;
    return isBoilerplate[i] ? boilerplateValue(block) : worthOfBlock(block);
  });
  const container = chooseContainer(page, values);
  if (container === undefined) return { blocks: [], captions: [], container, share: 0, isRetried: false };
  const clocks = clockLines(page, container, i => isBoilerplate[i]! || isBesideBlock[i] === 1);
  const kept: number[] = [];
  for (let i = container.from; i < container.to; i += 1) {
    if (isBoilerplate[i] || (isBesideBlock[i] === 1 && !clocks.has(i))) continue;
    if (blocks[i]!.kind !== 'caption' && isOfText(page, i)) kept.push(i);
  }
  const text = trimmed(page, kept, clocks);
  const chosen = text.map(i => blocks[i]!);
  const all = page.lengths[container.to]! - page.lengths[container.from]!;
  const captions = captionsOf(page, container, isBoilerplate);
  return { blocks: chosen, captions, container, share: lengthOf(chosen) / Math.max(1, all), isRetried: false };
}

/** Whether a block has few links, or is a paragraph of sentences with many. */
function isOfText({ blocks, elements }: PageBlocks, index: number): boolean {
  const block = blocks[index]!;
  const share = linkShare(block);
  if (share <= 0.5) return true;
  return share <= mostLinks && elements[block.element]!.node.name === 'p' && isText(block);
}

function captionsOf(page: PageBlocks, { from, to }: PageElement, isBoilerplate: readonly boolean[]): Block[] {
  return page.blocks
    .slice(from, to)
    .filter((block, i) => block.kind === 'caption' && !isBoilerplate[from + i] && linkShare(block) <= 0.5);
}

/** The blocks behind the article's own headline, where that is near their beginning. */
export function behindHeadline(blocks: readonly Block[], headline: string): readonly Block[] {
  const title = normalizedText(headline);
  if (title === '') return blocks;
  const at = blocks.findIndex(
    ({ text, kind }) => (kind === 'heading' || text.length < 200) && normalizedText(text) === title,
  );
  if (at < 0 || lengthOf(blocks.slice(0, at)) >= mostBeforeHeadline * lengthOf(blocks)) return blocks;
  return blocks.slice(at + 1);
}

/** Letters and digits in lower case, single blanks between words. */
export function normalizedText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** From the first to the last text, with the lists and paragraphs beside them, up to where comments begin. */
function trimmed(page: PageBlocks, kept: readonly number[], clocks: ReadonlySet<number>): readonly number[] {
  const { blocks } = page;
  const isEdge = (i: number) => blocks[i]!.kind !== 'heading' && !clocks.has(i) && isText(blocks[i]!);
  const first = kept.findIndex(isEdge);
  if (first < 0) return [];
  const last = kept.findLastIndex(isEdge);
  let from = first;
  let to = last;
  while (from > 0 && belongs(page, kept[from - 1]!, kept[first]!, clocks)) from -= 1;
  while (to + 1 < kept.length && belongs(page, kept[to + 1]!, kept[last]!, clocks)) to += 1;
  return withoutLastNotes(page, withoutRelated(page, beforeComments(page, kept.slice(from, to + 1))));
}

/** Without last lines that announce a list which was left out ("More on this:"), or name who made a picture. */
function withoutLastNotes({ blocks }: PageBlocks, kept: readonly number[]): readonly number[] {
  const last = kept.findLastIndex(i => {
    const { text } = blocks[i]!;
    return !isCreditLine(text) && (text.length > mostAnnouncement || !text.endsWith(':'));
  });
  return kept.slice(0, last + 1);
}

/** Without lists of other articles: a line like "See also:" and the items behind it, where they have links. */
function withoutRelated({ blocks }: PageBlocks, kept: readonly number[]): readonly number[] {
  const out = new Set<number>();
  for (const [at, i] of kept.entries()) {
    if (!isRelatedMark(blocks[i]!.text)) continue;
    let end = at + 1;
    while (end < kept.length && blocks[kept[end]!]!.kind === 'item') end += 1;
    const list = kept.slice(at + 1, end);
    if (list.some(item => blocks[item]!.linked > 0)) for (const each of [i, ...list]) out.add(each);
  }
  return out.size === 0 ? kept : kept.filter(i => !out.has(i));
}

/** Whether a short block without links is a paragraph or a list in the same element as a text at the edge. */
function belongs({ blocks, elements }: PageBlocks, index: number, edge: number, clocks: ReadonlySet<number>): boolean {
  if (clocks.has(index)) return true;
  const block = blocks[index]!;
  const { node, parent } = elements[block.element]!;
  if (block.linked > 0) return false;
  const around = elements[blocks[edge]!.element]!.parent;
  if (block.kind === 'item') return parent >= 0 && elements[parent]!.parent === around;
  return node.name === 'p' && parent === around;
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
