import { linkShare, sentenceEnd, weightOf } from './block-value.ts';
import { isCommentMark, isRelatedMark } from './boilerplate.ts';
import type { Block, PageBlocks, PageElement } from './page-blocks.ts';

/** Share of links of a line that is no text. */
const mostLinks = 0.5;
/** Characters that all lines have at least, and a line of a page that is known to be a publication. */
const leastLines = 40;
const leastLine = 24;
const leastWords = 3;
/** Characters of a headline. */
const mostHeadline = 400;
/** Elements whose neighbours of another kind are still of the text. */
const plainTags = new Set('p ul ol dl table blockquote pre h2 h3 h4 h5 h6 br #text'.split(' '));

export interface HeadlineSearch {
  /** Blocks of menus and the like. */
  isOut(index: number): boolean;
  /** Blocks of elements that are never of a text, whatever they are named. */
  isNeverText(index: number): boolean;
  /** The page is a publication: a line of any length and kind is its text. */
  readonly isNamed: boolean;
}

export interface BehindHeadline {
  readonly container: PageElement;
  readonly lines: readonly number[];
}

/**
 * The block that is the headline: the last heading that says the title, or else the only heading of the first level; of a page that is
 * known to be a publication the last line that says the title, or the first heading. -1 without one.
 */
export function headlineIn({ blocks }: PageBlocks, title: string, isNamed: boolean): number {
  const saysTitle = saying(title);
  const isTitle = ({ text }: Block) => text.length < mostHeadline && saysTitle(text);
  const titled = blocks.findLastIndex(block => block.kind === 'heading' && block.level < 4 && isTitle(block));
  if (titled >= 0) return titled;
  const firsts = blocks.flatMap(({ kind, level }, i) => (kind === 'heading' && level === 1 ? [i] : []));
  if (firsts.length === 1) return firsts[0]!;
  if (!isNamed) return -1;
  const said = blocks.findLastIndex(isTitle);
  return said >= 0 ? said : blocks.findIndex(({ kind, linked }) => kind === 'heading' && linked === 0);
}

/**
 * The lines behind the headline of a page, in the innermost element that has some, however short they are: a page of short lines, or
 * a dialogue, has no element that is worth anything. Of a page that is known to be a publication also linked lines, lines in elements
 * that are named as if they were beside it, single words, and lines in the body of the document, in this order.
 */
export function behindHeadlineOf(
  page: PageBlocks,
  headline: number,
  search: HeadlineSearch,
): BehindHeadline | undefined {
  if (headline < 0) return undefined;
  const { isOut, isNeverText } = search;
  const isPlain = (i: number) => !isOut(i) && isPlainLine(page.blocks[i]!);
  const has = (isEnough: (block: Block) => boolean) => (lines: readonly number[]) =>
    lines.some(i => isEnough(page.blocks[i]!));
  const look = { page, headline };
  if (!search.isNamed)
    return linesAround({ ...look, isLine: i => isPlain(i) && page.blocks[i]!.kind !== 'cell', isEnough: isLong(page) });
  const within = (isLine: (i: number) => boolean, isEnough: (block: Block) => boolean, isBody = false) => {
    const found = linesAround({ ...look, isLine, isEnough: has(isEnough), isBody });
    return found && { ...found, lines: withoutEdges(page.blocks, found.lines) };
  };
  return (
    within(isPlain, isSentence) ??
    within(i => !isOut(i), isSentence) ??
    within(i => !isNeverText(i) && isPlainLine(page.blocks[i]!), isSentence) ??
    within(isPlain, isWord) ??
    within(isPlain, isSentence, true) ??
    within(isPlain, isWord, true)
  );
}

interface LineSearch {
  readonly page: PageBlocks;
  readonly headline: number;
  isLine(index: number): boolean;
  isEnough(lines: readonly number[]): boolean;
  /** The lines are in the body of the document, where those of one kind count. */
  readonly isBody?: boolean;
}

function linesAround({ page, headline, isLine, isEnough, isBody = false }: LineSearch): BehindHeadline | undefined {
  const { blocks, elements } = page;
  for (let at = elements[blocks[headline]!.element]!.parent; at >= 0; at = elements[at]!.parent) {
    const container = elements[at]!;
    const isLast = container.node.name === 'body';
    if (isLast && !isBody) return undefined;
    const behind = ofText(blocks, indexes(headline + 1, container.to).filter(isLine));
    const lines = isLast ? ofOneKind(page, at, behind) : behind;
    if (isEnough(lines)) return { container, lines };
    if (isLast) return undefined;
  }
  return undefined;
}

function isLong({ blocks }: PageBlocks) {
  return (lines: readonly number[]): boolean => {
    const text = lines.map(i => blocks[i]!.text).join(' ');
    return text.length >= leastLines && /[.!?…»”"]$/.test(text);
  };
}

/** Up to the line behind which comments or other articles are. */
function ofText(blocks: readonly Block[], lines: readonly number[]): readonly number[] {
  const end = lines.findIndex(i => isCommentMark(blocks[i]!.text) || isRelatedMark(blocks[i]!.text));
  return end < 0 ? lines : lines.slice(0, end);
}

/** Lines of an element from the first on, as long as the elements inside it are paragraphs and lists, or like the first one. */
function ofOneKind({ blocks, elements }: PageBlocks, around: number, lines: readonly number[]): readonly number[] {
  const childOf = (i: number) => {
    let at = blocks[i]!.element;
    while (at !== around && elements[at]!.parent !== around) at = elements[at]!.parent;
    return at;
  };
  const first = lines[0] === undefined ? -1 : childOf(lines[0]);
  const isOther = (i: number) => {
    const child = childOf(i);
    return child !== first && child !== around && !plainTags.has(elements[child]!.node.name);
  };
  const end = lines.findIndex(isOther);
  return end < 0 ? lines : lines.slice(0, end);
}

/** Without the names and dates before the first line that says something, and without headings at the end. */
function withoutEdges(blocks: readonly Block[], lines: readonly number[]): readonly number[] {
  const says = lines.findIndex(i => isSentence(blocks[i]!));
  const first = says < 0 ? lines.findIndex(i => isWord(blocks[i]!)) : says;
  const last = lines.findLastIndex(i => blocks[i]!.kind !== 'heading' && isWord(blocks[i]!));
  return lines.slice(first, Math.max(first, last) + 1);
}

function isSentence(block: Block): boolean {
  const { text } = block;
  if (isLabel(block)) return false;
  const words = text.match(/\p{L}+/gu)?.length ?? 0;
  return (
    weightOf(text) >= leastLines || (sentenceEnd.test(text) && (words >= leastWords || weightOf(text) >= leastLine))
  );
}

function isWord(block: Block): boolean {
  return !isLabel(block) && !/^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u.test(block.text);
}

/** Whether a line has a date or a time and is no sentence, or has no word. */
function isLabel({ text }: Block): boolean {
  const words = text.match(/\p{L}{3,}/gu)?.length ?? 0;
  const isDated = /(?:19|20)\d\d|(?<!\d)\d\d?[:.]\d\d(?!\d)/.test(text);
  if (isDated) return !sentenceEnd.test(text) || words < leastWords;
  return weightOf(text.replace(/[^\p{L}\p{N}]/gu, '')) < leastWords;
}

function isPlainLine(block: Block): boolean {
  return block.kind !== 'caption' && linkShare(block) <= mostLinks;
}

function indexes(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}

/** Whether texts say the same as this one, word for word; of nothing none does. */
export function saying(wanted: string): (text: string) => boolean {
  const words = normalizedText(wanted);
  const [first] = words.split(' ');
  return text =>
    words !== '' &&
    2 * text.length >= words.length &&
    text.toLowerCase().includes(first!) &&
    normalizedText(text) === words;
}

/** Letters and digits in lower case, single blanks between words. */
export function normalizedText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
