import { attributeOf, nextNode, type TreeNode, textIn } from '../../../../domain/html/tree-node.ts';

const otherNames = /comment|reply|related|sidebar|widget|recent|popular|footer|copyright|calendar|archive|next|prev/;
/** Elements around that are looked at. */
const reach = 6;

/** Nodes of an element that are looked at. */
const mostNodes = 1_000;
/** Words of a link that could be a headline, and characters of a card with one. */
const leastHeadline = 4;
const mostCard = 400;

/** Whether an element is in comments, a list of other articles or a calendar, which have their own dates and authors. */
export function isElsewhere({ node, names }: { readonly node: TreeNode; readonly names: string }): boolean {
  if (otherNames.test(names) || isInCard(node)) return true;
  let around = node.parent;
  for (let i = 0; around !== null && i < reach; i += 1, around = around.parent) {
    if (['body', 'article', 'main'].includes(around.name)) return false;
    const outer = `${attributeOf(around, 'class') ?? ''} ${attributeOf(around, 'id') ?? ''}`.toLowerCase();
    const isFooter = around.name === 'footer' || /(?:^|\s)(?:(?:post|entry|article|node)-)?footer(?:\s|$)/.test(outer);
    if (isFooter && isOfArticle(around) && (textIn(node, mostCard).includes(' ') || isDated(node))) continue;
    if (['aside', 'footer', 'nav'].includes(around.name)) return true;
    if (outer.length < 300 && otherNames.test(outer)) return true;
  }
  return false;
}

/** Whether a footer is that of the article with the headline: themes name there who wrote it, in two words or more. */
function isOfArticle({ parent }: TreeNode): boolean {
  if (parent === null || !holds(parent, isHeadline)) return false;
  return (
    parent.name === 'article' ||
    /(?:^|\s)(?:h?entry|article|post|story)(?:\s|$)/.test(attributeOf(parent, 'class') ?? '')
  );
}

function isDated(node: TreeNode): boolean {
  return ['datetime', 'title'].some(name => /\d{4}/.test(attributeOf(node, name) ?? ''));
}

/** Whether the nearest element with other words has the headline of another article as a link. */
function isInCard(node: TreeNode): boolean {
  const own = textIn(node, mostCard);
  let card = node.parent;
  for (let i = 0; card !== null && i < reach && textIn(card, mostCard) === own; i += 1) card = card.parent;
  return card !== null && isCard(card);
}

/** Whether an element has the headline of another article as a link, and not that of the page. */
export function isCard(element: TreeNode): boolean {
  if (textIn(element, mostCard + 1).length > mostCard) return false;
  const isHeadlineLink = (node: TreeNode) =>
    node.name === 'a' && textIn(node, mostCard).split(' ').length >= leastHeadline;
  return holds(element, isHeadlineLink) && !holds(element, isHeadline);
}

/** Some themes leave h1 to the name of the site. */
export function isHeadline(node: TreeNode): boolean {
  if (node.name === 'h1') return true;
  const isTitle = /(?:^|\s)(?:entry|post|article)-title(?:\s|$)/.test(attributeOf(node, 'class') ?? '');
  return isTitle && /^h[23]$/.test(node.name) && !holds(node, ({ name }) => name === 'a');
}

/** Whether an element is of the microdata of the article with the headline of the page. */
export function isOfHeadline({ node }: { readonly node: TreeNode }): boolean {
  let scope = node.parent;
  while (scope !== null && attributeOf(scope, 'itemscope') === undefined) scope = scope.parent;
  return scope !== null && holds(scope, isHeadline);
}

export function holds(element: TreeNode, isWanted: (node: TreeNode) => boolean): boolean {
  let left = mostNodes;
  for (let node = nextNode(element, element); node && left > 0; node = nextNode(node, element), left -= 1)
    if (isWanted(node)) return true;
  return false;
}
