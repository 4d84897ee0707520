import { attributeOf, TextNode, type TreeNode } from '../../../../domain/html/tree-node.ts';
import type { PageNodes, XPathNode } from '../../../../domain/html/xpath/page-nodes.ts';

/** A way to an element by its tag and at most one id, class or `itemprop`: what a person would write. Written as XPath. */
export type ElementPath = string;

export type ElementsByPath = ReadonlyMap<ElementPath, readonly XPathNode[]>;

/** Names of a template. A name like `post-12345` is of a single page. */
const stableName = /^(?!.*\d{3})[\p{L}_][\p{L}\p{N}_:.-]{0,59}$/u;
const mostClasses = 8;
/** Elements around one without a name that may give it one. */
const mostAround = 6;
/** Their names or classes hold nothing of an article. */
const beside = new Set(['html', 'head', 'title', 'script', 'style', 'noscript', 'template', 'option']);

/** The paths of an element, the most telling first; `prefix` is `//` from the page's root, `.//` from an element. */
export function pathsOf(node: TreeNode, prefix = '//'): readonly ElementPath[] {
  if (node instanceof TextNode || beside.has(node.name) || !/^[a-z][a-z0-9-]*$/.test(node.name)) return [];
  return [...namedPaths(node, prefix), `${prefix}${node.name}`];
}

/** The paths of an element, and for one without a name that within the nearest element with one: `//div[@id='story']//p`. */
export function pathsWithin(node: TreeNode): readonly ElementPath[] {
  const paths = pathsOf(node);
  const around = paths.length === 1 ? namedAround(node) : undefined;
  return around === undefined ? paths : [`${around}//${node.name}`, ...paths];
}

function namedAround(node: TreeNode): ElementPath | undefined {
  let at = node.parent;
  for (let i = 0; at !== null && i < mostAround; i += 1, at = at.parent) {
    const [path] = at.name === 'body' || at.name === 'html' ? [] : namedPaths(at, '//');
    if (path !== undefined) return path;
  }
  return undefined;
}

function namedPaths(node: TreeNode, prefix: string): readonly ElementPath[] {
  const id = attributeOf(node, 'id')?.trim() ?? '';
  const itemprop = attributeOf(node, 'itemprop')?.trim() ?? '';
  const classes = (attributeOf(node, 'class') ?? '').split(/\s+/, mostClasses);
  return [
    ...(stableName.test(id) ? [`${prefix}${node.name}[@id='${id}']`] : []),
    ...(stableName.test(itemprop) ? [`${prefix}${node.name}[@itemprop='${itemprop}']`] : []),
    ...classes
      .filter(name => stableName.test(name))
      .map(name => `${prefix}${node.name}[contains(concat(' ', normalize-space(@class), ' '), ' ${name} ')]`),
  ];
}

/** The elements or texts of a path that begin with one of some labels, which have no apostrophe: `//i[starts-with(…, 'By ')]`. */
export function labelledPath(path: ElementPath, labels: readonly string[]): ElementPath {
  return `${path}[${labels.map(label => `starts-with(normalize-space(.), '${label}')`).join(' or ')}]`;
}

/** How good a way is by its looks, 0 to 1: an id lasts longer than a class, a class longer than a label, that than a bare tag. */
export function steadinessOf(whole: ElementPath): number {
  if (whole.includes('starts-with(')) return 0.8;
  const path = whole.slice(whole.lastIndexOf('//'));
  const name = /'([^' ]+)'\]$|' ([^']+) '\)\]$/.exec(path);
  const given = name?.[1] ?? name?.[2] ?? '';
  // A page has one heading of the first level; a path within another lasts longer than a tag.
  const ofBare = whole.endsWith('//h1') ? 0.8 : whole.lastIndexOf('//') > 1 ? 0.75 : 0.6;
  const kind = path.includes('@id=') || path.includes('@itemprop=') ? 1 : path.includes('@class') ? 0.9 : ofBare;
  const isTelling = /article|story|text|content|body|entry|post|news|title|head|date|time|author|byline/i.test(given);
  return kind * (/\d/.test(given) ? 0.8 : 1) * (isTelling ? 1 : 0.95);
}

/** All texts of a page. */
export const textsPath: ElementPath = '//text()';

/** The elements of a page by each of their paths, and its texts, in document order. */
export function elementsByPath({ nodes }: PageNodes): ElementsByPath {
  const found = new Map<ElementPath, XPathNode[]>();
  for (const node of nodes) {
    for (const path of new Set(node.value === undefined ? pathsOf(node.node) : [textsPath])) {
      const list = found.get(path);
      if (list === undefined) found.set(path, [node]);
      else list.push(node);
    }
  }
  return found;
}

/** The elements of a path of `pathsWithin`, in document order. */
export function elementsAt(byPath: ElementsByPath, path: ElementPath): readonly XPathNode[] {
  const inner = path.lastIndexOf('//');
  if (inner === 0) return byPath.get(path) ?? [];
  const around = byPath.get(path.slice(0, inner)) ?? [];
  return (byPath.get(path.slice(inner)) ?? []).filter(({ order }) =>
    around.some(outer => order > outer.order && order < outer.end),
  );
}
