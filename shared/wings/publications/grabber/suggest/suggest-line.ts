import type { TreeNode } from '../../../../domain/html/tree-node.ts';
import { textIn } from '../../../../domain/html/tree-text.ts';
import { type ElementPath, pathsOf, steadinessOf } from './element-paths.ts';
import type { SeenPage } from './seen-page.ts';

/** A line of a page that is searched for on all pages of its source. */
export interface WantedLine {
  readonly page: SeenPage;
  /** Whether a text is the line, or holds it. */
  readonly isLine: (text: string) => boolean;
}

/** Share of the pages with a line on which a path gives it. */
const leastRight = 0.9;
/** A wrong line on a page is worse than no line. */
const wrongCount = 2;
/** Characters that make a path to a longer element worse: it holds more than the line. */
const longIsWorse = 1_000;

/** The path whose first element is the wanted line on nearly all pages; undefined if there is none. `longest`: characters. */
export function suggestLine(wanted: readonly WantedLine[], longest: number): ElementPath | undefined {
  const candidates = new Set(wanted.flatMap(line => linePaths(line, longest)));
  let best: { readonly path: ElementPath; readonly worth: number } | undefined;
  for (const path of candidates) {
    const worth = worthOf(path, wanted, longest);
    if (worth > (best?.worth ?? 0)) best = { path, worth };
  }
  return best?.path;
}

/** The paths of the elements of a page that are the line. */
function linePaths({ page, isLine }: WantedLine, longest: number): readonly ElementPath[] {
  return page.nodes.nodes
    .filter(({ isElement, node }) => isElement && isWanted(node, isLine, longest))
    .flatMap(({ node }) => pathsOf(node));
}

function isWanted(node: TreeNode, isLine: WantedLine['isLine'], longest: number): boolean {
  const text = textIn(node, longest + 1);
  return text !== '' && text.length <= longest && isLine(text);
}

function worthOf(path: ElementPath, wanted: readonly WantedLine[], longest: number): number {
  let right = 0;
  let wrong = 0;
  let characters = 0;
  for (const { page, isLine } of wanted) {
    const [first] = page.byPath.get(path) ?? [];
    if (first === undefined) continue;
    if (isWanted(first.node, isLine, longest)) right += 1;
    else wrong += 1;
    characters += textIn(first.node, longest).length;
  }
  if (right < leastRight * wanted.length) return 0;
  return (right - wrongCount * wrong) * steadinessOf(path) * (1 - characters / (right + wrong) / longIsWorse);
}
