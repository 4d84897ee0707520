import { el } from '../page/dom.ts';
import { scrolled, table } from '../page/tables.ts';
import { t } from '../words/language.ts';

interface PlotFigure {
  readonly title: string;
  readonly picture: SVGElement;
  /** What the colours mean, where there are several. */
  readonly key?: readonly KindName[];
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface KindName {
  /** Style class. */
  readonly kind: string;
  readonly name: string;
}

/** A plot with its numbers: whoever does not see it reads the table. */
export function plotFigure({ title, picture, key = [], headings, rows }: PlotFigure): HTMLElement {
  const columns = headings.map((heading, index) => ({ heading, isNumber: index > 0 }));
  return el(
    'figure',
    {},
    el('figcaption', {}, el('h2', {}, title), key.length === 0 ? undefined : kindKey(key)),
    picture,
    el('details', {}, el('summary', {}, t('asTable')), scrolled(title, table(title, columns, rows))),
  );
}

function kindKey(key: readonly KindName[]): HTMLElement {
  const items = key.map(({ kind, name }) =>
    el('li', {}, el('span', { class: `key ${kind}`, 'aria-hidden': true }), name),
  );
  return el('ul', { class: 'colours' }, ...items);
}
