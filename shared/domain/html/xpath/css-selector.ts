import { compile, type Options } from 'css-select';
import { axes } from './axes.ts';
import type { PageNodes, XPathNode } from './page-nodes.ts';

/** A parsed CSS selector. */
export interface CssSelector {
  readonly text: string;
  /** Whether an element is selected. Throws `RuleTooDear`. */
  readonly matches: (node: XPathNode) => boolean;
}

/** A selector that cannot be used, and why. */
export class BadSelector extends Error {}

type Adapter = NonNullable<Options<XPathNode, XPathNode>['adapter']>;

/** Elements among `nodes` and below them, in document order. */
function* elementsOf(nodes: readonly XPathNode[]): Generator<XPathNode, void> {
  for (const { page, order, end } of nodes)
    for (let i = order; i < end; i += 1) {
      page.spend(1);
      if (page.nodes[i]!.isElement) yield page.nodes[i]!;
    }
}

function childrenOf(node: XPathNode): XPathNode[] {
  const children = [...axes['child']!(node)];
  node.page.spend(1 + children.length);
  return children;
}

function attributeOf(element: XPathNode, name: string): string | undefined {
  element.page.spend(1);
  return element.node.attributes.find(each => each.name === name)?.value;
}

/** Lets the library walk through a page. Each step is counted, so that no selector takes too long. */
const adapter: Adapter = {
  isTag: (node): node is XPathNode => node.isElement,
  getName: element => element.nodeName,
  getAttributeValue: attributeOf,
  hasAttrib: (element, name) => attributeOf(element, name) !== undefined,
  getChildren: childrenOf,
  getParent: node => {
    node.page.spend(1);
    return node.parentNode;
  },
  getSiblings: node => (node.parentNode === null ? [node] : childrenOf(node.parentNode)),
  getText: node => node.page.textOf(node),
  removeSubsets: nodes => nodes,
  existsOne: (test, nodes) => elementsOf(nodes).some(test),
  findOne: (test, nodes) => elementsOf(nodes).find(test) ?? null,
  findAll: (test, nodes) => [...elementsOf(nodes)].filter(test),
};

/** Most characters of one selector. */
const mostSelector = 1_000;

/** Reads a selector of CSS. Throws `BadSelector`. */
export function readSelector(text: string): CssSelector {
  if (text.trim() === '') throw new BadSelector('it is empty');
  const combinator = /^\s*([>+~,])|([>+~,])\s*$/u.exec(text);
  if (combinator !== null)
    throw new BadSelector(
      `it ${combinator[1] === undefined ? 'ends' : 'begins'} with ${combinator[1] ?? combinator[2]}`,
    );
  if (text.length > mostSelector) throw new BadSelector(`it has more than ${mostSelector} characters`);
  try {
    return { text, matches: compile(text, { adapter, relativeSelector: false }) };
  } catch (error) {
    throw new BadSelector(reasonIn(error));
  }
}

/** Messages of the library, and the words that replace them for people. */
const places: readonly (readonly [RegExp, (rest: string) => string])[] = [
  [
    /^Expected name, found (.*)$/s,
    rest => (rest === '' ? 'a name is missing at its end' : `a name is missing at ${JSON.stringify(rest)}`),
  ],
  [/^Unmatched selector: (.*)$/s, rest => `nothing in CSS begins like ${JSON.stringify(rest)}`],
  [/^Attribute selector didn't terminate$/, () => 'the bracket [ is not closed'],
  [/^Attribute value didn't end$/, () => 'a quotation mark is not closed'],
  [/^Parenthesis not matched$|^Missing closing parenthesis/, () => 'the parenthesis ( is not closed'],
  [/^Empty sub-selector$/, () => 'a part of it is empty'],
];

/** For any other message: the library's words as part of a sentence. */
function reasonIn(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  for (const [form, words] of places) {
    const found = form.exec(message);
    if (found !== null) return words(found[1] ?? '');
  }
  return `${message.charAt(0).toLowerCase()}${message.slice(1)}`.replace(/[.\s]+$/, '');
}

/** The elements of a page that a selector selects, in document order. Throws `RuleTooDear`. */
export function selectCss({ text, matches }: CssSelector, page: PageNodes): readonly XPathNode[] {
  page.begin(text.length);
  return [...elementsOf([page.document])].filter(matches);
}
