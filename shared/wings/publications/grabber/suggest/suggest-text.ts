import { type TreeNode, textIn } from '../../../../domain/html/tree-node.ts';
import { labelOf } from '../../extraction/metadata/people-in.ts';
import { collapsed, type PageElement } from '../../extraction/text/page-blocks.ts';
import { type ElementPath, labelledPath, pathsOf, steadinessOf } from './element-paths.ts';
import { lengthsOf, type SeenPage } from './seen-page.ts';
import { lineIn } from './suggest-line.ts';

/** A way to the text of a source's pages, with what is left out of it. */
export interface TextPath {
  readonly xpath: ElementPath;
  readonly drop: readonly ElementPath[];
  /** The pages on which it selects the text. */
  readonly pages: readonly SeenPage[];
}

/** Share of the article's characters that a way to its text selects at least. */
const leastRecall = 0.85;
/** Elements of a path on one page; more are no container. */
const mostElements = 3;
/** Elements around the article that may be its container. */
const mostAround = 8;
/** Parts to leave out have so many characters on so many pages, and on this share of them, and this share of an article at most. */
const drops = { least: 20, pages: 2, ofPages: 0.2, ofArticle: 0.01, most: 12 };
/** Elements of one page's containers that are looked at. */
const mostInside = 2_000;

/** The way that selects the text on most pages, and least beside it; undefined if no way does on two pages. */
export function suggestText(pages: readonly SeenPage[]): TextPath | undefined {
  let best: { readonly xpath: ElementPath; readonly worth: number } | undefined;
  for (const xpath of new Set(pages.flatMap(containerPaths))) {
    const worth = pages.reduce((sum, page) => sum + worthOn(page, xpath), 0) * steadinessOf(xpath);
    if (best === undefined || worth > best.worth) best = { xpath, worth };
  }
  if (best === undefined) return undefined;
  const { xpath } = best;
  const selected = pages.filter(page => worthOn(page, xpath) > 0);
  return selected.length < Math.min(2, pages.length)
    ? undefined
    : { xpath, drop: allDrops(selected, xpath), pages: selected };
}

/** Elements with a name first, then single lines. */
function allDrops(pages: readonly SeenPage[], container: ElementPath): readonly ElementPath[] {
  const { chosen, out } = suggestDrops(pages, container);
  const left = drops.most - chosen.length;
  return [...chosen, ...serviceLines(pages, container, out).slice(0, Math.max(0, left))];
}

/** The paths of the innermost element that has nearly all of the article, and of those around it. */
function containerPaths(page: SeenPage): readonly ElementPath[] {
  const { elements } = page.page;
  const all = page.articleLengths.at(-1)!;
  const innermost = elements.findLast(element => lengthsOf(page, element).article >= leastRecall * all);
  const found: ElementPath[] = [];
  let at = innermost;
  for (let i = 0; i < mostAround && at !== undefined && at.node.name !== 'body'; i += 1) {
    found.push(...pathsOf(at.node));
    at = elements[at.parent];
  }
  return found;
}

/** How well a path selects the text of a page, 0 (it does not) to 1: the harmonic mean of precision and recall. */
function worthOn(page: SeenPage, path: ElementPath): number {
  const selected = selectedBy(page, path);
  if (selected.length === 0 || selected.length > mostElements) return 0;
  const lengths = selected.map(element => lengthsOf(page, element));
  const article = lengths.reduce((sum, each) => sum + each.article, 0);
  const recall = article / page.articleLengths.at(-1)!;
  if (recall < leastRecall) return 0;
  const precision = article / lengths.reduce((sum, each) => sum + each.all, 0);
  return (2 * precision * recall) / (precision + recall);
}

/** The outermost block elements of a path. */
function selectedBy({ byPath, elementOf }: SeenPage, path: ElementPath): readonly PageElement[] {
  let end = 0;
  return (byPath.get(path) ?? []).flatMap(node => {
    if (node.order < end) return [];
    end = node.end;
    return elementOf.get(node.node) ?? [];
  });
}

/** Where a path is in the containers of the pages. */
interface InnerPath {
  readonly elements: { readonly page: SeenPage; readonly element: PageElement }[];
  /** It selects a part of an article. */
  isArticle: boolean;
}

/** Paths within the containers that select text of several pages and none of their articles; the longest texts first. */
function suggestDrops(pages: readonly SeenPage[], container: ElementPath) {
  const candidates = [...innerPaths(pages, container)].filter(([, { isArticle }]) => !isArticle);
  const out = new Map(pages.map(page => [page, new Uint8Array(page.page.blocks.length)]));
  const leastPages = Math.max(drops.pages, drops.ofPages * pages.length);
  const chosen: ElementPath[] = [];
  while (chosen.length < drops.most) {
    const [best] = candidates
      .map(([path, inner]) => ({ path, inner, length: gainOf(inner, { out, leastPages }) * steadinessOf(path) }))
      .filter(({ length }) => length > 0)
      .sort((a, b) => b.length - a.length);
    if (best === undefined) break;
    chosen.push(best.path);
    for (const { page, element } of best.inner.elements) out.get(page)!.fill(1, element.from, element.to);
  }
  return { chosen, out };
}

/** Characters that a path selects and no path before it; 0 if there are few, or few pages have them. */
function gainOf(
  { elements }: InnerPath,
  { out, leastPages }: { readonly out: ReadonlyMap<SeenPage, Uint8Array>; readonly leastPages: number },
): number {
  const lengths = new Map<SeenPage, number>();
  for (const { page, element } of elements) {
    const isOut = out.get(page)!;
    for (let i = element.from; i < element.to; i += 1)
      if (isOut[i] === 0) lengths.set(page, (lengths.get(page) ?? 0) + page.page.blocks[i]!.text.length);
  }
  const enough = [...lengths.values()].filter(length => length >= drops.least);
  return enough.length < leastPages ? 0 : enough.reduce((sum, length) => sum + length, 0);
}

/** The paths with a name of the elements in the containers. */
function innerPaths(pages: readonly SeenPage[], container: ElementPath): ReadonlyMap<ElementPath, InnerPath> {
  const found = new Map<ElementPath, InnerPath>();
  for (const page of pages) {
    const most = drops.ofArticle * page.articleLengths.at(-1)!;
    for (const element of elementsInside(page, container)) {
      const isArticle = lengthsOf(page, element).article > most;
      for (const path of pathsOf(element.node, './/').slice(0, -1)) {
        const inner = found.get(path) ?? { elements: [], isArticle: false };
        inner.isArticle ||= isArticle;
        inner.elements.push({ page, element });
        found.set(path, inner);
      }
    }
  }
  return found;
}

/** Block elements with text in the containers of a page. */
function elementsInside({ byPath, nodes, elementOf }: SeenPage, container: ElementPath): readonly PageElement[] {
  return (byPath.get(container) ?? [])
    .slice(0, mostElements)
    .flatMap(({ order, end }) => nodes.nodes.slice(order + 1, end))
    .flatMap(({ node }) => elementOf.get(node) ?? [])
    .filter(({ from, to }) => to > from)
    .slice(0, mostInside);
}

/** Characters of a line, and of one that is the same on all pages. */
const longest = { line: 150, fixed: 60 };
/** Containers of one page, nodes in one of them, and kinds of lines that are looked at. */
const most = { containers: 3, nodes: 3_000, kinds: 200 };
/** Pages with a line, at least, and their share. */
const least = { pages: 2, share: 0.2 };
const anyLabel = /^\p{L}[\p{L} .-]{1,38}:/u;

/** A short element or text in the container of a page. */
interface Line {
  readonly page: SeenPage;
  readonly tag: string;
  /** Of a longer one its beginning. */
  readonly text: string;
  /** It is the first of its tag. */
  readonly isFirst: boolean;
  /** It belongs to no article. */
  readonly isService: boolean;
}

/** Lines of one tag that begin with a label, or the first ones of the tag. */
interface Kind {
  readonly tag: string;
  readonly label?: string;
}

/**
 * Paths within the containers to single lines that belong to no article: "Author: Ann Lee", "Views: 12", "Print", and a first line that
 * is the date. A line is known by the label with which it begins, by its words where all pages have the same, or as the first of its
 * tag. `out`: 1 for the blocks of a page that other paths leave out.
 */
function serviceLines(
  pages: readonly SeenPage[],
  container: ElementPath,
  out: ReadonlyMap<SeenPage, Uint8Array>,
): readonly ElementPath[] {
  const lines = pages.flatMap(page => linesOf(page, container, out.get(page)!));
  const service = lines.filter(({ isService }) => isService);
  const kinds = new Map(service.flatMap(kindsOf).map(kind => [pathOf(kind), kind]));
  const enough = Math.max(least.pages, least.share * pages.length);
  const taken = new Set<Line>();
  const chosen: ElementPath[] = [];
  for (const [path, kind] of [...kinds].slice(0, most.kinds)) {
    const own = lines.filter(line => isOfKind(line, kind));
    const on = new Set(own.flatMap(line => (taken.has(line) ? [] : [line.page])));
    if (on.size < enough || own.some(({ isService }) => !isService)) continue;
    chosen.push(path);
    for (const line of own) taken.add(line);
  }
  return chosen;
}

/** The lines of the containers of a page; what is inside a service line is left out. */
function linesOf(seen: SeenPage, container: ElementPath, out: Uint8Array): readonly Line[] {
  const { nodes } = seen.nodes;
  return (seen.byPath.get(container) ?? []).slice(0, most.containers).flatMap(around => {
    const service = serviceIn(seen, around.node, out);
    const lines: Line[] = [];
    const tags = new Set<string>();
    const end = service.size === 0 ? 0 : Math.min(around.end, around.order + most.nodes);
    for (let at = around.order + 1; at < end; ) {
      const node = nodes[at]!;
      const tag = node.value === undefined ? node.nodeName : 'text()';
      const text =
        lineIn(node, longest.line) ?? collapsed(node.value?.slice(0, longest.line) ?? textIn(node.node, longest.line));
      const isService = service.has(text);
      if (text !== '') lines.push({ page: seen, tag, text, isFirst: !tags.has(tag), isService });
      tags.add(tag);
      at = isService ? node.end : at + 1;
    }
    return lines;
  });
}

/** Short texts of an element that are of no article. */
function serviceIn({ page, elementOf, articleLengths }: SeenPage, node: TreeNode, out: Uint8Array) {
  const { from = 0, to = 0 } = elementOf.get(node) ?? {};
  return new Set(
    page.blocks.slice(from, to).flatMap(({ text, kind }, i) => {
      const isArticle = articleLengths[from + i + 1]! > articleLengths[from + i]!;
      return isArticle || out[from + i] === 1 || kind === 'heading' || text.length > longest.line ? [] : [text];
    }),
  );
}

function kindsOf({ tag, text, isFirst }: Line): readonly Kind[] {
  const fixed = text.length <= longest.fixed && !/\d/.test(text) ? text : undefined;
  const label = labelOf(text) ?? anyLabel.exec(text)?.[0] ?? fixed;
  return [
    ...(label === undefined || label.includes("'") ? [] : [{ tag, label }]),
    ...(isFirst && tag !== 'text()' ? [{ tag }] : []),
  ];
}

function isOfKind({ tag, text, isFirst }: Line, kind: Kind): boolean {
  return tag === kind.tag && (kind.label === undefined ? isFirst : text.startsWith(kind.label));
}

function pathOf({ tag, label }: Kind): ElementPath {
  return label === undefined ? `(.//${tag})[1]` : labelledPath(`.//${tag}`, [label]);
}
