import { isArticleElement } from './boilerplate.ts';
import type { PageBlocks, PageElement } from './page-blocks.ts';

/** The factor for blocks of other groups than the dominant one. */
const otherGroups = 0.2;
const articleBonus = 1.15;
/** An element is preferred to what is around it if it has nearly as much. */
const nearly = 1.14;
/** Alone they are no container. */
const lone = new Set('p h1 h2 h3 h4 h5 h6 li blockquote dt dd pre figure figcaption tr'.split(' '));

/** The element whose blocks are worth most; undefined if no element is worth anything. */
export function chooseContainer(page: PageBlocks, values: readonly number[]): PageElement | undefined {
  const { blocks, elements } = page;
  const groups = blocks.map(({ element }) => elements[element]!.group);
  const sums = new Float64Array(1 + elements.reduce((most, { group }) => Math.max(most, group), 0));
  /** The most that all blocks before each block are worth. */
  const before = new Float64Array(blocks.length + 1);
  for (const [i, value] of values.entries()) before[i + 1] = before[i]! + Math.max(0, value);
  let best: PageElement | undefined;
  let most = 0;
  let same: { readonly from: number; readonly to: number; readonly worth: number } | undefined;
  for (const element of elements) {
    const { from, to, node } = element;
    if ((before[to]! - before[from]!) * articleBonus * nearly < most || to === from || lone.has(node.name)) continue;
    if (same?.from !== from || same.to !== to) same = { from, to, worth: worthOf(element, values, groups, sums) };
    const worth = same.worth * (isArticleElement(node) ? articleBonus : 1);
    const isInside = best !== undefined && element.to <= best.to;
    if (worth <= 0 || (worth <= most && !(isInside && worth * nearly >= most))) continue;
    best = element;
    most = Math.max(most, worth);
  }
  return best;
}

/** The sum of the group that has most, and a part of the others: a page of many kinds of blocks is worth little. */
function worthOf(
  { from, to }: PageElement,
  values: readonly number[],
  groups: readonly number[],
  sums: Float64Array,
): number {
  let total = 0;
  let dominant = 0;
  for (let i = from; i < to; i += 1) {
    total += values[i]!;
    sums[groups[i]!]! += values[i]!;
  }
  for (let i = from; i < to; i += 1) dominant = Math.max(dominant, sums[groups[i]!]!);
  for (let i = from; i < to; i += 1) sums[groups[i]!] = 0;
  return dominant + otherGroups * (total - dominant);
}
