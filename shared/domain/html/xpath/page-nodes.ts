import { nextNode, TextNode, type TreeNode } from '../tree-node.ts';

/** Thrown when the rules for a page take too many steps. */
export class RuleTooDear extends Error {}

/**
 * Most steps of all expressions over one page: about a second of CPU. An expression takes some 10,000 steps on a page
 * of 3,000 nodes.
 */
const mostSteps = 8_000_000;
/** This many characters of text cost as much as one node. */
const charactersOfStep = 4;
/**
 * This many characters of an expression double the cost of each node: each node may be compared with the whole
 * expression.
 */
const charactersTwice = 64;

/** A page's tree in the form that the XPath library needs. Its nodes are made once, in document order. */
export class PageNodes {
  readonly nodes: XPathNode[] = [];
  readonly #known = new Map<TreeNode, XPathNode>();
  #left: number;
  #weight = 1;

  /** `steps`: the budget of all expressions over this page. */
  constructor(document: TreeNode, steps = mostSteps) {
    this.#left = steps;
    let parent: XPathNode | null = null;
    for (let node: TreeNode | null = document; node; node = nextNode(node, document)) {
      while (parent !== null && parent.node !== node.parent) parent = this.#ended(parent);
      const made: XPathNode = new XPathNode(this, node, { parent, order: this.nodes.length });
      this.nodes.push(made);
      this.#known.set(node, made);
      if (node.first) parent = made;
      else made.end = this.nodes.length;
    }
    while (parent !== null) parent = this.#ended(parent);
  }

  get document(): XPathNode {
    return this.nodes[0]!;
  }

  /** The XPath node of a node of the page's tree. */
  of(node: TreeNode): XPathNode | undefined {
    return this.#known.get(node);
  }

  /** Call before the evaluation of an expression with so many characters. */
  begin(characters: number): void {
    this.#weight = 1 + characters / charactersTwice;
  }

  /** Throws `RuleTooDear` when the steps of the page are used up. */
  spend(nodes: number): void {
    this.#left -= nodes * this.#weight;
    if (this.#left < 0) throw new RuleTooDear('too many steps');
  }

  /** Text of a node as XPath defines it. */
  textOf(node: XPathNode): string {
    if (node.value !== undefined) {
      this.spend(1 + node.value.length / charactersOfStep);
      return node.value;
    }
    const parts: string[] = [];
    for (let i = node.order; i < node.end; i += 1) {
      const text = this.nodes[i]!.value;
      this.spend(text === undefined ? 1 : 1 + text.length / charactersOfStep);
      if (text !== undefined) parts.push(text);
    }
    return parts.join('');
  }

  #ended(node: XPathNode): XPathNode | null {
    node.end = this.nodes.length;
    return node.parentNode;
  }
}

interface Place {
  readonly parent: XPathNode | null;
  readonly order: number;
  /** Set for an attribute. */
  readonly attribute?: { readonly name: string; readonly value: string };
}

const element = 1;
const attribute = 2;
const text = 3;
const document = 9;

/**
 * The document, an element, a text or an attribute. The names of its members are those of the DOM, which the library
 * reads.
 */
export class XPathNode {
  readonly page: PageNodes;
  /** The node of the tree; for an attribute, its element. */
  readonly node: TreeNode;
  readonly parentNode: XPathNode | null;
  readonly ownerElement: XPathNode | null;
  readonly nodeType: number;
  readonly nodeName: string;
  readonly localName: string;
  readonly namespaceURI = '';
  /** Place in document order; attributes come after their element and before its content. */
  readonly order: number;
  /** Place of the first node behind this one and its content. */
  end: number;
  /** Value of a text or an attribute. */
  readonly value: string | undefined;

  constructor(page: PageNodes, node: TreeNode, { parent, order, attribute: of }: Place) {
    this.page = page;
    this.node = node;
    this.parentNode = of === undefined ? parent : null;
    this.ownerElement = of === undefined ? null : parent;
    this.nodeType = of ? attribute : node instanceof TextNode ? text : parent === null ? document : element;
    this.nodeName = of?.name ?? node.name;
    this.localName = this.nodeName;
    this.order = order;
    this.end = order + 1;
    this.value = of?.value ?? (node instanceof TextNode ? node.text : undefined);
  }

  get ownerDocument(): XPathNode | null {
    return this.nodeType === document ? null : this.page.document;
  }

  get isElement(): boolean {
    return this.nodeType === element;
  }

  /** Attributes of an element as nodes. */
  attributes(): readonly XPathNode[] {
    if (!this.isElement) return [];
    const all = this.node.attributes;
    return all.map(
      (of, i) =>
        new XPathNode(this.page, this.node, {
          parent: this,
          order: this.order + (i + 1) / (all.length + 1),
          attribute: of,
        }),
    );
  }

  /** XPath's function `lang` reads `xml:lang`; in HTML the attribute is `lang`. */
  getAttributeNS(_namespace: string, name: string): string | null {
    return this.node.attributes.find(each => each.name === name)?.value ?? null;
  }

  /** XPath's function `id` calls this. */
  getElementById(id: string): XPathNode | null {
    const { nodes } = this.page;
    this.page.spend(nodes.length);
    return (
      nodes.find(
        each => each.isElement && each.node.attributes.some(({ name, value }) => name === 'id' && value === id),
      ) ?? null
    );
  }
}
