import { headlineIn } from './behind-headline.ts';
import { isText } from './block-value.ts';
import { groupOf, type PageBlocks, type PageElement } from './page-blocks.ts';

/**
 * The further articles of an endless page: elements beside the one that has the headline of the page, of the same tag and classes,
 * with a heading and a text each.
 */
export function furtherArticles(page: PageBlocks, title: string): readonly PageElement[] {
  const { blocks, elements } = page;
  const headline = headlineIn(page, title, false);
  if (headline < 0 || !hasOtherHeading(page, headline)) return [];
  for (let at = blocks[headline]!.element; at >= 0; at = elements[at]!.parent) {
    const own = elements[at]!;
    if (!isArticle(page, own)) continue;
    const others = elements.filter(each => each !== own && each.parent === own.parent && isLike(each, own));
    if (others.length > 0 && others.every(each => isArticle(page, each))) return others;
  }
  return [];
}

function hasOtherHeading({ blocks }: PageBlocks, headline: number): boolean {
  return blocks.some(({ kind, level }, i) => i > headline && kind === 'heading' && level <= 2);
}

function isLike({ node }: PageElement, own: PageElement): boolean {
  return groupOf(node) === groupOf(own.node);
}

/** Whether an element begins with a heading of the first level, or is called an article and begins with one of the second, and has a text. */
function isArticle({ blocks }: PageBlocks, { node, from, to }: PageElement): boolean {
  const heading = blocks.slice(from, to).findIndex(({ kind }) => kind === 'heading');
  const { level } = blocks[from + heading] ?? { level: 9 };
  const isHeaded = heading >= 0 && level <= (node.name === 'article' ? 2 : 1);
  return isHeaded && blocks.slice(from + heading + 1, to).some(isText);
}
