import { isText } from './block-value.ts';
import type { PageBlocks, PageElement } from './page-blocks.ts';

/**
 * The further articles of an endless page: elements beside the one that has the headline of the page, of the same tag and classes,
 * with a heading and a text each; and any `article` with a heading of the first level and a text, where the headline of the page is such
 * a heading of another one. `headline`: its block, -1 without one.
 */
export function furtherArticles(page: PageBlocks, headline: number): readonly PageElement[] {
  const { blocks, elements } = page;
  if (headline < 0 || headingFrom(page, headline + 1, blocks.length, 2) < 0) return [];
  for (let at = blocks[headline]!.element; at > 0; at = elements[at]!.parent) {
    const own = elements[at]!;
    if (!isArticle(page, own)) continue;
    const others: PageElement[] = [];
    for (let i = own.parent + 1; i < elements.length && elements[i]!.depth >= own.depth; i += 1)
      if (i !== at && elements[i]!.parent === own.parent && elements[i]!.group === own.group) others.push(elements[i]!);
    if (others.length > 0 && others.every(each => isArticle(page, each))) return others;
  }
  return elsewhere(page, headline);
}

/** Those around which other elements are than around the article of the page. */
function elsewhere(page: PageBlocks, headline: number): readonly PageElement[] {
  const { blocks, elements } = page;
  const articles = elements.filter(({ node }) => node.name === 'article');
  const isWithin = ({ from, to }: PageElement, block: number) => block >= from && block < to;
  const own = articles.find(each => isWithin(each, headline));
  if (own === undefined || blocks[headline]!.level !== 1) return [];
  return articles.filter(each => {
    const first = headingFrom(page, each.from, each.to, 9);
    const isFirst = first >= 0 && blocks[first]!.level === 1 && !isWithin(own, first) && !isWithin(each, headline);
    return isFirst && isArticle(page, each);
  });
}

/** The first heading of at most this level; -1 without one. */
function headingFrom({ blocks }: PageBlocks, from: number, to: number, most: number): number {
  for (let i = from; i < to; i += 1) if (blocks[i]!.kind === 'heading' && blocks[i]!.level <= most) return i;
  return -1;
}

/** Whether an element begins with a heading of the first level, or is called an article and begins with one of the second, and has a text. */
function isArticle(page: PageBlocks, { node, from, to }: PageElement): boolean {
  const heading = headingFrom(page, from, to, 9);
  if (heading < 0 || page.blocks[heading]!.level > (node.name === 'article' ? 2 : 1)) return false;
  for (let i = heading + 1; i < to; i += 1) if (isText(page.blocks[i]!)) return true;
  return false;
}
