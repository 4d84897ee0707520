import { el, shownText } from '../page/dom.ts';
import { named, t } from '../words/language.ts';
import { type JudgedMention, signs } from './label-types.ts';

/** Characters on either side of a name. */
const mostBeside = 160;

interface Listed {
  readonly chosen: JudgedMention | undefined;
  /** The field of a mention, in which it has its offsets. */
  textOf(field: JudgedMention['field']): string;
  choose(mention: JudgedMention): void;
}

/** Sentences of the mentions of an organization on one screen; each is a button that chooses its mention. */
export function mentionList(mentions: readonly JudgedMention[], { chosen, textOf, choose }: Listed): HTMLElement {
  const items = mentions.map(mention => {
    const said = mention.people ?? mention.model?.class;
    const sign = said === undefined ? undefined : el('strong', { title: named('tone', said) }, `${signs[said]} `);
    const attributes = { type: 'button', class: 'sentence', 'aria-pressed': String(mention === chosen) };
    const line = el('button', attributes, sign, el('bdi', {}, sentenceOf(mention, textOf(mention.field))));
    line.dataset['key'] = placeOf(mention);
    line.addEventListener('click', () => choose(mention));
    return el('li', {}, line);
  });
  return el('ol', { class: 'mentions', 'aria-label': t('mentionsHere') }, ...items);
}

/** Names a mention among those of its organization and publication. */
export function placeOf({ field, start, end }: Pick<JudgedMention, 'field' | 'start' | 'end'>): string {
  return `${field} ${start} ${end}`;
}

function sentenceOf({ start, end, sentenceStart, sentenceEnd }: JudgedMention, text: string) {
  const from = Math.max(sentenceStart, start - mostBeside);
  const to = Math.min(sentenceEnd, end + mostBeside);
  return [
    `${from > sentenceStart ? '…' : ''}${shownText(text.slice(from, start).toWellFormed())}`,
    el('mark', {}, shownText(text.slice(start, end))),
    `${shownText(text.slice(end, to).toWellFormed())}${to < sentenceEnd ? '…' : ''}`,
  ];
}
