import { barParts } from '../../../shared/files/svg/plot.ts';
import type { ToneTable } from '../../../shared/wings/publications/table/read-table.ts';
import { rowName } from '../../../shared/wings/publications/table/told-table.ts';
import { type TableRow, tableClasses } from '../../../shared/wings/publications/table/tone-table.ts';
import { drawn, el, shownText, svg } from '../page/dom.ts';
import { t } from '../words/language.ts';
import { inReport, ofPublications } from './tone-words.ts';

const parts = [...tableClasses, 'unclassified'] as const;
const barWidth = 600;
const barHeight = 14;
/** More rows are in the table, and in the file. */
const mostRows = 200;

/** A bar for each row, its classes beside each other; what a bar shows is said in words too. */
export function toneChart(table: Pick<ToneTable, 'rows' | 'by' | 'across'>): HTMLElement {
  const shown = table.rows.slice(0, mostRows);
  const most = Math.max(1, ...shown.map(lengthOf));
  const legend = el('ul', { class: 'legend tone-legend' }, [
    ...parts.map(part => el('li', {}, el('span', { class: `tone-${part}` }), t(`tone.${part}`))),
  ]);
  const bars = shown.map(row =>
    el('li', {}, el('span', {}, shownText(rowName(table, row, inReport()), 90)), bar(row, most)),
  );
  return el('figure', { class: 'tone-chart' }, legend, el('ol', {}, bars));
}

function countOf(row: TableRow, part: (typeof parts)[number]): number {
  return part === 'unclassified' ? row.unclassified : row.classes[part].count;
}

function lengthOf(row: TableRow): number {
  return row.n + row.unclassified;
}

function bar(row: TableRow, most: number): SVGSVGElement {
  const shown = parts.map(part => [countOf(row, part), { class: `tone-${part}` }] as const);
  const rects = barParts(shown, { left: 0, unit: barWidth / most, y: 0, height: barHeight });
  const words = parts.map(part => `${t(`tone.${part}`)} ${countOf(row, part)}`).join(', ');
  const total = ofPublications(row);
  const label = total === '' ? words : `${words} (${total})`;
  const attributes = { viewBox: `0 0 ${barWidth} ${barHeight}`, preserveAspectRatio: 'none', role: 'img' };
  return svg('svg', { ...attributes, 'aria-label': label }, [svg('title', {}, label), ...rects.map(drawn)]);
}
