import { cellText } from '../../cut-text.ts';
import { pageTree } from '../page-tree.ts';
import { textIn } from '../tree-node.ts';
import { BadSelector, readSelector, selectCss } from './css-selector.ts';
import { PageNodes, RuleTooDear, type XPathNode } from './page-nodes.ts';
import { BadXPath, evaluateXPath, readXPath } from './xpath.ts';

/** A column that a person adds to the table of pages (`--extract`). */
export interface PageField {
  readonly name: string;
  /** The values of the expression on a page. Throws `RuleTooDear` and `BadXPath`. */
  readonly valuesOn: (page: PageNodes) => readonly string[];
}

/** An expression that cannot be used, and why. */
export class BadField extends Error {}

/** The values of all fields on one page. */
export interface FieldValues {
  /** One for each field; empty if the page has no value. */
  readonly values: readonly string[];
  /**
   * Whether the page was too large for the expressions, or a function got a wrong argument: then some values are empty.
   */
  readonly isUnread: boolean;
}

export const mostFields = 20;
/** Most characters of a value. */
const mostValue = 1_000;
/** Most places of a page that make one value. */
const mostPlaces = 100;
/** Most steps of all fields over one page: some 0.2 s. */
const mostSteps = 1_500_000;
const between = ' | ';

const fieldForm = /^([A-Za-z][A-Za-z0-9_-]{0,63})=(.+)$/su;
const cssMark = 'css:';
const attributeForm = /^(.*)::attr\(\s*([A-Za-z_][\w.:-]*)\s*\)\s*$/su;

/** Reads `name=XPATH` or `name=css:SELECTOR`. Throws `BadField`; with an empty reason if the form is wrong. */
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

/** `::attr(name)` at the end selects an attribute in place of the text. */
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

/** The text of an element as a reader sees it; also that of scripts that hold data. */
function textOf(node: XPathNode): string {
  if (node.value !== undefined) return node.value;
  return node.nodeName === 'script' ? node.page.textOf(node) : textIn(node.node);
}

/** The values of fields on a page of HTML. White space is collapsed; several places make one value. */
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
