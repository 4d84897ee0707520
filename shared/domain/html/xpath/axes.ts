import type { XPathNode } from './page-nodes.ts';

type Axis = (from: XPathNode) => Iterable<XPathNode>;

/**
 * The axes of XPath 1.0 by name, each from the nearest node on. They follow document order, so that no axis needs a
 * sort. `namespace` is left out: pages have no namespaces.
 */
export const axes: Readonly<Record<string, Axis>> = {
  self: function* (from) {
    yield from;
  },
  child: function* (from) {
    const { nodes } = from.page;
    for (let i = from.order + 1; i < from.end; i = nodes[i]!.end) yield nodes[i]!;
  },
  descendant: from => between(from, from.order + 1),
  'descendant-or-self': from => (from.ownerElement === null ? between(from, from.order) : [from]),
  parent: function* (from) {
    const above = from.parentNode ?? from.ownerElement;
    if (above !== null) yield above;
  },
  ancestor: from => upFrom(from.parentNode ?? from.ownerElement),
  'ancestor-or-self': from => upFrom(from),
  'following-sibling': function* (from) {
    if (from.parentNode === null) return;
    const { nodes } = from.page;
    for (let i = from.end; i < from.parentNode.end; i = nodes[i]!.end) yield nodes[i]!;
  },
  'preceding-sibling': function* (from) {
    if (from.parentNode === null) return;
    const before: XPathNode[] = [];
    for (const sibling of axes['child']!(from.parentNode)) {
      if (sibling === from) break;
      from.page.spend(1);
      before.push(sibling);
    }
    yield* before.reverse();
  },
  following: function* (from) {
    const { nodes } = from.page;
    // The content of an element comes after its attributes.
    for (let i = from.ownerElement === null ? from.end : from.ownerElement.order + 1; i < nodes.length; i += 1)
      yield nodes[i]!;
  },
  preceding: function* (from) {
    const start = from.ownerElement ?? from;
    for (let i = start.order - 1; i > 0; i -= 1) {
      const node = start.page.nodes[i]!;
      if (node.end <= start.order) yield node;
      else start.page.spend(1);
    }
  },
  attribute: from => from.attributes(),
};

function* between({ page, end }: XPathNode, first: number): Iterable<XPathNode> {
  for (let i = first; i < end; i += 1) yield page.nodes[i]!;
}

function* upFrom(node: XPathNode | null): Iterable<XPathNode> {
  for (let at = node; at !== null; at = at.parentNode ?? at.ownerElement) yield at;
}
