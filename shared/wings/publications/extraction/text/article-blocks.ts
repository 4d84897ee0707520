import { defined } from '../../../../domain/defined.ts';
import type { TreeNode } from '../../../../domain/html/tree-node.ts';
import { behindHeadlineOf, headlineIn, saying } from './behind-headline.ts';
import { boilerplateValue, isText, linkShare, worthOfBlock } from './block-value.ts';
import * as boilerplate from './boilerplate.ts';
import { chooseContainer } from './choose-container.ts';
import { clockLines } from './clock-lines.ts';
import { isConsentParagraph } from './consent.ts';
import { furtherArticles } from './further-articles.ts';
import { leadBlocks } from './lead-blocks.ts';
import type { Block, PageBlocks, PageElement } from './page-blocks.ts';
import { boxedCaptions } from './picture-boxes.ts';
import { recursInText } from './recurring-lines.ts';
import { teaserBlocks } from './teaser-pairs.ts';
import { markedBoxes, trimmed } from './trim-blocks.ts';

/** A text shorter than this is searched for again with nothing taken for beside. */
const shortArticle = 400;
/** A paragraph with more links than this is no text. */
const mostLinks = 0.8;
/** Share of the article's characters that may be before its headline. */
const mostBeforeHeadline = 0.2;

/** Captions of a gallery: its text may be one short line. */
const leastPictures = 3;

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
  /** The title of the page, as far as it is known. */
  readonly title?: string;
  /** The page is that of a publication, because an entry or a rule names it: it has a text, however short. */
  readonly isNamed?: boolean;
  /** Whether an address is that of another page of the site. */
  readonly leadsElsewhere?: (href: string) => boolean;
}

const nothing: ArticleBlocks = { blocks: [], captions: [], container: undefined, share: 0, isRetried: false };

/** A page, and what each search for its text begins with. */
export interface SeenBlocks {
  readonly page: PageBlocks;
  /** The block that is the headline; -1 without one. */
  readonly headline: number;
  /** The blocks of boxes that say what they are. */
  readonly marked: Uint8Array;
  /** Those, and the blocks of elements that are named as standing beside the article. */
  readonly beside: Uint8Array;
}

export function seenBlocks(page: PageBlocks, { title = '' }: PageKnowledge): SeenBlocks {
  const marked = markedBoxes(page);
  return { page, headline: headlineIn(page, title, false), marked, beside: besideBlocks(page, marked) };
}

/** The blocks of a page's article in order; none if the page has no text. */
export function articleBlocks(seen: SeenBlocks, knowledge: PageKnowledge): ArticleBlocks {
  const first = select(seen, seen.beside.slice(), knowledge);
  const length = lengthOf(first.blocks);
  if (length >= shortArticle) return first;
  const second = withoutBeside(seen, knowledge);
  return lengthOf(second.blocks) > 2 * length ? { ...second, isRetried: true } : first;
}

/** Whether a block is in an element that holds no text of an article. */
export function isNeverTextAt({ elements }: PageBlocks, { element }: Block): boolean {
  for (let at = element; at >= 0; at = elements[at]!.parent)
    if (boilerplate.isNeverText(elements[at]!.node)) return true;
  return false;
}

/** The lines behind the headline of a page, however short they are; nothing where there are none. */
export function headlineBlocks(
  seen: SeenBlocks,
  { title = '', isNamed = false, isTemplate }: PageKnowledge,
): ArticleBlocks {
  const { page } = seen;
  const headline = isNamed && seen.headline < 0 ? headlineIn(page, title, true) : seen.headline;
  const isBesideBlock = besideBlocks(page, seen.marked, headline);
  const isNever = blocksOf(page, boilerplate.isNeverText);
  const isTeaser = teaserBlocks(page, isBesideBlock);
  const isNoText = (i: number) =>
    isTeaser[i] === 1 ||
    boilerplate.isNoText(page.blocks[i]!.text) ||
    (isAtEnd(page, i) && isConsentParagraph(page.blocks[i]!.text, title));
  const search = (isStanding: (text: string) => boolean) => ({
    isOut: (i: number) => isBesideBlock[i] === 1 || isNoText(i) || isStanding(page.blocks[i]!.text),
    isNeverText: (i: number) => isNever[i] === 1 || isNoText(i) || isStanding(page.blocks[i]!.text),
    isNamed,
  });
  const found =
    (isTemplate && behindHeadlineOf(page, headline, search(isTemplate))) ??
    behindHeadlineOf(
      page,
      headline,
      search(() => false),
    );
  if (found === undefined) {
    const captions = captionsAround(page, headline);
    if (isNamed || captions.length < leastPictures) return { ...nothing, captions };
    const named = headlineBlocks(seen, { title, isNamed: true, ...defined({ isTemplate }) });
    return { ...named, captions, blocks: named.blocks.filter(({ kind }) => kind !== 'caption') };
  }
  const blocks = found.lines.map(i => page.blocks[i]!);
  const captions = captionsOf(page, found.container, () => false).filter(block => !blocks.includes(block));
  return { blocks, captions, container: found.container, share: 1, isRetried: true };
}

/** The captions behind the headline of a gallery, which has no other text. */
function captionsAround(page: PageBlocks, headline: number): readonly Block[] {
  let at = page.blocks[headline]?.element ?? -1;
  while (at >= 0 && captionsOf(page, page.elements[at]!, () => false).length === 0) at = page.elements[at]!.parent;
  return at < 0 ? [] : captionsOf(page, page.elements[at]!, i => i < headline);
}

/** Characters. */
function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}

/** Readers' comments take the place of no article, however short; where there is nothing else, they are the text. */
function withoutBeside(seen: SeenBlocks, knowledge: PageKnowledge): ArticleBlocks {
  const without = (isOfKind: (node: TreeNode) => boolean) => {
    const isOut = blocksOf(seen.page, isOfKind);
    return select(
      seen,
      isOut.map((out, i) => out || seen.marked[i]!),
      knowledge,
    );
  };
  const found = without(node => boilerplate.isComments(node) || boilerplate.isConsent(node));
  return found.blocks.length > 0 ? found : without(boilerplate.isConsent);
}

function select(
  { page, headline, marked }: SeenBlocks,
  isBesideBlock: Uint8Array,
  { isTemplate, title = '', leadsElsewhere = () => false }: PageKnowledge,
): ArticleBlocks {
  const { blocks } = page;
  for (const { from, to } of furtherArticles(page, headline, leadsElsewhere)) isBesideBlock.fill(1, from, to);
  const isTeaser = teaserBlocks(page, isBesideBlock);
  const isNoText = keptTest(blocks, ({ text }, i) => {
    return isTeaser[i] === 1 || boilerplate.isNoText(text) || (isAtEnd(page, i) && isConsentParagraph(text, title));
  });
  const isOfHost = keptTest(blocks, ({ text, kind }, i) => {
    return isNoText(i) || (isTemplate?.(text) === true && kind !== 'heading' && kind !== 'cell');
  });
  const isOut = (i: number) => isBesideBlock[i] === 1 || isOfHost(i);
  const isBoilerplate = (i: number) => isOfHost(i) && (isNoText(i) || !recursInText(page, i, isOut));
  const values = blocks.map((block, i) => {
    if (isBesideBlock[i] === 1) return 0;
    return isBoilerplate(i) ? boilerplateValue(block) : worthOfBlock(block);
  });
  const container = chooseContainer(page, values);
  if (container === undefined) return nothing;
  const clocks = clockLines(page, container, i => isBesideBlock[i] === 1 || isBoilerplate(i));
  const kept: number[] = [];
  for (let i = container.from; i < container.to; i += 1) {
    if ((isBesideBlock[i] === 1 && !clocks.has(i)) || isBoilerplate(i)) continue;
    if (blocks[i]!.kind !== 'caption' && isOfText(page, i)) kept.push(i);
  }
  const body = trimmed(page, kept, clocks);
  const lead =
    body.length === 0 ? [] : leadBlocks(page, body, i => marked[i] === 1 || (isTeaser[i] !== 1 && isBoilerplate(i)));
  const boxed = boxedCaptions(page, body);
  const chosen = withoutTwin([...lead, ...body.filter(i => !boxed.has(i))].map(i => blocks[i]!));
  const all = page.lengths[container.to]! - page.lengths[container.from]!;
  const captions = [...captionsOf(page, container, isBoilerplate), ...[...boxed].map(i => blocks[i]!)];
  return { blocks: chosen, captions, container, share: lengthOf(chosen) / Math.max(1, all), isRetried: false };
}

/** A test of blocks that is made once for each block. */
function keptTest(blocks: readonly Block[], test: (block: Block, index: number) => boolean) {
  const answers = new Uint8Array(blocks.length);
  return (i: number): boolean => {
    answers[i] ||= test(blocks[i]!, i) ? 1 : 2;
    return answers[i] === 1;
  };
}

/** Blocks at the beginning and at the end of a page that may request consent. */
const mostWall = 100;

function isAtEnd({ blocks }: PageBlocks, index: number): boolean {
  return index < mostWall || index >= blocks.length - mostWall;
}

/** Characters of a longest paragraph by which its repetition is known. */
const leastTwin = 60;

/** An article that a page has twice, for screens of another size, is taken once. */
function withoutTwin(blocks: readonly Block[]): readonly Block[] {
  const texts = blocks.map(({ text }) => text);
  const longest = texts.reduce((most, text, i) => (text.length > texts[most]!.length ? i : most), 0);
  let again = (texts[longest] ?? '').length < leastTwin ? -1 : texts.indexOf(texts[longest]!, longest + 1);
  for (let at = longest - 1; at >= 0 && texts[again - 1] === texts[at]; at -= 1) again -= 1;
  if (again < 0 || Math.abs(texts.length - 2 * again) > 2) return blocks;
  const once = new Set(texts.slice(0, again));
  if (!texts.slice(again).every(text => once.has(text))) return blocks;
  return blocks.slice(0, blocks.findLastIndex(({ kind }, i) => i < again && kind !== 'heading') + 1);
}

/** Whether a block has few links, or is a paragraph of sentences with many. */
function isOfText({ blocks, elements }: PageBlocks, index: number): boolean {
  const block = blocks[index]!;
  const share = linkShare(block);
  if (share <= 0.5) return true;
  return share <= mostLinks && elements[block.element]!.node.name === 'p' && isText(block);
}

function captionsOf(page: PageBlocks, { from, to }: PageElement, isBoilerplate: (index: number) => boolean): Block[] {
  return page.blocks
    .slice(from, to)
    .filter((block, i) => block.kind === 'caption' && !isBoilerplate(from + i) && linkShare(block) <= 0.5);
}

/** The blocks behind the article's own headline, where that is near their beginning. */
export function behindHeadline(blocks: readonly Block[], headline: string): readonly Block[] {
  const isTitle = saying(headline);
  const at = blocks.findIndex(({ text, kind }) => (kind === 'heading' || text.length < 200) && isTitle(text));
  if (at < 0 || lengthOf(blocks.slice(0, at)) >= mostBeforeHeadline * lengthOf(blocks)) return blocks;
  return blocks.slice(at + 1);
}

/** An element named as standing beside the article holds less of the page than this. */
const mostBeside = 0.4;
/** Comments may be more, if at least so many characters of the page are not of them. */
const leastBesideComments = 300;

/**
 * Marks the blocks of elements that are named as standing beside the article, large ones excepted, and those that are marked already.
 * `headline`: elements that hold this block hold the article, whatever they are named.
 */
function besideBlocks({ elements, lengths }: PageBlocks, marked: Uint8Array, headline = -1): Uint8Array {
  const isOut = marked.slice();
  const all = lengths.at(-1)!;
  for (const { node, from, to } of elements) {
    if (to === from || isOut[from] === 1 || (from <= headline && headline < to)) continue;
    if (isOutside(node, lengths[to]! - lengths[from]!, all)) isOut.fill(1, from, to);
  }
  return isOut;
}

function isOutside(node: TreeNode, length: number, all: number): boolean {
  const standing = boilerplate.standingOf(node);
  if (
    standing !== 'other' &&
    !boilerplate.isArticleElement(node) &&
    (standing === 'above' || length < mostBeside * all)
  )
    return true;
  return length >= mostBeside * all && length < all - leastBesideComments && boilerplate.isComments(node);
}

/** Marks the blocks of elements of a kind. */
function blocksOf({ elements, blocks }: PageBlocks, isOfKind: (node: TreeNode) => boolean): Uint8Array {
  const isOut = new Uint8Array(blocks.length);
  for (const { node, from, to } of elements) if (isOfKind(node)) isOut.fill(1, from, to);
  return isOut;
}
