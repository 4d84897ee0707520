import { el } from '../page/dom.ts';
import { named } from '../words/language.ts';
import { type JudgedMention, signs } from './label-types.ts';
import { placeOf } from './mention-list.ts';

interface Marking {
  /** The field as it is stored, in which mentions have their offsets. */
  readonly text: string;
  readonly mentions: readonly JudgedMention[];
  chosen(mention: JudgedMention): void;
}

/** More marks would make the page slow. */
const mostMarks = 2_000;

/**
 * Marks mentions in a text that is shown. The shown text has marks of paragraphs and no silent signs, so a mention is found as the
 * same occurrence of its words. Of mentions within each other the outer one is marked.
 */
export function markMentions(root: HTMLElement, { text, mentions, chosen }: Marking): void {
  unmark(root);
  const outer = mentions.filter((each, index) => mentions.slice(0, index).every(({ end }) => end <= each.start));
  for (const mention of outer.slice(0, mostMarks)) {
    const place = nthPlace(root, mention.surface, occurrencesBefore(text, mention));
    if (place !== undefined) wrap(place, mention, chosen);
  }
}

function unmark(root: HTMLElement): void {
  for (const mark of root.querySelectorAll('mark.mention')) {
    mark.querySelector('small')?.remove();
    mark.replaceWith(...mark.childNodes);
  }
  root.normalize();
}

function occurrencesBefore(text: string, { surface, start }: JudgedMention): number {
  let count = 0;
  for (let at = text.indexOf(surface); at >= 0 && at < start; at = text.indexOf(surface, at + 1)) count += 1;
  return count;
}

interface Place {
  readonly node: Text;
  readonly start: number;
  readonly length: number;
}

/** The occurrence number `count` (from 0) within one piece of text. Signs of other marks are passed over. */
function nthPlace(root: HTMLElement, surface: string, count: number): Place | undefined {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let left = count;
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    if (node.parentElement?.tagName === 'SMALL') continue;
    for (let at = node.data.indexOf(surface); at >= 0; at = node.data.indexOf(surface, at + 1)) {
      if (left === 0) return { node, start: at, length: surface.length };
      left -= 1;
    }
  }
  return undefined;
}

function wrap({ node, start, length }: Place, mention: JudgedMention, chosen: (mention: JudgedMention) => void): void {
  if (node.parentElement?.closest('mark.mention') !== null) return;
  const name = node.splitText(start);
  name.splitText(length);
  const said = mention.people ?? mention.model?.class;
  const sign = said === undefined ? undefined : el('small', { 'aria-hidden': true }, signs[said] ?? '');
  const label = said === undefined ? mention.surface : `${mention.surface}: ${named('tone', said)}`;
  const mark = el('mark', {
    ...{ class: `mention ${said ?? ''}`, tabindex: 0, role: 'button', 'aria-label': label, title: label },
    'aria-pressed': 'false',
  });
  mark.dataset['place'] = placeOf(mention);
  mark.dataset['organization'] = mention.organization;
  name.replaceWith(mark);
  mark.append(name, ...(sign === undefined ? [] : [sign]));
  mark.addEventListener('click', () => chosen(mention));
  mark.addEventListener('keydown', event => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    mark.click();
  });
}

/** Presses the mark of a mention, or none, and gives it; marks of other organizations are pale. */
export function pressMark(mention: JudgedMention | undefined, organization = ''): HTMLElement | undefined {
  let pressed: HTMLElement | undefined;
  for (const mark of document.querySelectorAll<HTMLElement>('mark.mention')) {
    const isChosen = mention !== undefined && mark.dataset['place'] === placeOf(mention);
    mark.setAttribute('aria-pressed', String(isChosen));
    mark.classList.toggle('other', organization !== '' && mark.dataset['organization'] !== organization);
    if (isChosen) pressed = mark;
  }
  return pressed;
}
