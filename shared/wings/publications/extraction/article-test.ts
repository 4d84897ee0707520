import { metaOf, type PageParts } from './metadata/page-parts.ts';
import { linkShare, weightOf } from './text/block-value.ts';
import { isConsentText } from './text/consent.ts';
import type { Block, PageBlocks, PageElement } from './text/page-blocks.ts';

/** Whether a page is an article and not a list, a home page or an error. */
export interface ArticleVerdict {
  readonly isArticle: boolean;
  /** 0 to 1; an article has 0.5 or more. */
  readonly score: number;
}

export interface ArticleEvidence {
  readonly parts: PageParts;
  readonly page: PageBlocks;
  readonly blocks: readonly Block[];
  readonly container: PageElement | undefined;
  readonly text: string;
  readonly title: string;
  /** The page's address, else the one it names for itself. */
  readonly url: string | undefined;
  /** The rest of the article is for subscribers. */
  readonly isPaywalled: boolean;
}

/** An article has at least so many characters, and what all may read of one for subscribers. */
const leastText = 250;
const leastPreview = 100;
const stemLength = 6;
/** Runs of Japanese, Chinese and Korean characters. */
const unspaced = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,}/g;
const bar = 0.5;
/** Characters of a headline, and headlines of a list. */
const leastHeadline = 15;
const leastHeadlines = 8;
/** Words of a title, and the share of them below which a text is of another subject. */
const leastOfForeign = 3;
const mostOfForeign = 0.2;

/** Judges by the text's length, what the page calls itself, the headline's words, links and the address. */
export function testArticle(evidence: ArticleEvidence): ArticleVerdict {
  const { text, parts, page, url } = evidence;
  const least = evidence.isPaywalled ? leastPreview : leastText;
  const length = weightOf(text);
  if (length === 0) return { isArticle: false, score: 0 };
  const isCalled = parts.article !== undefined || metaOf(parts, 'og:type') === 'article';
  let score = length < least ? -0.6 + (0.3 * length) / least : 0.2 + Math.min(0.2, length / 10_000);
  if (isCalled) score += 0.4;
  score += wordShare(evidence.title, text) >= 0.35 ? 0.25 : -0.05;
  score += Math.min(0.3, (0.6 * length) / Math.max(1, page.lengths.at(-1)!));
  if (isRoot(url)) score -= 0.35;
  if (isInterleaved(evidence)) score -= 0.45;
  if (isConsentText(text)) score -= 1;
  const clamped = Math.round(100 * Math.min(1, Math.max(0, score))) / 100;
  return { isArticle: clamped >= bar, score: clamped };
}

/** Whether links as long as headlines are among the texts, nearly one to each text: a list of teasers. */
function isInterleaved({ page, blocks, container }: ArticleEvidence): boolean {
  if (container === undefined) return false;
  const inside = page.blocks.slice(container.from, container.to);
  const headlines = inside.filter(block => linkShare(block) > 0.5 && block.text.length >= leastHeadline).length;
  return headlines >= leastHeadlines && headlines >= 0.8 * blocks.length;
}

/** Share of a title's words, by their beginnings, that a text has. A script without blanks counts by pairs of characters. */
export function wordShare(title: string, text: string): number {
  return shareOf(piecesOf(title), text);
}

/** Whether a text has hardly a word of a title that has enough of them to say so. */
export function isForeignTo(title: string, text: string): boolean {
  const pieces = piecesOf(title);
  return pieces.words.length + pieces.pairs.length >= leastOfForeign && shareOf(pieces, text) < mostOfForeign;
}

function shareOf({ words, pairs }: TitlePieces, text: string): number {
  const count = words.length + pairs.length;
  if (count === 0) return 0;
  const start = text.slice(0, 20_000).toLowerCase();
  const found = [...words.filter(word => hasStem(start, word)), ...pairs.filter(pair => start.includes(pair))];
  return found.length / count;
}

/** Words of a title by their beginnings; pairs of characters, where a script has no blanks. */
interface TitlePieces {
  readonly words: readonly string[];
  readonly pairs: readonly string[];
}

function piecesOf(title: string): TitlePieces {
  const words = stemsOf(title.replaceAll(unspaced, ' ')).filter(stem => stem.length > 3);
  const pairs = (title.match(unspaced) ?? []).flatMap(run => Array.from(run.slice(1), (next, at) => run[at]! + next));
  return { words, pairs };
}

/** Whether a word of a text begins with a stem; a stem that is shorter than stems may be is a whole word. */
function hasStem(text: string, stem: string): boolean {
  for (let at = text.indexOf(stem); at >= 0; at = text.indexOf(stem, at + 1)) {
    const isWhole = stem.length === stemLength || !isLetter(text[at + stem.length]);
    if (isWhole && !isLetter(text[at - 1])) return true;
  }
  return false;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

function stemsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(word => word.slice(0, stemLength));
}

/** Whether an address is the home page of its site. */
function isRoot(url: string | undefined): boolean {
  const path = url === undefined ? undefined : URL.parse(url);
  if (path === undefined || path === null) return false;
  return (
    /^\/(?:(?:index|default|home|main)(?:\.\w{2,5})?\/?|[a-z]{2}(?:-[a-z]{2})?\/?)?$/i.test(path.pathname) &&
    path.search === ''
  );
}
