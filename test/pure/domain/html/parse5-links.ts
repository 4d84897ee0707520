import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';
import type { LinkElement } from '../../../../shared/domain/html/link-element.ts';

type Node = DefaultTreeAdapterTypes.Node;
/** Names of the drawn pages that may have a shadow tree, and those of a page's own elements. */
const host = /^(?:div|span|p|section|h[12]|body|(?!annotation-xml$)[a-z].*-.*)$/s;
const html = 'http://www.w3.org/1999/xhtml';

/**
 * The addresses of the elements that are asked for in the tree that parse5 builds, in document order; the content of a
 * template is in it where it is the shadow tree of its parent. The address of a `refresh` is its whole `content`.
 */
export function parse5Links(page: string, elements: readonly LinkElement[] = ['a']): string[] {
  const found: string[] = [];
  const shadows = new Set<Node>();
  const open: { node: Node; isShadow: boolean }[] = [
    { node: parse(page, { scriptingEnabled: false, treeAdapter: adapterWith(shadows) }), isShadow: false },
  ];
  for (let each = open.pop(); each; each = open.pop()) {
    const { node, isShadow } = each;
    const isRead = 'tagName' in node && !(isShadow && node.tagName === 'meta');
    const address = isRead ? addressOf(node, elements) : undefined;
    if (address !== undefined) found.push(address);
    const inner = 'content' in node && shadows.has(node) ? node.content.childNodes : [];
    open.push(...[...inner].reverse().map(child => ({ node: child, isShadow: true })));
    if ('childNodes' in node) open.push(...[...node.childNodes].reverse().map(child => ({ node: child, isShadow })));
  }
  return found;
}

/** Templates are shadow trees of the parent that they get first. */
function adapterWith(shadows: Set<Node>): typeof defaultTreeAdapter {
  const placed = new Set<Node>();
  const see = (parent: Node, node: Node) => {
    if (!('content' in node) || placed.has(node)) return;
    placed.add(node);
    const isHost = 'tagName' in parent && parent.namespaceURI === html && host.test(parent.tagName);
    const says = node.attrs.some(({ name, value }) => name === 'shadowrootmode' && value === 'open');
    if (!says || !isHost || placed.has(parent)) return;
    placed.add(parent);
    shadows.add(node);
  };
  return {
    ...defaultTreeAdapter,
    appendChild: (parent, node) => {
      defaultTreeAdapter.appendChild(parent, node);
      see(parent, node);
    },
    insertBefore: (parent, node, before) => {
      defaultTreeAdapter.insertBefore(parent, node, before);
      see(parent, node);
    },
  };
}

function addressOf(element: DefaultTreeAdapterTypes.Element, elements: readonly LinkElement[]): string | undefined {
  const value = (wanted: string) => element.attrs.find(({ name, prefix }) => name === wanted && !prefix)?.value;
  const asked = (kind: LinkElement) => elements.includes(kind) && (kind === 'a' || element.namespaceURI === html);
  switch (element.tagName) {
    case 'a':
    case 'area':
    case 'link':
      return asked(element.tagName) ? value('href') : undefined;
    case 'frame':
    case 'iframe':
      return asked('frame') ? value('src') : undefined;
    case 'meta':
      return asked('refresh') && value('http-equiv')?.toLowerCase() === 'refresh' ? value('content') : undefined;
    default:
      return undefined;
  }
}
