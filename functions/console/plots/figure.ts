import { el } from '../page/dom.ts';

/** One number of a `dl.figures`, with its name. */
export function figure(name: string, value: string): HTMLElement {
  return el('div', {}, el('dt', {}, name), el('dd', {}, value));
}
