import { t } from '../words/language.ts';
import { el } from './dom.ts';

/** Words whose meaning a screen gives; a word has the same meaning on all screens. */
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
  'links.domains',
  'level',
  'inDegree',
  'outDegree',
  'measure.pageRank',
  'measure.hub',
  'measure.authority',
  'measure.component',
] as const;

/** Those of pages in a graph or a table. */
export const ofPages = [
  'level',
  'inDegree',
  'outDegree',
  'measure.pageRank',
  'measure.hub',
  'measure.authority',
  'measure.component',
] as const;

/** The meaning of the numbers of a screen, folded until somebody wants it. */
export function glossary(words: readonly (typeof explained)[number][]): HTMLElement {
  const entries = words.flatMap(word => [el('dt', {}, t(word)), el('dd', {}, t(`means.${word}`))]);
  return el('details', { class: 'glossary' }, el('summary', {}, t('glossary')), el('dl', {}, entries));
}
