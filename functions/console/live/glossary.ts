import { el } from '../page/dom.ts';
import { t } from '../words/language.ts';

/** Words whose meaning a screen tells; the same word always has the same meaning. */
const explained = [
  'found',
  'pages',
  'waiting',
  'leftToDo',
  'skipped',
  'rate',
  'elapsed',
  'externalAddresses',
  'links.internal',
  'links.external',
  'links.bad',
] as const;

/** What the numbers of a screen count, folded until somebody wants it. */
export function glossary(words: readonly (typeof explained)[number][]): HTMLElement {
  const entries = words.flatMap(word => [el('dt', {}, t(word)), el('dd', {}, t(`means.${word}`))]);
  return el('details', { class: 'glossary' }, el('summary', {}, t('glossary')), el('dl', {}, ...entries));
}
