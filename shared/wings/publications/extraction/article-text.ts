import type { TreeNode } from '../../../domain/html/tree-node.ts';
import { wordShare } from './article-test.ts';
import {
  type ArticleBlocks,
  articleBlocks,
  headlineBlocks,
  isNeverTextAt,
  type PageKnowledge,
  type SeenBlocks,
  seenBlocks,
} from './text/article-blocks.ts';
import { type Block, type PageBlocks, pageBlocks } from './text/page-blocks.ts';
import { textOfBlocks } from './text/text-of-blocks.ts';

/** The text of a page's article, with what it was chosen from. */
export interface ArticleText extends ArticleBlocks {
  readonly page: PageBlocks;
}

/** Share of the title's words that a text of the article has at least, and by how much the text behind the headline has more. */
const leastShare = 0.25;
const moreShare = 0.3;
/** Characters of a text behind the headline that takes the place of another text. */
const leastText = 150;

/** A page with fewer characters of text may hide the rest of it until a reader presses "Read more". */
const shortText = 400;

/** Finds the article in a page's tree: the same tree and knowledge give the same text. */
export function articleText(document: TreeNode, knowledge: PageKnowledge = {}): ArticleText {
  const shown = articleIn(pageBlocks(document), knowledge);
  if (!shown.page.hasHidden || textOfBlocks(shown.blocks).length >= shortText) return shown;
  const all = articleIn(pageBlocks(document, { withHidden: true }), knowledge);
  return isWhole(all, shown, knowledge.title ?? '') ? all : shown;
}

/** Whether a text with hidden paragraphs is that of the page: it has all that is shown, and as much again. */
function isWhole(all: ArticleText, shown: ArticleText, title: string): boolean {
  const [text, seen] = [textOfBlocks(all.blocks), textOfBlocks(shown.blocks)];
  const texts = new Set(all.blocks.map(block => block.text));
  const isAll = shown.blocks.every(block => texts.has(block.text));
  return isAll && text.length >= Math.max(leastText, 2 * seen.length) && wordShare(title, text) >= leastShare;
}

function articleIn(page: PageBlocks, knowledge: PageKnowledge): ArticleText {
  const seen = seenBlocks(page, knowledge);
  const found = articleBlocks(seen, knowledge);
  const { title = '', isNamed = false } = knowledge;
  const isDoubted = (isNamed && isLeftOver(page, found)) || seen.beside[seen.headline] === 1;
  const isSure = found.blocks.length > 0 && !isDoubted && !isOther(found.blocks, title);
  return { ...(isSure ? found : behindHeadline(seen, found, knowledge)), page };
}

/** Whether a text was taken because the page has nothing else: it is of an element that has no articles. */
function isLeftOver(page: PageBlocks, { blocks, isRetried }: ArticleBlocks): boolean {
  return isRetried || (blocks[0] !== undefined && isNeverTextAt(page, blocks[0]));
}

/** Whether a text has hardly a word of the title. */
function isOther(blocks: readonly Block[], title: string): boolean {
  return title !== '' && wordShare(title, textOfBlocks(blocks)) < leastShare;
}

/** The lines behind the headline, where at least half of the found text is of something else. */
function behindHeadline(seen: SeenBlocks, found: ArticleBlocks, knowledge: PageKnowledge): ArticleBlocks {
  const { title = '', isNamed = false } = knowledge;
  const behind = headlineBlocks(seen, knowledge);
  if (found.blocks.length === 0) return behind;
  const others = textOfBlocks(found.blocks.filter(block => !behind.blocks.includes(block)));
  if (behind.blocks.length === 0 || 2 * others.length < textOfBlocks(found.blocks).length) return found;
  const text = textOfBlocks(behind.blocks);
  const share = wordShare(title, others);
  const isBetter = share < leastShare && wordShare(title, text) >= share + moreShare;
  if (isNamed) return isBetter || isLeftOver(seen.page, found) ? behind : found;
  return isBetter && text.length >= leastText ? behind : found;
}
