import { attributeOf, nextNode, type TreeNode, textIn } from '../../../../domain/html/tree-node.ts';

const bold = new Set(['b', 'strong']);
const slanted = new Set(['i', 'em']);
const small = new Set(['small', 'font', 'span', 'sub', 'center']);
/** Nodes of an element that are looked at. */
const mostNodes = 200;

/** Whether one element in `element` makes the whole of a line bold. */
export function isBold(element: TreeNode, line: string): boolean {
  return isWrapped(element, line, ({ name }) => bold.has(name));
}

/** Whether a whole line is set apart from the text around it: bold or slanted, or at the right edge. */
export function isSetApart(element: TreeNode, line: string): boolean {
  const style = `${attributeOf(element, 'align') ?? ''} ${attributeOf(element, 'style') ?? ''}`;
  return /\bright\b/i.test(style) || isWrapped(element, line, ({ name }) => bold.has(name) || slanted.has(name));
}

/** Whether a whole line is in an element that makes it small or slanted, as captions in a paragraph are. */
export function isSmall(element: TreeNode, line: string): boolean {
  return isWrapped(element, line, ({ name }) => slanted.has(name) || small.has(name));
}

function isWrapped(element: TreeNode, line: string, isWrapping: (node: TreeNode) => boolean): boolean {
  let left = mostNodes;
  for (let node = nextNode(element, element); node && left > 0; node = nextNode(node, element), left -= 1)
    if (isWrapping(node) && textIn(node, 2 * line.length + 20) === line) return true;
  return false;
}
