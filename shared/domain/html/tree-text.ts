import { nextNode, TextNode, type TreeNode } from './tree-node.ts';

/** The value of an attribute; undefined without it. */
export function attributeOf(node: TreeNode, name: string): string | undefined {
  for (const attribute of node.attributes) if (attribute.name === name) return attribute.value;
  return undefined;
}

/** Most characters of an element's content that are read. */
const mostText = 20_000;
/** Most elements and texts of an element that are read. */
const mostNodes = 2_000;
const parting = new Set('br p div li td th tr h1 h2 h3 h4 h5 h6 section article header footer ul ol table'.split(' '));

/** The text of an element, white space collapsed, cut after `most` characters. */
export function textIn(element: TreeNode, most = mostText): string {
  const parts: string[] = [];
  let length = 0;
  let left = mostNodes;
  for (let node = nextNode(element, element); node && length < most && left > 0; node = nextNode(node, element)) {
    left -= 1;
    if (node instanceof TextNode) {
      const isCode = node.parent?.name === 'script' || node.parent?.name === 'style';
      if (isCode) continue;
      parts.push(node.text);
      length += node.text.length;
    } else if (parting.has(node.name)) parts.push(' ');
  }
  return parts.join('').slice(0, most).replace(/\s+/g, ' ').trim();
}
