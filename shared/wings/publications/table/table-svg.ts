import { xmlText } from '../../../files/xml-text.ts';
import { cellText, classNames, keyNames, periodText, type Report, type ReportedTable } from './told-table.ts';
import { type TableRow, tableClasses } from './tone-table.ts';

/** Told apart by people who see no red and green too. */
const colours = { positive: '#2a7f62', negative: '#c4472b', neutral: '#8a93a0', ambiguous: '#b58900' } as const;
const other = '#d7dbe0';
const width = 960;
const nameWidth = 330;
const barWidth = 380;
const rowHeight = 34;
const headHeight = 74;
const fontSize = 13;
/** Characters of a name in the width of names. */
const mostName = 46;
const mostRows = 2_000;

/** The table as a picture: a bar for each row, its classes beside each other, counts and totals beside. */
export function tableSvg({ tables }: Report): string {
  let top = 0;
  const parts = tables.map(each => {
    const part = chart(each, top);
    top += part.height;
    return part.markup;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top}" viewBox="0 0 ${width} ${top}" font-family="sans-serif" font-size="${fontSize}" role="img"><title>Publications that mention organizations</title><rect width="${width}" height="${top}" fill="#fff"/>${parts.join('')}</svg>\n`;
}

function chart({ query, table }: ReportedTable, top: number): { readonly markup: string; readonly height: number } {
  const rows = table.rows.slice(0, mostRows);
  const most = Math.max(1, ...rows.map(lengthOf));
  const heads = legend(top + 48);
  const left = table.rows.length - rows.length;
  const lines = rows.map((row, index) => bar(row, top + headHeight + index * rowHeight, most));
  const after = left > 0 ? text(12, top + headHeight + rows.length * rowHeight + 14, `and ${left} more rows`) : '';
  return {
    markup: `${text(12, top + 24, `${keyNames[table.by]}: publications that mention organizations, ${periodText(query)}`, 'font-weight="bold"')}${heads}${lines.join('')}${after}`,
    height: headHeight + rows.length * rowHeight + 24,
  };
}

function lengthOf({ n, unclassified }: TableRow): number {
  return n + unclassified;
}

function legend(y: number): string {
  const entries = [
    ...tableClasses.map(each => [classNames[each], colours[each]] as const),
    ['unclassified', other] as const,
  ];
  return entries
    .map(([name, colour], index) => {
      const x = 12 + index * 120;
      return `<rect x="${x}" y="${y - 10}" width="11" height="11" fill="${colour}"/>${text(x + 17, y, name)}`;
    })
    .join('');
}

function bar(row: TableRow, y: number, most: number): string {
  let x = nameWidth;
  const parts = [
    ...tableClasses.map(each => [row.classes[each].count, colours[each]] as const),
    [row.unclassified, other] as const,
  ];
  const bars = parts.map(([count, colour]) => {
    const size = (count / most) * barWidth;
    const rect =
      size === 0 ? '' : `<rect x="${x.toFixed(1)}" y="${y}" width="${size.toFixed(1)}" height="16" fill="${colour}"/>`;
    x += size;
    return rect;
  });
  const figures = tableClasses.map(each => cellText(row.classes[each])).join(' · ');
  const total = row.publications === null ? `n ${row.n}` : `n ${row.n} of ${row.publications}`;
  const name = [...row.name];
  const shown = name.length <= mostName ? row.name : `${name.slice(0, mostName - 1).join('')}…`;
  return `<g>${text(12, y + 13, shown)}${bars.join('')}${text(nameWidth + barWidth + 12, y + 13, total)}${text(nameWidth, y + 29, figures, 'font-size="11" fill="#555"')}</g>`;
}

function text(x: number, y: number, words: string, attributes = ''): string {
  return `<text x="${x}" y="${y}"${attributes === '' ? '' : ` ${attributes}`}>${xmlText(words)}</text>`;
}
