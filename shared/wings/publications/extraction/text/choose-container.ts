import { isArticleElement } from './boilerplate.ts';
import { groupOf, type PageBlocks, type PageElement } from './page-blocks.ts';

/** The factor for blocks of other groups than the dominant one. */
const otherGroups = 0.2;
const articleBonus = 1.15;
/** An element is preferred to what is around it if it has nearly as much. */
const nearly = 1.14;
/** Alone they are no container. */
const lone = new Set('p h1 h2 h3 h4 h5 h6 li blockquote dt dd pre figure figcaption tr'.split(' '));

/** The element whose blocks are worth most; undefined if no element is worth anything. */
export function chooseContainer(page: PageBlocks, values: readonly number[]): PageElement | undefined {
  const { of: groups, count } = groupNumbers(page);
  const sums = new Float64Array(count);
  let best: PageElement | undefined;
  let most = 0;
  for (const element of page.elements) {
    if (element.to === element.from || lone.has(element.node.name)) continue;
    const worth = worthOf(element, values, groups, sums) * (isArticleElement(element.node) ? articleBonus : 1);
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

/** The group of each block as a number from 0 on. */
function groupNumbers({ blocks, elements }: PageBlocks): { readonly of: readonly number[]; readonly count: number } {
  const numbers = new Map<string, number>();
  const byElement = elements.map(({ node, from, to }) => {
    if (from === to) return 0;
    const group = groupOf(node);
    const number = numbers.get(group) ?? numbers.size;
    numbers.set(group, number);
    return number;
  });
  return { of: blocks.map(({ element }) => byElement[element]!), count: numbers.size + 1 };
}
