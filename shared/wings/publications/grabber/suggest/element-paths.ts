import { TextNode, type TreeNode } from '../../../../domain/html/tree-node.ts';
import { attributeOf } from '../../../../domain/html/tree-text.ts';
import type { PageNodes, XPathNode } from '../../../../domain/html/xpath/page-nodes.ts';

/** A way to an element by its tag and at most one id, class or `itemprop`: what a person would write. Written as XPath. */
export type ElementPath = string;

/** Names of a template. A name like `post-12345` is of a single page. */
const stableName = /^(?!.*\d{3})[\p{L}_][\p{L}\p{N}_:.-]{0,59}$/u;
const mostClasses = 8;
/** Their names or classes hold nothing of an article. */
const beside = new Set(['html', 'head', 'script', 'style', 'noscript', 'template', 'option']);

/** The paths of an element, the most telling first; `prefix` is `//` from the page's root, `.//` from an element. */
export function pathsOf(node: TreeNode, prefix = '//'): readonly ElementPath[] {
  if (node instanceof TextNode || beside.has(node.name) || !/^[a-z][a-z0-9-]*$/.test(node.name)) return [];
  const id = attributeOf(node, 'id')?.trim() ?? '';
  const itemprop = attributeOf(node, 'itemprop')?.trim() ?? '';
  const classes = (attributeOf(node, 'class') ?? '').split(/\s+/, mostClasses);
  return [
    ...(stableName.test(id) ? [`${prefix}${node.name}[@id='${id}']`] : []),
    ...(stableName.test(itemprop) ? [`${prefix}${node.name}[@itemprop='${itemprop}']`] : []),
    ...classes
      .filter(name => stableName.test(name))
      .map(name => `${prefix}${node.name}[contains(concat(' ', normalize-space(@class), ' '), ' ${name} ')]`),
    `${prefix}${node.name}`,
  ];
}

/** How good a way is by its looks, 0 to 1: an id lasts longer than a class, a class longer than a bare tag. */
export function steadinessOf(path: ElementPath): number {
  const name = /'([^' ]+)'\]$|' ([^']+) '\)\]$/.exec(path);
  const given = name?.[1] ?? name?.[2] ?? '';
  const kind = path.includes('@id=') || path.includes('@itemprop=') ? 1 : path.includes('@class') ? 0.9 : 0.6;
  const isTelling = /article|story|text|content|body|entry|post|news|title|head|date|time|author|byline/i.test(given);
  return kind * (/\d/.test(given) ? 0.8 : 1) * (isTelling ? 1 : 0.95);
}

/** The elements of a page by each of their paths, in document order. */
export function elementsByPath({ nodes }: PageNodes): ReadonlyMap<ElementPath, readonly XPathNode[]> {
  const found = new Map<ElementPath, XPathNode[]>();
  for (const node of nodes) {
    if (!node.isElement) continue;
    for (const path of new Set(pathsOf(node.node))) {
      const list = found.get(path);
      if (list === undefined) found.set(path, [node]);
      else list.push(node);
    }
  }
  return found;
}
