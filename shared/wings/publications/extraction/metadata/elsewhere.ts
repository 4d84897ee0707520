import type { TreeNode } from '../../../../domain/html/tree-node.ts';
import { attributeOf } from '../../../../domain/html/tree-text.ts';

const otherNames = /comment|reply|related|sidebar|widget|recent|popular|footer|copyright|calendar|archive|next|prev/;
/** Elements around that are looked at. */
const reach = 6;

/** Whether an element is in comments, a list of other articles or a calendar, which have their own dates and authors. */
export function isElsewhere({ node, names }: { readonly node: TreeNode; readonly names: string }): boolean {
  if (otherNames.test(names)) return true;
  let around = node.parent;
  for (let i = 0; around !== null && i < reach; i += 1, around = around.parent) {
    if (['body', 'article', 'main'].includes(around.name)) return false;
    if (['aside', 'footer', 'nav'].includes(around.name)) return true;
    const outer = `${attributeOf(around, 'class') ?? ''} ${attributeOf(around, 'id') ?? ''}`.toLowerCase();
    if (outer.length < 300 && otherNames.test(outer)) return true;
  }
  return false;
}
