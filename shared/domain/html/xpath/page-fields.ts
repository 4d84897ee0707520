import { cellText } from '../../cut-text.ts';
import { pageTree } from '../page-tree.ts';
import { textIn } from '../tree-text.ts';
import { BadSelector, readSelector, selectCss } from './css-selector.ts';
import { PageNodes, RuleTooDear, type XPathNode } from './page-nodes.ts';
import { BadXPath, evaluateXPath, readXPath } from './xpath.ts';

/** A column of the table of pages that a person requests (`--extract`). */
export interface PageField {
  readonly name: string;
  /** What the expression gives on a page. Throws `RuleTooDear` and `BadXPath`. */
  readonly valuesOn: (page: PageNodes) => readonly string[];
}

/** An expression that cannot be used, and why. */
export class BadField extends Error {}

/** What the fields have on one page. */
export interface FieldValues {
  /** Beside the fields; empty if the page has nothing there. */
  readonly values: readonly string[];
  /** The page was too large for the expressions, or a function got what it cannot take: some values are empty for this. */
  readonly isUnread: boolean;
}

export const mostFields = 20;
/** Characters of a value. */
const mostValue = 1_000;
/** Places of a page that make one value. */
const mostPlaces = 100;
/** Steps of all fields over one page: some 0.2 s. */
const mostSteps = 1_500_000;
const between = ' | ';

const fieldForm = /^([A-Za-z][A-Za-z0-9_-]{0,63})=(.+)$/su;
const cssMark = 'css:';
const attributeForm = /^(.*)::attr\(\s*([A-Za-z_][\w.:-]*)\s*\)\s*$/su;

/** Reads `name=XPATH` or `name=css:SELECTOR`. Throws `BadField`; the reason is empty if the form is wrong. */
export function readField(text: string): PageField {
  const [, name, expression] = fieldForm.exec(text) ?? [];
  if (name === undefined || expression === undefined) throw new BadField('');
  try {
    const isCss = expression.startsWith(cssMark);
    return { name, valuesOn: isCss ? cssValues(expression.slice(cssMark.length)) : xpathValues(expression) };
  } catch (error) {
    if (error instanceof BadXPath || error instanceof BadSelector) throw new BadField(error.message);
    throw error;
  }
}

function xpathValues(expression: string): PageField['valuesOn'] {
  const xpath = readXPath(expression);
  return page => {
    const value = evaluateXPath(xpath, page);
    return typeof value === 'string' ? [value] : texts(value);
  };
}

/** `::attr(name)` at the end takes an attribute in place of the text. */
function cssValues(expression: string): PageField['valuesOn'] {
  const [, before = expression, attribute] = attributeForm.exec(expression) ?? [];
  const selector = readSelector(before);
  return page => {
    const nodes = selectCss(selector, page);
    if (attribute === undefined) return texts(nodes);
    const wanted = attribute.toLowerCase();
    return nodes.flatMap(({ node }) => node.attributes.filter(({ name }) => name === wanted).map(({ value }) => value));
  };
}

function texts(nodes: readonly XPathNode[]): readonly string[] {
  const first = nodes.slice(0, mostPlaces).map(textOf);
  return nodes.length > mostPlaces ? [...first, `… (${nodes.length} places)`] : first;
}

/** Of an element its text as a reader sees it; scripts that hold data have theirs, too. */
function textOf(node: XPathNode): string {
  if (node.value !== undefined) return node.value;
  return node.nodeName === 'script' ? node.page.textOf(node) : textIn(node.node);
}

/** What fields have on a page of HTML. White space is collapsed; several places are one value. */
export function fieldValues(fields: readonly PageField[], html: string): FieldValues {
  const page = new PageNodes(pageTree(html).document, mostSteps);
  let isUnread = false;
  const values = fields.map(({ valuesOn }) => {
    try {
      const lines = valuesOn(page).map(value => value.replace(/\s+/g, ' ').trim());
      return cellText(lines.filter(line => line !== '').join(between), mostValue);
    } catch (error) {
      if (!(error instanceof RuleTooDear || error instanceof BadXPath)) throw error;
      isUnread = true;
      return '';
    }
  });
  return { values, isUnread };
}
