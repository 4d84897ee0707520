import { linkShare } from './block-value.ts';
import type { Block, PageBlocks, PageElement } from './page-blocks.ts';

/** Share of links of a line that is no text. */
const mostLinks = 0.5;
/** Characters that all lines have at least. */
const leastLines = 40;

/**
 * The element and the lines behind the lone headline of a page, however short they are: a page of short lines, or a dialogue, has no
 * element that is worth anything. `isOut`: blocks of menus and the like.
 */
export function behindLoneHeadline(
  { blocks, elements }: PageBlocks,
  isOut: (index: number) => boolean,
): { readonly container: PageElement; readonly lines: readonly number[] } | undefined {
  const headlines = blocks.flatMap(({ kind, level }, i) => (kind === 'heading' && level === 1 && !isOut(i) ? [i] : []));
  const [headline] = headlines;
  if (headline === undefined || headlines.length > 1) return undefined;
  const isLine = (i: number) => !isOut(i) && isPlain(blocks[i]!);
  for (let at = elements[blocks[headline]!.element]!.parent; at >= 0; at = elements[at]!.parent) {
    const container = elements[at]!;
    if (container.node.name === 'body') return undefined;
    const lines = indexes(headline + 1, container.to).filter(isLine);
    const text = lines.map(i => blocks[i]!.text).join(' ');
    if (text.length >= leastLines && /[.!?…»”"]$/.test(text)) return { container, lines };
  }
  return undefined;
}

function isPlain(block: Block): boolean {
  return block.kind !== 'caption' && block.kind !== 'cell' && linkShare(block) <= mostLinks;
}

function indexes(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}
