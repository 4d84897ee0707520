import { t } from '../words/language.ts';
import type { Word } from '../words/word.ts';
import { el, facts } from './dom.ts';

/** A word with a meaning, which is the same on all screens. */
type Explained = Extract<Word, `means.${string}`> extends `means.${infer Name extends Word}` ? Name : never;

/** Those of pages in a graph or a table. */
export const ofPages = [
  ...(['level', 'inDegree', 'outDegree'] as const),
  ...(['measure.pageRank', 'measure.hub', 'measure.authority', 'measure.component'] as const),
];

/** The meaning of the numbers of a screen, folded until somebody wants it. */
export function glossary(words: readonly Explained[]): HTMLElement {
  const entries = facts(words.map(word => [t(word), t(`means.${word}`)]));
  return el('details', { class: 'glossary' }, el('summary', {}, t('glossary')), entries);
}
