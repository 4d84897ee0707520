import type { TreeNode } from '../../../domain/html/tree-node.ts';
import type { PageNodes, XPathNode } from '../../../domain/html/xpath/page-nodes.ts';
import { evaluateXPath } from '../../../domain/html/xpath/xpath.ts';
import { behindHeadline } from '../extraction/text/article-blocks.ts';
import { collapsed, pageBlocks } from '../extraction/text/page-blocks.ts';
import { type TextForm, textOfBlocks } from '../extraction/text/text-of-blocks.ts';
import type { FieldRule } from './rules/read-rules.ts';

/** Values of one field. */
const mostValues = 1_000;

/** The values of a field as lines, white space collapsed; none is empty. Throws as `evaluateXPath`. */
export function linesOf(rule: FieldRule, page: PageNodes): readonly string[] {
  return valuesOf(rule, page, (node, out) => textOf(node, out, { markup: false }).replace(/\s+/g, ' '));
}

/** The values of a field as texts with paragraphs, lists and tables, without the headline at their beginning. */
export function textsOf(
  rule: FieldRule,
  page: PageNodes,
  { headline, ...form }: TextForm & { readonly headline: string },
): readonly string[] {
  return valuesOf(rule, page, (node, out) => textOf(node, out, form, headline));
}

type Reader = (node: TreeNode, out: ReadonlySet<TreeNode>) => string;

function valuesOf(rule: FieldRule, page: PageNodes, read: Reader): readonly string[] {
  const value = evaluateXPath(rule.xpath, page);
  const values =
    typeof value === 'string'
      ? [collapsed(value)]
      : outermost(value)
          .slice(0, mostValues)
          .map(node =>
            node.value === undefined ? read(node.node, droppedIn(node, rule, page)) : collapsed(node.value),
          );
  return values.filter(each => each !== '');
}

/** Without nodes within an element before them. */
function outermost(nodes: readonly XPathNode[]): readonly XPathNode[] {
  let end = 0;
  return nodes.filter(node => {
    if (node.order < end) return false;
    if (node.value === undefined) end = node.end;
    return true;
  });
}

function droppedIn(node: XPathNode, { drop }: FieldRule, page: PageNodes): ReadonlySet<TreeNode> {
  const out = new Set<TreeNode>();
  for (const xpath of drop) {
    const value = evaluateXPath(xpath, page, node);
    if (typeof value !== 'string') for (const each of value) if (each.ownerElement === null) out.add(each.node);
  }
  return out;
}

function textOf(node: TreeNode, out: ReadonlySet<TreeNode>, form: TextForm, headline = ''): string {
  return textOfBlocks(behindHeadline(pageBlocks(node, { out }).blocks, headline), form);
}
