import type { TreeNode } from '../../../domain/html/tree-node.ts';
import { type ArticleBlocks, articleBlocks, type PageKnowledge } from './text/article-blocks.ts';
import { type PageBlocks, pageBlocks } from './text/page-blocks.ts';

/** The text of a page's article, with what it was chosen from. */
export interface ArticleText extends ArticleBlocks {
  readonly page: PageBlocks;
}

/** Finds the article in a page's tree: the same tree and knowledge give the same text. */
export function articleText(document: TreeNode, knowledge: PageKnowledge = {}): ArticleText {
  const page = pageBlocks(document);
  return { ...articleBlocks(page, knowledge), page };
}
