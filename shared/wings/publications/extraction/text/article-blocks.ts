import { defined } from '../../../../domain/defined.ts';
import type { TreeNode } from '../../../../domain/html/tree-node.ts';
import { behindHeadlineOf, headlineIn, normalizedText } from './behind-headline.ts';
import { besideBlocks, blocksOf } from './beside-blocks.ts';
import { boilerplateValue, isText, linkShare, worthOfBlock } from './block-value.ts';
import { isComments, isConsent, isLegalLine, isNeverText } from './boilerplate.ts';
import { chooseContainer } from './choose-container.ts';
import { clockLines } from './clock-lines.ts';
import { isConsentParagraph } from './consent.ts';
import { furtherArticles } from './further-articles.ts';
import { leadBlocks } from './lead-blocks.ts';
import { markedBoxes } from './marked-boxes.ts';
import type { Block, PageBlocks, PageElement } from './page-blocks.ts';
import { boxedCaptions } from './picture-boxes.ts';
import { recursInText } from './recurring-lines.ts';
import { teaserBlocks } from './teaser-pairs.ts';
import { trimmed } from './trim-blocks.ts';

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
}

const nothing: ArticleBlocks = { blocks: [], captions: [], container: undefined, share: 0, isRetried: false };

/** The blocks of a page's article in order; none if the page has no text. */
export function articleBlocks(page: PageBlocks, knowledge: PageKnowledge = {}): ArticleBlocks {
  const first = select(page, besideBlocks(page), knowledge);
  const length = lengthOf(first.blocks);
  if (length >= shortArticle) return first;
  const second = withoutBeside(page, knowledge);
  return lengthOf(second.blocks) > 2 * length ? { ...second, isRetried: true } : first;
}

/** Whether an element that is named as standing beside the article has the headline. */
export function isHeadlineBeside(page: PageBlocks, { title = '' }: PageKnowledge): boolean {
  const headline = headlineIn(page, title, false);
  return headline >= 0 && besideBlocks(page)[headline] === 1;
}

/** Whether a block is in an element that holds no text of an article. */
export function isNeverTextAt({ elements }: PageBlocks, { element }: Block): boolean {
  for (let at = element; at >= 0; at = elements[at]!.parent) if (isNeverText(elements[at]!.node)) return true;
  return false;
}

/** The lines behind the headline of a page, however short they are; nothing where there are none. */
export function headlineBlocks(
  page: PageBlocks,
  { title = '', isNamed = false, isTemplate }: PageKnowledge,
): ArticleBlocks {
  const headline = headlineIn(page, title, isNamed);
  const isBesideBlock = besideBlocks(page, headline);
  const isNever = blocksOf(page, isNeverText);
  const isTeaser = teaserBlocks(page, isBesideBlock);
  const isNoText = (i: number) =>
    isTeaser[i] === 1 ||
    isLegalLine(page.blocks[i]!.text) ||
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
    const named = headlineBlocks(page, { title, isNamed: true, ...defined({ isTemplate }) });
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
function withoutBeside(page: PageBlocks, knowledge: PageKnowledge): ArticleBlocks {
  const marked = markedBoxes(page);
  const without = (isOfKind: (node: TreeNode) => boolean) => {
    const isOut = blocksOf(page, isOfKind);
    return select(
      page,
      isOut.map((out, i) => out || marked[i]!),
      knowledge,
    );
  };
  const found = without(node => isComments(node) || isConsent(node));
  return found.blocks.length > 0 ? found : without(isConsent);
}

function select(page: PageBlocks, isBesideBlock: Uint8Array, { isTemplate, title = '' }: PageKnowledge): ArticleBlocks {
  const { blocks } = page;
  for (const { from, to } of furtherArticles(page, title)) isBesideBlock.fill(1, from, to);
  const isTeaser = teaserBlocks(page, isBesideBlock);
  const isNoText = blocks.map(
    ({ text }, i) => isTeaser[i] === 1 || isLegalLine(text) || (isAtEnd(page, i) && isConsentParagraph(text, title)),
  );
  const isOfHost = blocks.map(
    ({ text, kind }, i) => isNoText[i]! || (isTemplate?.(text) === true && kind !== 'heading' && kind !== 'cell'),
  );
  const isOut = (i: number) => isOfHost[i]! || isBesideBlock[i] === 1;
  const isBoilerplate = isOfHost.map((isHost, i) => isHost && (isNoText[i]! || !recursInText(page, i, isOut)));
  const values = blocks.map((block, i) => {
    if (isBesideBlock[i] === 1) return 0;
    return isBoilerplate[i] ? boilerplateValue(block) : worthOfBlock(block);
  });
  const container = chooseContainer(page, values);
  if (container === undefined) return nothing;
  const clocks = clockLines(page, container, i => isBoilerplate[i]! || isBesideBlock[i] === 1);
  const kept: number[] = [];
  for (let i = container.from; i < container.to; i += 1) {
    if (isBoilerplate[i] || (isBesideBlock[i] === 1 && !clocks.has(i))) continue;
    if (blocks[i]!.kind !== 'caption' && isOfText(page, i)) kept.push(i);
  }
  const body = trimmed(page, kept, clocks);
  const lead = body.length === 0 ? [] : leadBlocks(page, body, i => isBoilerplate[i]! && isTeaser[i] !== 1);
  const boxed = boxedCaptions(page, body);
  const chosen = withoutTwin([...lead, ...body.filter(i => !boxed.has(i))].map(i => blocks[i]!));
  const all = page.lengths[container.to]! - page.lengths[container.from]!;
  const captions = [...captionsOf(page, container, i => isBoilerplate[i]!), ...[...boxed].map(i => blocks[i]!)];
  return { blocks: chosen, captions, container, share: lengthOf(chosen) / Math.max(1, all), isRetried: false };
}

/** Blocks at the beginning and at the end of a page that may request consent. */
const mostWall = 100;

function isAtEnd({ blocks }: PageBlocks, index: number): boolean {
  return index < mostWall || index >= blocks.length - mostWall;
}

/** Characters of a first paragraph by which its repetition is known. */
const leastTwin = 60;
const leastTwinBlocks = 3;

/** An article that a page has twice, for screens of another size, is taken once. */
function withoutTwin(blocks: readonly Block[]): readonly Block[] {
  const first = blocks[0]?.text ?? '';
  const again = first.length < leastTwin ? -1 : blocks.findIndex(({ text }, i) => i > 0 && text === first);
  const once = blocks.slice(0, Math.max(0, again));
  const isWhole = again >= leastTwinBlocks && Math.abs(blocks.length - 2 * again) <= 2;
  return isWhole && blocks.slice(again).every(({ text }) => once.some(each => each.text === text)) ? once : blocks;
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
  const title = normalizedText(headline);
  if (title === '') return blocks;
  const at = blocks.findIndex(
    ({ text, kind }) =>
      (kind === 'heading' || text.length < 200) && 2 * text.length >= title.length && normalizedText(text) === title,
  );
  if (at < 0 || lengthOf(blocks.slice(0, at)) >= mostBeforeHeadline * lengthOf(blocks)) return blocks;
  return blocks.slice(at + 1);
}
