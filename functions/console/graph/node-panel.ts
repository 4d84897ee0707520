import { type Child, el } from '../page/dom.ts';
import { facts } from '../page/facts.ts';
import { t } from '../words/language.ts';

/** Describes the node that was chosen in picture or table. */
export function nodePanel(): {
  readonly element: HTMLElement;
  show(rows: readonly (readonly [string, Child])[]): void;
} {
  const element = el('div', { class: 'node', role: 'status' }, el('p', { class: 'hint' }, t('chooseNode')));
  return {
    element,
    show(rows) {
      element.replaceChildren(facts(rows));
    },
  };
}

export interface KeyEntry {
  readonly colour: string;
  readonly text: string;
}

/** The meaning of the colours. */
export function colourKey(entries: readonly KeyEntry[]): HTMLElement {
  return el('ul', { class: 'colours', 'aria-label': t('colours') }, [
    ...entries.map(({ colour, text }) => {
      const dot = el('span', { class: 'key', 'aria-hidden': true });
      dot.style.setProperty('background', colour);
      return el('li', {}, dot, text);
    }),
  ]);
}
