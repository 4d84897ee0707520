import { isText } from './block-value.ts';
import type { PageBlocks, PageElement } from './page-blocks.ts';

/** A clock time in a line. */
export const clock = /(?:^|\D)(?:[01]?\d|2[0-3])\s?[:.h]\s?[0-5]\d(?!\d)/;
const longestLine = 40;
const leastLines = 3;

/**
 * The times of a live blog's entries with their headings: short lines with a clock time in elements of equal tag and class, each in
 * front of a text, with a heading beside it or without.
 */
export function clockLines(
  { blocks, elements }: PageBlocks,
  { from, to }: PageElement,
  isOut: (block: number) => boolean,
): ReadonlySet<number> {
  const isHeading = (i: number) => blocks[i]?.kind === 'heading' && blocks[i].level > 1 && !isOut(i);
  const groups = new Map<number, number[]>();
  for (let i = from; i + 1 < to; i += 1) {
    const { text, element } = blocks[i]!;
    const next = isHeading(i + 1) ? i + 2 : i + 1;
    if (text.length > longestLine || !clock.test(text) || next >= to || !isText(blocks[next]!) || isOut(next)) continue;
    const { group } = elements[element]!;
    const lines = groups.get(group);
    if (lines === undefined) groups.set(group, [i]);
    else lines.push(i);
  }
  const found = [...groups.values()].filter(lines => lines.length >= leastLines);
  return new Set(found.flat().flatMap(i => [i, ...[i - 1, i + 1].filter(isHeading)]));
}
