import { linkShare } from './block-value.ts';
import type { PageBlocks, PageElement } from './page-blocks.ts';

/** A teaser is a link and a text that follows it. */
interface Pair {
  readonly link: number;
  readonly text: number;
}

const leastPairs = 3;
/** Characters of a link that could be a headline. */
const leastLink = 15;
/** Blocks behind a link among which its text is. */
const reach = 4;
const longestText = 700;
/** Least share of the pairs with their own elements; also of the texts in pairs among all texts of their path. */
const leastShare = 0.7;
/** More than a page has elements. */
const mostPaths = 2 ** 26;
/** Pairs that are more of the page than this are the page. */
const mostOfPage = 0.85;

/**
 * Marks the blocks of teasers: pairs of a link and a text whose elements and elements around them have the same tags and
 * classes, again and again.
 */
export function teaserBlocks(page: PageBlocks, isOut: Uint8Array): Uint8Array {
  const marks = new Uint8Array(page.blocks.length);
  for (const kind of findKinds(page, isOut)) {
    if (!areTeasers(kind, page)) continue;
    for (const { link, text } of kind.pairs) marks[link] = marks[text] = 1;
  }
  return marks;
}

/** Pairs with the same two paths. */
interface PairKind {
  readonly pairs: Pair[];
  /** Blocks that are no links and have the path of the pairs' texts. */
  readonly texts: { count: number };
}

function findKinds({ blocks, elements }: PageBlocks, isOut: Uint8Array): Iterable<PairKind> {
  const paths = new PathNumbers(elements);
  const texts = new Map<number, { count: number }>();
  const kinds = new Map<number, PairKind>();
  const seen = new Set<number>();
  let link = -1;
  let left = 0;
  for (const [i, block] of blocks.entries()) {
    if (isOut[i] === 1) continue;
    if (linkShare(block) > 0.5) {
      if (block.text.length < leastLink) continue;
      link = i;
      left = reach;
      seen.clear();
      continue;
    }
    const path = paths.of(block.element);
    const counted = texts.get(path) ?? { count: 0 };
    texts.set(path, counted);
    counted.count += 1;
    if (block.text.length > longestText) left = 0;
    if (left === 0) continue;
    left -= 1;
    const key = paths.of(blocks[link]!.element) * mostPaths + path;
    if (seen.has(key)) continue;
    seen.add(key);
    const kind = kinds.get(key) ?? { pairs: [], texts: counted };
    kinds.set(key, kind);
    kind.pairs.push({ link, text: i });
  }
  return kinds.values();
}

/** The tags and classes of an element and of the element around it, as a number below `mostPaths`. */
class PathNumbers {
  readonly #elements: readonly PageElement[];
  readonly #known: Uint32Array;
  readonly #numbers = new Map<number, number>();

  constructor(elements: readonly PageElement[]) {
    this.#elements = elements;
    this.#known = new Uint32Array(elements.length);
  }

  of(element: number): number {
    const known = this.#known[element]!;
    return known > 0 ? known : this.#numberOf(element);
  }

  /** From 1 on. */
  #numberOf(element: number): number {
    const { group, parent } = this.#elements[element]!;
    const path = (parent < 0 ? 0 : this.#elements[parent]!.group + 1) * mostPaths + group;
    const number = this.#numbers.get(path) ?? this.#numbers.size + 1;
    this.#numbers.set(path, number);
    this.#known[element] = number;
    return number;
  }
}

function areTeasers({ pairs, texts }: PairKind, { blocks, lengths }: PageBlocks): boolean {
  if (pairs.length < leastPairs || pairs.length < leastShare * texts.count) return false;
  const elements = new Set(pairs.map(({ text }) => blocks[text]!.element));
  if (elements.size < leastShare * pairs.length) return false;
  const length = pairs.reduce((sum, { link, text }) => sum + blocks[link]!.text.length + blocks[text]!.text.length, 0);
  return length < mostOfPage * lengths.at(-1)!;
}
