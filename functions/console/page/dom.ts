/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/*
 * Elements made by the DOM's own calls. Nothing here parses markup: what comes from a crawled page can only become text
 * or the value of an attribute that runs nothing.
 */

import type { Shape } from '../../../shared/files/svg/shape.ts';

export type Child = Node | string | undefined;
type Children = Child | readonly Child[];
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element with its attributes (`true` = present, `false` and `undefined` = absent) and children, some of them in lists. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Children[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Children[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

/** A shape as an element. */
export function drawn({ tag, attributes, children }: Shape): SVGElement {
  return svg(
    tag,
    attributes,
    children.map(child => (typeof child === 'string' ? child : drawn(child))),
  );
}

function filled<E extends Element>(element: E, attributes: Attributes, children: readonly Children[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.flat().filter(child => child !== undefined));
  return element;
}

/** Gives `element` a width in percent of its parent: the content security policy forbids style attributes, not this. */
export function setWidth(element: HTMLElement, part: number): void {
  element.style.setProperty('inline-size', `${(100 * Math.min(1, Math.max(0, part))).toFixed(2)}%`);
}
