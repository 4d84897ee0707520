import { textIn } from '../../../../domain/html/tree-node.ts';
import type { XPathNode } from '../../../../domain/html/xpath/page-nodes.ts';
import { collapsed } from '../../extraction/text/page-blocks.ts';
import { type ElementPath, elementsAt, labelledPath, pathsWithin, steadinessOf, textsPath } from './element-paths.ts';
import type { SeenPage } from './seen-page.ts';

/** A line of a page that is searched for on all pages of its source. */
export interface WantedLine {
  readonly page: SeenPage;
  /** Whether a text is the line, or holds it. */
  readonly isLine: (text: string) => boolean;
  /** Whether the texts of all elements are the line together; absent: the first element counts alone. */
  readonly isWhole?: (texts: readonly string[]) => boolean;
  /** The label with which a line begins; undefined without one. */
  readonly labelOf?: (text: string) => string | undefined;
}

/** A path, or those of its elements that begin with a label. */
interface Way {
  readonly path: ElementPath;
  readonly labels?: readonly string[];
}

/** Share of the pages with a line on which a path gives it. */
const leastRight = 0.9;
/** A wrong line on a page is worse than no line. */
const wrongCount = 2;
/** Characters that make a path to a longer element worse: it holds more than the line. */
const longIsWorse = 1_000;
/** Labels of one path: "Author:" and "Authors:". */
const mostLabels = 4;
/** Tags that say nothing of what they hold. */
const bareTags = /^\/\/(?:div|span|p|td|li|a|b|i|em|strong|font|center|section|text\(\))$/;
/** Elements of a path on one page that are looked at where all of them count. */
const mostElements = 200;

/** The path whose elements are the wanted line on nearly all pages; undefined if there is none. `longest`: characters. */
export function suggestLine(wanted: readonly WantedLine[], longest: number): ElementPath | undefined {
  let best: { readonly xpath: ElementPath; readonly worth: number } | undefined;
  for (const way of waysTo(wanted, longest)) {
    const xpath = way.labels === undefined ? way.path : labelledPath(way.path, way.labels);
    const worth = worthOf(way, wanted, longest) * steadinessOf(xpath);
    if (worth > (best?.worth ?? 0)) best = { xpath: isFirstOfSome(way, wanted) ? `(${xpath})[1]` : xpath, worth };
  }
  return best?.xpath;
}

/** The paths of the elements that are the line, and of the texts and elements that begin with its label. */
function waysTo(wanted: readonly WantedLine[], longest: number): readonly Way[] {
  const labels = new Map<ElementPath, Set<string>>();
  for (const { page, isLine, labelOf } of wanted)
    for (const node of page.nodes.nodes) {
      const text = lineIn(node, longest);
      if (text === undefined || !isLine(text)) continue;
      const label = labelOf?.(text);
      for (const path of node.value === undefined ? pathsWithin(node.node) : [textsPath]) {
        const known = labels.get(path) ?? new Set();
        if (label !== undefined && !label.includes("'") && known.size < mostLabels) known.add(label);
        labels.set(path, known);
      }
    }
  return [...labels].flatMap(([path, found]) => [
    ...(bareTags.test(path) ? [] : [{ path }]),
    ...(found.size === 0 ? [] : [{ path, labels: [...found] }]),
  ]);
}

/** The text of a node; undefined where it has none or more than `longest` characters. */
export function lineIn({ node, value, isElement }: XPathNode, longest: number): string | undefined {
  if (value !== undefined && value.length > 4 * longest) return undefined;
  const text = value === undefined ? (isElement ? textIn(node, 4 * longest) : '') : collapsed(value);
  return text === '' || text.length > longest ? undefined : text;
}

function elementsOf({ path, labels }: Way, { byPath }: SeenPage, longest: number): readonly XPathNode[] {
  const all = elementsAt(byPath, path);
  return labels === undefined
    ? all
    : all.filter(node => labels.some(label => lineIn(node, longest)?.startsWith(label)));
}

/** Whether only the first of several elements is the line. */
function isFirstOfSome(way: Way, wanted: readonly WantedLine[]): boolean {
  return (
    way.labels === undefined &&
    wanted.some(({ page, isWhole }) => !isWhole && elementsAt(page.byPath, way.path).length > 1)
  );
}

function worthOf(way: Way, wanted: readonly WantedLine[], longest: number): number {
  let right = 0;
  let wrong = 0;
  let characters = 0;
  for (const { page, isLine, isWhole } of wanted) {
    const found = elementsOf(way, page, longest).slice(0, mostElements);
    if (found.length === 0) continue;
    const texts = found.map(node => lineIn(node, longest));
    const isRight = isWhole
      ? texts.every(text => text !== undefined) && isWhole(texts as readonly string[])
      : texts[0] !== undefined && isLine(texts[0]);
    if (isRight) right += 1;
    else wrong += 1;
    characters += texts[0]?.length ?? longest;
  }
  if (right < leastRight * wanted.length) return 0;
  return (right - wrongCount * wrong) * (1 - characters / (right + wrong) / longIsWorse);
}
