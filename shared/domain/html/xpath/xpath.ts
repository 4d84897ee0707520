import library from 'xpath';
import { axes } from './axes.ts';
import { type PageNodes, RuleTooDear, type XPathNode } from './page-nodes.ts';

/** A parsed XPath 1.0 expression. */
export interface XPath {
  readonly text: string;
  readonly parsed: ParsedExpression;
}

/** Nodes in document order; or the text, number or truth value of the expression as text. */
export type XPathValue = readonly XPathNode[] | string;

/** An expression that cannot be used, and why. */
export class BadXPath extends Error {}

/** Types of the parts of the library that we use; the library's own types need a browser's DOM. */
interface XPathLibrary {
  parse(text: string): { readonly expression: ParsedExpression };
  readonly XNodeSet: { readonly prototype: NodeSet };
  readonly XPathContext: new () => Context;
  readonly PathExpr: {
    applySteps(steps: readonly Step[], context: Context, nodes: readonly XPathNode[]): readonly XPathNode[];
    predicateMatches(predicate: ParsedExpression, context: Context): boolean;
  };
  readonly OrOperation: Operation;
  readonly AndOperation: Operation;
  readonly EqualsOperation: Operation;
  readonly NotEqualOperation: Operation;
  readonly LessThanOperation: Operation;
  readonly GreaterThanOperation: Operation;
  readonly LessThanOrEqualOperation: Operation;
  readonly GreaterThanOrEqualOperation: Operation;
  readonly FunctionResolver: new () => { readonly functions: Readonly<Record<string, unknown>> };
  readonly Step: {
    new (axis: number, nodeTest: Step['nodeTest'], predicates: readonly ParsedExpression[]): Step;
    readonly STEPNAMES: Readonly<Record<number, string>>;
  };
}

export interface ParsedExpression {
  evaluate(context: Context): NodeSet | { stringValue(): string; booleanValue(): boolean };
}

type Operation = abstract new () => unknown;

interface NodeSet {
  nodes: XPathNode[];
  size: number;
  known?: Set<XPathNode>;
  add(node: XPathNode): void;
  first(): XPathNode | null;
  toArray(): readonly XPathNode[];
  stringForNode(node: XPathNode): string;
  stringValue(): string;
  booleanValue(): boolean;
}

interface Context {
  contextNode: XPathNode;
  contextPosition: number;
  contextSize: number;
  expressionContextNode: XPathNode;
  caseInsensitive: boolean;
  extend(properties: object): Context;
}

interface Step {
  readonly axis: number;
  readonly nodeTest: { readonly localName?: string; matches(node: XPathNode, context: Context): boolean };
  readonly predicates: readonly ParsedExpression[];
}

const known = library as unknown as XPathLibrary;
const { parse, XNodeSet, XPathContext, PathExpr, FunctionResolver, Step } = known;
const comparisons = [
  ...[known.OrOperation, known.AndOperation, known.EqualsOperation, known.NotEqualOperation, known.LessThanOperation],
  ...[known.GreaterThanOperation, known.LessThanOrEqualOperation, known.GreaterThanOrEqualOperation],
];

/*
 * The library's sets take quadratic time, its steps repeat a node for each way that leads to it, and two of its axes
 * select too much. So we use its grammar, types and functions, and our own steps and sets
 * (docs/decisions/publications.md, "Rules of a source").
 */
Object.assign(XNodeSet.prototype, {
  add(this: NodeSet, node: XPathNode): void {
    this.known ??= new Set();
    if (this.known.has(node)) return;
    this.known.add(node);
    this.nodes.push(node);
    this.size += 1;
  },
  first(this: NodeSet): XPathNode | null {
    return this.nodes.reduce<XPathNode | null>(
      (first, node) => (first && first.order < node.order ? first : node),
      null,
    );
  },
  toArray(this: NodeSet): readonly XPathNode[] {
    return this.nodes.toSorted((a, b) => a.order - b.order);
  },
  stringForNode(node: XPathNode): string {
    return node.page.textOf(node);
  },
} satisfies Partial<NodeSet>);

PathExpr.applySteps = (steps, context, nodes) => {
  let current = nodes;
  for (const step of steps) {
    const found = new Set<XPathNode>();
    for (const node of current) for (const each of stepFrom(node, step, context)) found.add(each);
    current = [...found];
  }
  return current;
};

function stepFrom(node: XPathNode, { axis, nodeTest, predicates }: Step, context: Context): readonly XPathNode[] {
  let found: XPathNode[] = [];
  const place = placeOf(predicates[0]);
  const name = nodeTest.localName?.toLowerCase();
  for (const each of axes[Step.STEPNAMES[axis]!]!(node)) {
    node.page.spend(1);
    if (name === undefined ? nodeTest.matches(each, context) : each.localName === name) found.push(each);
    if (found.length === place) break;
  }
  const inner = predicates.length === 0 ? context : context.extend({});
  for (const predicate of predicates) {
    inner.contextSize = found.length;
    found = found.filter((each, i) => {
      node.page.spend(1);
      inner.contextNode = each;
      inner.contextPosition = i + 1;
      return PathExpr.predicateMatches(predicate, inner);
    });
  }
  return found;
}

/** The number in a predicate such as `[3]`: nodes behind that place need not be read. */
function placeOf(predicate: ParsedExpression | undefined): number | undefined {
  const { filter, locationPath, filterPredicates } = (predicate ?? {}) as PathParts;
  return locationPath === undefined && !filterPredicates?.length ? filter?.num : undefined;
}

interface PathParts {
  readonly filter?: { readonly num?: number };
  readonly filterPredicates?: readonly unknown[];
  readonly locationPath?: unknown;
}

/** Most characters of one expression. */
const mostExpression = 1_000;

/** Reads an expression. Throws `BadXPath`. */
export function readXPath(text: string): XPath {
  if (text.length > mostExpression) throw new BadXPath(`it has more than ${mostExpression} characters`);
  const parsed = parsedExpression(text);
  for (const part of partsOf(parsed)) {
    demandKnown(part);
    if (Array.isArray(part['steps'])) part['steps'] = shortSteps(part['steps'] as Step[]);
  }
  return { text, parsed };
}

function parsedExpression(text: string): ParsedExpression {
  try {
    return parse(text).expression;
  } catch (error) {
    throw new BadXPath(unclosed(text) ?? unexpected(error) ?? 'it does not follow the grammar');
  }
}

/** For some faults the library names the character at which it stopped. */
function unexpected(error: unknown): string | undefined {
  const character = /^Unexpected character (\S)/u.exec(error instanceof Error ? error.message : '')?.[1];
  return character === undefined ? undefined : `the character ${character} cannot stand where it does`;
}

/** Says which quotation mark or bracket has no partner. */
function unclosed(text: string): string | undefined {
  const open: string[] = [];
  for (const [token] of text.matchAll(/"[^"]*"|'[^']*'|["'()[\]]/g)) {
    if (token === '(' || token === '[') open.push(token);
    else if (token === '"' || token === "'") return `the quotation mark ${token} is not closed`;
    else if ((token === ')' || token === ']') && open.pop() !== (token === ')' ? '(' : '['))
      return `the bracket ${token} closes none`;
  }
  return open.length === 0 ? undefined : `the bracket ${open.at(-1)} is not closed`;
}

const functions = Object.keys(new FunctionResolver().functions).map(name => name.replace('{}', ''));

type Part = Record<string, unknown>;

function* partsOf(parsed: unknown): Iterable<Part> {
  const open: unknown[] = [parsed];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (typeof part !== 'object' || part === null) continue;
    yield part as Part;
    for (const inner of Object.values(part)) open.push(inner ?? 0);
  }
}

/** Checks each part when the expression is read, because a page may not reach all parts. Throws `BadXPath`. */
function demandKnown({ functionName, variable, prefix, axis }: Part): void {
  if (typeof functionName === 'string' && !functions.includes(functionName))
    throw new BadXPath(`XPath 1.0 has no function ${functionName}`);
  if (typeof variable === 'string') throw new BadXPath('there are no variables');
  if (typeof prefix === 'string') throw new BadXPath(`there is no namespace ${prefix}`);
  if (typeof axis === 'number' && axes[Step.STEPNAMES[axis]!] === undefined)
    throw new BadXPath(`the axis ${Step.STEPNAMES[axis]} is not supported`);
}

const axisNumbers = Object.fromEntries(Object.entries(Step.STEPNAMES).map(([number, name]) => [name, Number(number)]));
const trueOrFalse = new Set(['contains', 'starts-with', 'not', 'boolean', 'lang']);

/**
 * `//p` means the children `p` of all nodes. One pass over all elements gives the same, unless a predicate counts
 * places.
 */
function shortSteps(steps: readonly Step[]): readonly Step[] {
  const short: Step[] = [];
  for (const step of steps) {
    const before = short.at(-1);
    const isChild = step.axis === axisNumbers['child'] && !step.predicates.some(mayCountPlaces);
    if (before === undefined || !isChild || !isAnywhere(before)) short.push(step);
    else short[short.length - 1] = new Step(axisNumbers['descendant']!, step.nodeTest, step.predicates);
  }
  return short;
}

function isAnywhere({ axis, nodeTest, predicates }: Step): boolean {
  return axis === axisNumbers['descendant-or-self'] && String(nodeTest) === 'node()' && predicates.length === 0;
}

/** Whether a predicate may be a number, or use a place. */
function mayCountPlaces(predicate: ParsedExpression): boolean {
  const parts = [...partsOf(predicate)];
  if (parts.some(({ functionName }) => functionName === 'position' || functionName === 'last')) return true;
  const { filter, locationPath, functionName } = parts[0]!;
  const call = functionName ?? (filter as Part | undefined)?.['functionName'];
  const isPath = locationPath !== undefined && filter === undefined;
  return !(isPath || comparisons.some(comparison => predicate instanceof comparison) || trueOrFalse.has(String(call)));
}

/**
 * Evaluates an expression on a page, beginning at `from`. Throws `RuleTooDear`, and `BadXPath` if a function gets a
 * wrong argument.
 */
export function evaluateXPath(xpath: XPath, page: PageNodes, from: XPathNode = page.document): XPathValue {
  const value = evaluated(xpath, page, from);
  return 'nodes' in value ? value.toArray() : value.stringValue();
}

/** Whether an expression is true of a page: it selects something, or gives a text, a number or `true`. Throws as `evaluateXPath`. */
export function holdsXPath(xpath: XPath, page: PageNodes): boolean {
  return evaluated(xpath, page, page.document).booleanValue();
}

function evaluated({ text, parsed }: XPath, page: PageNodes, from: XPathNode) {
  page.begin(text.length);
  const context = new XPathContext();
  Object.assign(context, { contextNode: from, expressionContextNode: from, contextPosition: 1, contextSize: 1 });
  context.caseInsensitive = true;
  try {
    return parsed.evaluate(context);
  } catch (error) {
    if (error instanceof RuleTooDear) throw error;
    throw new BadXPath(error instanceof Error ? error.message : String(error));
  }
}
