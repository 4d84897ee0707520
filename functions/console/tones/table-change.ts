import type { ToneTable } from '../../../shared/wings/publications/table/read-table.ts';
import { pointsInterval, pointsText } from '../../../shared/wings/publications/table/share.ts';
import { rowKey, rowName } from '../../../shared/wings/publications/table/told-table.ts';
import { changeOf, type TableRow, tableClasses } from '../../../shared/wings/publications/table/tone-table.ts';
import { el, pageText, scrolled } from '../page/dom.ts';
import { t } from '../words/language.ts';
import { inReport } from './tone-words.ts';

/** The change from the first table to the second: publications with a class, and shares in percentage points. */
export function tableChange(first: ToneTable, second: ToneTable): HTMLElement {
  const earlier = new Map(first.rows.map(row => [rowKey(row), row]));
  const later = new Map(second.rows.map(row => [rowKey(row), row]));
  const keys = [...new Set([...earlier.keys(), ...later.keys()])];
  const rows = keys.map(key => ({ first: earlier.get(key), second: later.get(key) }));
  if (first.by !== 'organization')
    rows.push({
      first: { ...first.total, name: t('allRows') },
      second: { ...second.total, name: t('allRows') },
    });
  const heads = [t(`tableBy.${first.by}`), 'n', ...tableClasses.map(each => t(`tone.${each}`))];
  return toneRows(
    t('tableChange'),
    heads,
    rows.map(row => changedRow(first, row.first, row.second)),
  );
}

/** A table of tones that is scrolled by itself. */
export function toneRows(caption: string, heads: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const table = el('table', { class: 'tones' }, [
    el('caption', {}, caption),
    el('thead', {}, el('tr', {}, ...heads.map(head => el('th', { scope: 'col' }, head)))),
    el('tbody', {}, rows),
  ]);
  return scrolled(caption, table);
}

function changedRow(table: ToneTable, first: TableRow | undefined, second: TableRow | undefined): HTMLElement {
  const counts = [first, second].map(row => (row === undefined ? '–' : String(row.n)));
  return el('tr', {}, [
    el('th', { scope: 'row' }, pageText(rowName(table, (first ?? second)!, inReport()))),
    el('td', { 'data-head': 'n' }, counts.join(' → ')),
    ...tableClasses.map(each => {
      const change = first && second && changeOf(first, second, each);
      const interval = change && el('small', {}, inReport().decimal(pointsInterval(change)));
      const points = change === undefined ? '–' : inReport().decimal(pointsText(change.difference));
      return el('td', { 'data-head': t(`tone.${each}`) }, points, interval);
    }),
  ]);
}
