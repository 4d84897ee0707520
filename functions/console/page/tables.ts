import { t } from '../words/language.ts';
import type { Word } from '../words/word.ts';
import { type Child, el } from './dom.ts';

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
