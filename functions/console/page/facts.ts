import { type Child, el } from './dom.ts';

/** One number of a `dl.figures`, with its name. */
export function figure(name: string, value: Child): HTMLElement {
  return el('div', {}, el('dt', {}, name), el('dd', {}, value));
}

/** A list of facts: names with their values. */
export function facts(all: readonly (readonly [name: string, value: Child | readonly Child[]])[]): HTMLElement {
  const rows = all.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]);
  return el('dl', {}, rows);
}
