import { type Child, el, facts } from '../page/dom.ts';
import { number, t } from '../words/language.ts';
import { kindColour, kindColours, sharedColour } from './palette.ts';

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

/** The first groups have a colour each, and a line of the legend with their sizes; all others share one. */
export function groupColours(
  groups: readonly (readonly [group: string, items: { readonly length: number }])[],
  textOf: (group: string) => string,
): { readonly key: readonly KeyEntry[]; colourOf(group: string): string } {
  const told = groups.slice(0, kindColours.length);
  const colours = new Map(told.map(([group], index) => [group, kindColour(index)]));
  const key = told.map(([group, { length }]) => ({
    colour: colours.get(group)!,
    text: `${textOf(group)} (${number(length)})`,
  }));
  return { key, colourOf: group => colours.get(group) ?? sharedColour };
}

/** For groups in an order: the largest first, those alike by name. */
export function largestFirst([one, a]: readonly [string, unknown[]], [other, b]: readonly [string, unknown[]]): number {
  return b.length - a.length || (one < other ? -1 : 1);
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
