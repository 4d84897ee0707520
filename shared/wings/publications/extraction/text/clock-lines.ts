import { isText } from './block-value.ts';
import { groupOf, type PageBlocks, type PageElement } from './page-blocks.ts';

const clock = /(?:^|\D)(?:[01]?\d|2[0-3])[:.][0-5]\d(?!\d)/;
const longestLine = 40;
const leastLines = 3;

/**
 * The times of a live blog's entries: short lines with a clock time in elements of equal tag and class, each in front of a
 * text.
 */
export function clockLines(
  { blocks, elements }: PageBlocks,
  { from, to }: PageElement,
  isOut: (block: number) => boolean,
): ReadonlySet<number> {
  const groups = new Map<string, number[]>();
  for (let i = from; i + 1 < to; i += 1) {
    const { text, element } = blocks[i]!;
    if (text.length > longestLine || !clock.test(text) || !isText(blocks[i + 1]!) || isOut(i + 1)) continue;
    const group = groupOf(elements[element]!.node);
    const lines = groups.get(group);
    if (lines === undefined) groups.set(group, [i]);
    else lines.push(i);
  }
  const found = [...groups.values()].filter(lines => lines.length >= leastLines);
  return new Set(found.flat());
}
