/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/*
 * Elements made by the DOM's own calls. Nothing here parses markup: what comes from a crawled page can only become text
 * or the value of an attribute that runs nothing.
 */

import { readableAddress, readableHost } from '../../../shared/files/readable-address.ts';
import type { Shape } from '../../../shared/files/svg/shape.ts';
import { t } from '../words/language.ts';
import type { Word } from '../words/word.ts';

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

/** A part of a view under its heading. */
export function section(heading: Children, ...children: readonly Children[]): HTMLElement {
  return el('section', {}, el('h2', {}, heading), ...children);
}

/** An element of SVG. */
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

/*
 * Texts of crawled pages are hostile: they may be a megabyte long, turn the direction of what follows (Unicode
 * Technical Report 36, section 3.1) or look like something of ours.
 */

const mostShown = 300;
/**
 * The characters that stay as they are: emoji of several characters, and joiners where a script needs them to be read (RFC 5892,
 * appendix A; in Latin, Cyrillic and Greek they only hide), then control characters, and format characters such as the overrides
 * and isolates of UAX 9, each by itself.
 */
const unseen =
  /\p{RGI_Emoji}|(?<=[[\p{L}\p{M}]--[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]])[\u200C\u200D](?=[[\p{L}\p{M}]--[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]])|(?<invisible>[\p{Cc}\p{Cf}\u2028\u2029])/gv;

/** A short visible form: hosts have their letters, characters that cannot be seen are named, e.g. ⟨202E⟩, and what is longer than `most` is cut. */
export function shownText(given: string, most = mostShown): string {
  const text = readableHost(given);
  const cut =
    text.length > most
      ? `${text
          .slice(0, most)
          .replace(/[\uD800-\uDBFF]$/, '')
          .toWellFormed()}…`
      : text.toWellFormed();
  return cut.replaceAll(unseen, (found: string, invisible: string | undefined) =>
    invisible === undefined ? found : `⟨${invisible.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

/** Text of a page, isolated from the direction of its surroundings. */
export function pageText(text: string): HTMLElement {
  return el('bdi', { class: 'page-text' }, shownText(text));
}

/** A link to a crawled page, where `address` is http or https; else its text. */
export function pageLink(address: string, text = address): HTMLElement {
  if (!isWebAddress(address)) return pageText(text);
  return el('a', { href: address, target: '_blank', rel: 'noreferrer noopener' }, pageText(readableAddress(text)));
}

/** The copied text of a whole link is its address, as servers know it. */
export function copyTrueAddress(event: ClipboardEvent): void {
  const selection = document.getSelection();
  const text = selection?.toString().trim();
  const node = selection?.anchorNode;
  const link = (node instanceof Element ? node : node?.parentElement)?.closest('a');
  if (link?.querySelector('.page-text') == null || link.textContent !== text || !link.href.startsWith('http')) return;
  event.clipboardData?.setData('text/plain', link.getAttribute('href')!);
  event.preventDefault();
}

function isWebAddress(address: string): boolean {
  const protocol = URL.canParse(address) ? new URL(address).protocol : '';
  return protocol === 'http:' || protocol === 'https:';
}

/** One number of a `dl.figures`, with its name. */
export function figure(name: string, value: Child): HTMLElement {
  return el('div', {}, el('dt', {}, name), el('dd', {}, value));
}

/** A list of facts: names with their values. */
export function facts(all: readonly (readonly [name: string, value: Child | readonly Child[]])[]): HTMLElement {
  const rows = all.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]);
  return el('dl', {}, rows);
}

export interface Column {
  readonly heading: Child;
  /** Numbers are at the right. */
  readonly isNumber?: boolean;
  /** The rows are sorted by it. */
  readonly sorted?: 'ascending' | 'descending';
  /** By which a browser remembers whether the column is shown; its place unless given. */
  readonly key?: string;
  /** Shown only where somebody chooses it. */
  readonly isExtra?: boolean;
}

/** Columns headed by these words; those behind `#` have numbers. */
export function headed(...words: readonly (Word | `#${Word}`)[]): readonly Column[] {
  return words.map(word => ({ heading: t(word.replace('#', '') as Word), isNumber: word.startsWith('#') }));
}

/** A table with its caption; the first cell of a row names the row. `look`: a style class. */
export function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Child[])[],
  look?: string,
): HTMLTableElement {
  const body = el('tbody');
  fillRows(body, columns, rows);
  return el('table', { class: look }, el('caption', { tabindex: -1 }, caption), head(columns), body);
}

function head(columns: readonly Column[]): HTMLElement {
  const cells = columns.map(({ heading, isNumber, sorted }) =>
    el('th', { scope: 'col', class: numeric(isNumber), 'aria-sort': sorted }, heading),
  );
  return el('thead', {}, el('tr', {}, cells));
}

/** Replaces the rows. */
export function fillRows(
  body: HTMLTableSectionElement,
  columns: readonly Column[],
  rows: readonly (readonly Child[])[],
  header = 0,
): void {
  body.replaceChildren(
    ...rows.map(cells =>
      el('tr', {}, [
        ...cells.map((cell, index) => {
          const kind = numeric(columns[index]?.isNumber) ?? (typeof cell === 'string' ? 'words' : undefined);
          const look = { class: kind, title: hiddenText(cell) };
          return index === header ? el('th', { scope: 'row', ...look }, cell) : el('td', look, cell);
        }),
      ]),
    ),
  );
}

const cutFrom = 30;

/** Of a text that may be cut, as rows of work are of one line: the whole of it. */
function hiddenText(cell: Child): string | undefined {
  if (cell instanceof Element && cell.querySelector('li') !== null) return undefined;
  const text = (typeof cell === 'string' ? cell : cell?.textContent) ?? '';
  return text.length > cutFrom ? text : undefined;
}

function numeric(isNumber: boolean | undefined): string | undefined {
  return isNumber === true ? 'number' : undefined;
}

/** The same, which scrolls where it is wider than the window. */
export function scrolledTable(...[caption, ...rest]: Parameters<typeof table>): HTMLElement {
  return scrolled(caption, table(caption, ...rest));
}

/** A table whose rows come later, and again and again. */
export function filledTable(
  caption: string,
  columns: readonly Column[],
  header = 0,
): { readonly element: HTMLElement; fill(rows: readonly (readonly Child[])[]): void } {
  const shown = table(caption, columns, []);
  const fill = (rows: readonly (readonly Child[])[]): void => fillRows(shown.tBodies[0]!, columns, rows, header);
  return { element: scrolled(caption, shown), fill };
}

/** A table wider than the window scrolls sideways, and says so; the keyboard reaches it. */
export function scrolled(label: string, ...content: readonly Child[]): HTMLElement {
  const area = el('div', { class: 'scroll', role: 'region', 'aria-label': label, tabindex: 0 }, content);
  const hint = el('p', { class: 'hint scroll-hint', hidden: true }, t('scrollsSideways'));
  const sizes = new ResizeObserver(() => {
    hint.hidden = area.scrollWidth <= area.clientWidth;
  });
  for (const each of [area, ...area.children]) sizes.observe(each);
  return el('div', {}, hint, area);
}

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
