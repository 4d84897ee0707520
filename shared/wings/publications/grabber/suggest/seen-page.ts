import { type PageTree, pageTree } from '../../../../domain/html/page-tree.ts';
import type { TreeNode } from '../../../../domain/html/tree-node.ts';
import { PageNodes } from '../../../../domain/html/xpath/page-nodes.ts';
import { articleText } from '../../extraction/article-text.ts';
import { type Extraction, extractFromTree } from '../../extraction/extract-page.ts';
import { articleBody, signatureOf } from '../../extraction/metadata/signed-lines.ts';
import { type HostTemplate, isTemplateText, learnPage } from '../../extraction/text/host-template.ts';
import type { PageBlocks, PageElement } from '../../extraction/text/page-blocks.ts';
import { type ElementsByPath, elementsByPath } from './element-paths.ts';

/** A page of a source as it was fetched. */
export interface SourcePage {
  /** The decoded page. */
  readonly html: string;
  readonly url?: string;
}

/** A page as rules are learnt from it: what the automatic extractor took, and where it is in the tree. */
export interface SeenPage {
  readonly extraction: Extraction;
  readonly nodes: PageNodes;
  readonly byPath: ElementsByPath;
  readonly page: PageBlocks;
  readonly elementOf: ReadonlyMap<TreeNode, PageElement>;
  /** Characters of the article before each block; one more for the end. */
  readonly articleLengths: readonly number[];
}

/** Looks at the pages of one source with the template that they have in common. `now`: when they were fetched, ms. */
export function seePages(pages: readonly SourcePage[], now: number): readonly SeenPage[] {
  const trees = pages.map(({ html, url }) => ({
    tree: pageTree(html),
    request: { now, ...(url !== undefined && { url }) },
  }));
  let template: HostTemplate | undefined;
  for (const { tree, request } of trees) template = learnPage(template, extractFromTree(tree, request).learnt);
  return trees.map(({ tree, request }) => seePage(tree, { ...request, ...(template !== undefined && { template }) }));
}

interface Looking {
  readonly now: number;
  readonly url?: string;
  readonly template?: HostTemplate;
}

function seePage(tree: PageTree, looking: Looking): SeenPage {
  const { extraction, learnt } = extractFromTree(tree, looking);
  const isTemplate = looking.template && isTemplateText(looking.template, learnt.title);
  const found = articleText(tree.document, isTemplate === undefined ? {} : { isTemplate });
  const { page } = found;
  const article = new Set(articleBody(found, extraction.title ?? '', signatureOf(found)));
  const articleLengths = [0];
  for (const block of page.blocks)
    articleLengths.push(articleLengths.at(-1)! + (article.has(block) ? block.text.length : 0));
  const nodes = new PageNodes(tree.document);
  return {
    ...{ extraction, nodes, page, articleLengths },
    byPath: elementsByPath(nodes),
    elementOf: new Map(page.elements.map(element => [element.node, element])),
  };
}

/** Characters of an element, and those of them that are of the article. */
export function lengthsOf({ page, articleLengths }: SeenPage, { from, to }: PageElement) {
  return { all: page.lengths[to]! - page.lengths[from]!, article: articleLengths[to]! - articleLengths[from]! };
}
