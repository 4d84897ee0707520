import { attributeOf, type TreeNode } from '../../../../domain/html/tree-node.ts';
import { ofChange, ofPublication } from '../../times/date-labels.ts';
import { linkShare, sentenceEnd } from '../text/block-value.ts';
import { isComments } from '../text/boilerplate.ts';
import { isDatedLine } from '../text/dated-line.ts';
import type { Block, PageBlocks } from '../text/page-blocks.ts';
import { isCard } from './elsewhere.ts';

/** Blocks around the article's beginning in which its date is searched for. */
export const linesBefore = 12;
const linesAfter = 6;
/** Characters. */
const mostBefore = 200;
const mostAfter = 120;
const mostLine = 300;
/** Of a line at the end of the text that is no sentence, whatever its last sign. */
const mostUnended = 50;
/** A line with a greater share of links may be of another article. */
const mostLinks = 0.5;

export interface LinesAround {
  /** Short lines in front of the article, the nearest first. */
  readonly before: readonly string[];
  /** Those at its beginning and behind it. */
  readonly after: readonly string[];
  /** Those of the whole page that are wanted, and the line in front of each. */
  readonly lines: (isWanted: (line: string) => boolean) => readonly string[];
  /** The beginning of the article, a paragraph each. */
  readonly beginning: readonly string[];
}

/** Lines that may say when an article was published and by whom: no captions, no readers' comments, no dates of a series. */
export function linesAround(
  page: PageBlocks,
  blocks: readonly Block[],
  isOfSeries: (node: TreeNode, text: string) => boolean,
): LinesAround {
  const all = page.blocks;
  const first = blocks[0] === undefined ? 0 : all.indexOf(blocks[0]);
  const last = blocks.length === 0 ? 0 : all.indexOf(blocks.at(-1)!);
  const isSaid = (block: Block) => {
    const { node } = page.elements[block.element]!;
    return (
      !(
        (isBehindPicture(node) || isPicture(node.first)) &&
        (!isDatedLine(block.text) || isCaptioned(node, block.text))
      ) && !isOfOthers(node, linkShare(block) > mostLinks)
    );
  };
  const isShort = (block: Block, most: number) => block.text.length < most && isSaid(block);
  const short = (lines: readonly Block[], most: number) =>
    lines.flatMap(block => {
      const isOwn = isShort(block, most) && !isOfSeries(page.elements[block.element]!.node, block.text);
      return isOwn ? [block.text] : [];
    });
  return {
    before: short(all.slice(Math.max(0, first - linesBefore), first).reverse(), mostBefore),
    after: short([...all.slice(first, first + 2), ...all.slice(last, last + linesAfter)], mostAfter).filter(
      isNoSentence,
    ),
    lines: isWanted => {
      const wanted = new Set<number>();
      for (const [i, block] of all.entries()) {
        if (!isWanted(block.text) || !isShort(block, mostLine)) continue;
        let before = i - 1;
        while (before >= 0 && !wanted.has(before) && !isShort(all[before]!, mostLine)) before -= 1;
        if (before >= 0) wanted.add(before);
        wanted.add(i);
      }
      return [...wanted].map(i => all[i]!.text);
    },
    beginning: blocks.slice(0, 2).map(({ text }) => text),
  };
}

/** Lines that say whose a page is and when it was made for a reader. */
const ofSite =
  /©|copyright|all rights reserved|alle rechte vorbehalten|все права защищены|page (?:generated|created|loaded)/i;

/** Whether a line is no sentence of the text and none of the site: "Since 14 January 2025 nobody has crossed it." */
function isNoSentence(text: string): boolean {
  return !ofSite.test(text) && (!sentenceEnd.test(text) || text.length < mostUnended || isDatedLine(text));
}

const captionNames =
  /(?:^|[\s_-])(?:(?:wp-)?caption|bild(?:unterschrift|unterzeile|text|legende)|l[eé]gende|didascalia|pie-?(?:de-)?foto|podpis|cutline)(?:$|[\s_-])/i;
const otherLists =
  /(?:^|\s)(?:related|recommended|popular|trending|similar|most-?read)(?:[-_]?(?:posts?|articles?|news|stories|content|items?|list|links))?(?:\s|$)/i;
const pictureNames =
  /(?:^|[\s_-])(?:images?|img|photos?|foto|bild|picture|figure|illustration|thumb(?:nail)?)(?:$|[\s_-])/i;
/** Elements around that are looked at. */
const reach = 8;

/** Whether a line is of a picture, unless the headline is in the same figure, of readers' comments, or of another article. */
function isOfOthers(node: TreeNode, isLinked: boolean): boolean {
  if (isLinked && isCard(node)) return true;
  let at: TreeNode | null = node;
  for (let i = 0; at !== null && i < reach; i += 1, at = at.parent) {
    if (at.name === 'figcaption' || at.name === 'figure') return !hasHeadline(at);
    if (otherLists.test(attributeOf(at, 'class') ?? '') && !/^(?:body|main|article)$/.test(at.name)) return true;
    if (isComments(at) || (captionNames.test(attributeOf(at, 'class') ?? '') && isBehindPicture(at))) return true;
  }
  return false;
}

/** Whether a line in the box of a picture says more than a date: "Bridge, 3 January 2026". */
function isCaptioned({ parent, attributes, first }: TreeNode, text: string): boolean {
  const box = isPicture(first) ? attributes : (parent?.attributes ?? []);
  const isBox = box.some(({ name, value }) => name === 'class' && pictureNames.test(value));
  return isBox && /^\p{L}{3,}/u.test(text) && !ofPublication.test(text) && !ofChange.test(text);
}

export function isBehindPicture(node: TreeNode): boolean {
  let before = node.previous;
  while (before !== null && before.name === '#text') before = before.previous;
  return isPicture(before);
}

function isPicture(node: TreeNode | null): boolean {
  return node !== null && (/^(?:img|picture)$/.test(node.name) || node.first?.name === 'img');
}

function hasHeadline(figure: TreeNode): boolean {
  for (let child = figure.first; child; child = child.next) if (child.name === 'h1') return true;
  return false;
}
