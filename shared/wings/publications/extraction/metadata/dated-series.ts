import { attributeOf, nextNode, TextNode, type TreeNode, textIn } from '../../../../domain/html/tree-node.ts';
import { type DateReading, readDate } from '../../times/read-date.ts';
import { isCommentMark } from '../text/boilerplate.ts';
import { holds, isCard } from './elsewhere.ts';

/** Elements around that are looked at, elements beside one, and texts at the beginning of one. */
const reach = 6;
const mostBeside = 4;
const mostTexts = 6;
const mostText = 400;
/** Characters of an item beside its date: a label and a name are less. */
const leastBeside = 40;
const mostOfDate = 60;
const ofPlace = /\d|^(?:even|odd|first|last|active|new|(?:category|tag)-.*)$/;
const isWhole = /^(?:body|main|article)$/;

/**
 * Whether a date is that of one of several like items: entries of a live blog, readers' words, other articles. Beside its item is another
 * of the same tag and class, with a date, too; and neither has the headline. `own`: the text of the date; `title`: of the page.
 */
export function isOfSeries(node: TreeNode, own: string, title: string, reading: DateReading): boolean {
  // A full date may be that of the first publication in a list, and is one of a series among readers' words alone.
  const hasYear = /(?:19|20)\d\d/.test(own);
  const isOwn = (element: TreeNode) => holds(element, each => isOwnHeadline(each, title));
  let at: TreeNode | null = node;
  for (let i = 0; at !== null && i < reach && !isWhole.test(at.name); i += 1, at = at.parent) {
    const item = at;
    const [before, behind] = [beside(item, 'previous'), beside(item, 'next')];
    if (before.some(node => /^h[2-6]$/.test(node.name) && isCommentMark(textIn(node, mostText)))) return true;
    if (hasYear) continue;
    if (isOwn(item)) return false;
    const isItem = textIn(item, mostText).length >= own.length + leastBeside;
    const isBesideCard = () => [before[0], behind[0]].some(each => each !== undefined && isCard(each));
    if (!isItem && !isBesideCard()) continue;
    const isTwin = (other: TreeNode) => kindOf(other) === kindOf(item) && isDated(other, reading) && !isOwn(other);
    if ([...before, ...behind].some(isTwin)) return true;
  }
  return false;
}

/** The nearest elements beside one, the nearest first. */
function beside(node: TreeNode, way: 'previous' | 'next'): readonly TreeNode[] {
  const found: TreeNode[] = [];
  for (let at = node[way]; at !== null && found.length < mostBeside; at = at[way])
    if (!(at instanceof TextNode)) found.push(at);
  return found;
}

/** The tag and classes of an element without those that number it or say its place. */
function kindOf(node: TreeNode): string {
  const classes = (attributeOf(node, 'class') ?? '').slice(0, mostText).split(/\s+/).sort();
  return [node.name, ...classes.filter(each => each !== '' && !ofPlace.test(each))].join(' ');
}

/** Whether one of the first texts of an element is a date. */
function isDated(element: TreeNode, reading: DateReading): boolean {
  let left = mostTexts;
  for (let node = nextNode(element, element); node && left > 0; node = nextNode(node, element)) {
    if (!(node instanceof TextNode) || !/\S/.test(node.text)) continue;
    left -= 1;
    if (node.text.trim().length < mostOfDate && readDate(node.text, { ...reading, isDate: true }) !== undefined)
      return true;
  }
  return false;
}

/** A headline of the first level, or one that the page's title says. */
function isOwnHeadline(node: TreeNode, title: string): boolean {
  if (node.name === 'h1') return true;
  if (!/^h[23]$/.test(node.name)) return false;
  const text = textIn(node, mostText);
  return text.length > 9 && title.includes(text);
}
