import type { TreeNode } from '../../../../domain/html/tree-node.ts';
import { textIn } from '../../../../domain/html/tree-text.ts';
import { labelOf } from '../../extraction/metadata/people-in.ts';
import { collapsed } from '../../extraction/text/page-blocks.ts';
import { type ElementPath, labelledPath } from './element-paths.ts';
import type { SeenPage } from './seen-page.ts';
import { lineIn } from './suggest-line.ts';

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
export function serviceLines(
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
