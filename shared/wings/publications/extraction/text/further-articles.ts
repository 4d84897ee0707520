import { attributeOf, type TreeNode } from '../../../../domain/html/tree-node.ts';
import { isText, linkShare } from './block-value.ts';
import { clock } from './clock-lines.ts';
import { isDatedLine } from './dated-line.ts';
import type { Block, PageBlocks, PageElement } from './page-blocks.ts';

interface Headed {
  readonly page: PageBlocks;
  /** The block of the headline. */
  readonly headline: number;
  /** The smallest element around it that has a text, too. */
  readonly own: PageElement;
  /** Whether an address is that of another page of the site. */
  readonly leadsElsewhere: (href: string) => boolean;
}

type Span = Pick<PageElement, 'from' | 'to'>;

/** Texts before linked headings, with whole articles or single paragraphs behind each: the beginning of an overview is shorter. */
const leastOwn = { articles: 3, paragraphs: 5 };
/** Blocks between the beginning of an article and its headline: a section, a date. */
const mostBefore = 4;
const leastWords = 3;
const mostHeadlines = 200;
const lowestHeading = 3;
const addressName = /^(?:data-(?:[a-z]+-)*(?:url|href|link|permalink|address)|itemid|about|cite)$/;
const numberName = /^data-(?:[a-z]+-)*id$/;
const numberedId = /(?:post|article|news|entry|story)[-_]?\d+$/i;

/**
 * The further articles of an endless page, in elements of any kind behind its own. The headline of each is a link to another page, or its
 * element has another address or the microdata of an article; or its element is of the template of the page's own article, with a
 * headline of the same level, or another number or date; or it has no separate element. Entries of a live blog are parts of the article.
 */
export function furtherArticles(
  page: PageBlocks,
  headline: number,
  leadsElsewhere: Headed['leadsElsewhere'],
): readonly Span[] {
  let text = headline < 0 ? page.blocks.length : textBehind(page.blocks, headline);
  const own = withText(page, headline, text);
  const found: Span[] = [];
  let left = own === undefined ? 0 : mostHeadlines;
  for (let i = headline + 1; i < page.blocks.length && left > 0; i += 1) {
    if (!isHeadline(page.blocks[i]!)) continue;
    left -= 1;
    if (text <= i) text = textBehind(page.blocks, i);
    const seen = { page, headline, own: own!, leadsElsewhere };
    const article = articleAt(seen, i, text) ?? flatArticle(seen, i);
    if (article === undefined) continue;
    found.push(article);
    i = article.to - 1;
  }
  return found;
}

/** A heading, or a line that is a link. */
function isHeadline(block: Block): boolean {
  if (block.kind === 'heading') return block.level <= lowestHeading;
  return block.kind === 'paragraph' && linkShare(block) === 1 && block.text.split(' ').length > leastWords;
}

/** The smallest element around a block that has a text behind it, the next one of the page. */
function withText({ blocks, elements }: PageBlocks, block: number, text: number): PageElement | undefined {
  for (let at = blocks[block]?.element ?? -1; at >= 0; at = elements[at]!.parent)
    if (elements[at]!.to > text) return elements[at];
  return undefined;
}

/** The first text behind a block; the number of blocks without one. */
function textBehind(blocks: readonly Block[], block: number): number {
  let at = block + 1;
  while (at < blocks.length && !isText(blocks[at]!)) at += 1;
  return at;
}

/** 0, 1 or 2: more are not counted. */
function textsIn(blocks: readonly Block[], from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to && count < 2; i += 1) if (isText(blocks[i]!)) count += 1;
  return count;
}

function articleAt(seen: Headed, at: number, text: number): PageElement | undefined {
  const { page, headline } = seen;
  const smallest = withText(page, at, text);
  if (smallest === undefined || smallest.from <= headline || !isBeginning(page, smallest, at)) return undefined;
  const whole = wholeOf(page, smallest, at, headline);
  return isOther(seen, whole, at) ? whole.at(-1) : undefined;
}

/** A further article beside the headline: the heading is a link to another page, or is of the headline's level with a date behind both. */
function flatArticle({ page, headline, leadsElsewhere }: Headed, at: number): Span | undefined {
  const { blocks, elements } = page;
  const [own, other] = [blocks[headline]!, blocks[at]!];
  const { parent, node } = elements[other.element]!;
  if (other.kind !== 'heading' || elements[own.element]!.parent !== parent) return undefined;
  const end = elements[parent]!.to;
  const isPeer = other.level === own.level;
  const isItem = ({ kind, level }: Block, i: number) => i > headline && kind === 'heading' && level === other.level;
  const texts = blocks.slice(headline + 1, blocks.findIndex(isItem)).filter(isText).length;
  const isLink =
    linkShare(other) === 1 && other.text.split(' ').length >= leastWords && leadsElsewhere(hrefOf(node) ?? '');
  const isDated = isPeer && hasDate(page, headline, at) && hasDate(page, at, end);
  const next = blocks.findIndex(({ kind, level }, i) => i > at && kind === 'heading' && level <= other.level);
  const to = next < 0 ? end : Math.min(end, next);
  const least = isPeer ? 1 : textsIn(blocks, at, to) > 1 ? leastOwn.articles : leastOwn.paragraphs;
  return isDated || (isLink && texts >= least) ? { from: at, to } : undefined;
}

/** Whether nothing but a section or a date is before a headline in its element, and neither has a clock alone. */
function isBeginning({ blocks }: PageBlocks, { from }: PageElement, at: number): boolean {
  const isOfEntry = ({ text }: Block) => clock.test(text) && !isFullDate(text);
  return at - from <= mostBefore && !blocks.slice(from, at + 1).some(isOfEntry) && textsIn(blocks, from, at) === 0;
}

/** The element and those around it that have this headline alone, the smallest first. */
function wholeOf(page: PageBlocks, smallest: PageElement, at: number, headline: number): readonly PageElement[] {
  const { blocks, elements } = page;
  const most = blocks[at]!.kind === 'heading' ? blocks[at]!.level : lowestHeading;
  let next = at + 1;
  while (next < blocks.length && !(blocks[next]!.kind === 'heading' && blocks[next]!.level <= most)) next += 1;
  const whole = [smallest];
  for (let around = elements[smallest.parent]; around !== undefined; around = elements[around.parent]) {
    if (around.from <= headline || around.to > next || !isBeginning(page, around, at)) break;
    whole.push(around);
  }
  return whole;
}

function isOther({ page, headline, own, leadsElsewhere }: Headed, whole: readonly PageElement[], at: number): boolean {
  const { blocks, elements } = page;
  if (whole.some(({ node }) => hasOtherAddress(node, leadsElsewhere) || isMarked(own.node, node))) return true;
  const isPeer = whole.some(({ group, node }) => group === own.group && node.name !== 'body');
  if (whole[0]!.from < own.to || (textsIn(blocks, headline + 1, own.to) < 2 && !isPeer)) return false;
  const { element, text, kind, level } = blocks[at]!;
  const href = hrefOf(elements[element]!.node);
  if (href !== undefined && text.split(' ').length >= leastWords && leadsElsewhere(href)) return true;
  if (kind !== 'heading') return false;
  const isArticle = whole.some(({ node }) => node.name === 'article');
  if (level === blocks[headline]!.level && (isPeer || (isArticle && level === 1))) return true;
  const isDated = () => hasDate(page, headline, own.to) && hasDate(page, at, whole.at(-1)!.to);
  return isPeer && ((isArticle && level < 3) || whole.some(({ node }) => hasOtherNumber(own.node, node)) || isDated());
}

/** The address of the first link in an element, or around it. */
function hrefOf(node: TreeNode): string | undefined {
  if (node.parent?.name === 'a') return attributeOf(node.parent, 'href');
  let at = node.first;
  while (at !== null && at.name !== 'a') at = at.first ?? at.next;
  return at === null ? undefined : attributeOf(at, 'href');
}

function hasOtherAddress({ attributes }: TreeNode, leadsElsewhere: Headed['leadsElsewhere']): boolean {
  const isAddress = (value: string) => /^(?:https?:)?\//i.test(value) && leadsElsewhere(value);
  return attributes.some(({ name, value }) => addressName.test(name) && isAddress(value));
}

/** Both are marked as separate articles. */
function isMarked(own: TreeNode, other: TreeNode): boolean {
  const [type = '', otherType] = [own, other].map(node => attributeOf(node, 'itemtype'));
  return /(?:News)?Article$/.test(type) && otherType === type && attributeOf(other, 'itemprop') === undefined;
}

function hasOtherNumber(own: TreeNode, other: TreeNode): boolean {
  return own.attributes.some(({ name, value }) => {
    const isNumber = numberName.test(name) ? /\d/.test(value) : name === 'id' && numberedId.test(value);
    return isNumber && ![undefined, value].includes(attributeOf(other, name));
  });
}

/** Whether a date with its year is right behind a headline. */
function hasDate({ blocks }: PageBlocks, at: number, to: number): boolean {
  return blocks.slice(at + 1, Math.min(to, at + mostBefore)).some(({ text }) => isFullDate(text));
}

function isFullDate(text: string): boolean {
  return /(?:19|20)\d\d/.test(text) && isDatedLine(text);
}
