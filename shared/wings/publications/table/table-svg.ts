import { barParts } from '../../../files/svg/plot.ts';
import { type Attributes, type Shape, shape } from '../../../files/svg/shape.ts';
import { svgText } from '../../../files/svg/svg-text.ts';
import { type ReportWords, reportWords } from './report-words.ts';
import { cellText, countText, periodText, type Report, type ReportedTable } from './told-table.ts';
import { type TableRow, tableClasses } from './tone-table.ts';

/** Those of the page; distinguished by people who see no red and green too. */
const colours = { positive: '#2a9d8f', negative: '#a8242c', neutral: '#3a86c8', ambiguous: '#e08a3c' } as const;
const looks = [...tableClasses.map(each => ({ fill: colours[each] })), { fill: '#d7dbe0' }];
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
export function tableSvg({ tables, language }: Report): string {
  const say = reportWords(language);
  let height = 0;
  const charts = tables.flatMap(each => {
    const top = height;
    height += headHeight + Math.min(mostRows, each.table.rows.length) * rowHeight + 24;
    return chart(each, top, say);
  });
  const picture = shape(
    'svg',
    {
      ...{ xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` },
      ...{ 'font-family': 'sans-serif', 'font-size': fontSize, role: 'img' },
    },
    shape('title', {}, say('title')),
    shape('rect', { width, height, fill: '#fff' }),
    ...charts,
  );
  return `${svgText(picture)}\n`;
}

function chart({ query, table }: ReportedTable, top: number, say: ReportWords): readonly Shape[] {
  const rows = table.rows.slice(0, mostRows);
  const most = Math.max(1, ...rows.map(lengthOf));
  const left = table.rows.length - rows.length;
  const title = say('chart', { key: say(table.by), period: periodText(query, say) });
  return [
    text(12, top + 24, title, { 'font-weight': 'bold' }),
    ...legend(top + 48, say),
    ...rows.map((row, index) => bar(row, top + headHeight + index * rowHeight, most, say)),
    ...(left > 0 ? [text(12, top + headHeight + rows.length * rowHeight + 14, say('more', { count: left }))] : []),
  ];
}

function lengthOf({ n, unclassified }: TableRow): number {
  return n + unclassified;
}

function legend(y: number, say: ReportWords): readonly Shape[] {
  const names = [...tableClasses, 'unclassified' as const].map(each => say(each));
  return names.flatMap((name, index) => {
    const x = 12 + index * 120;
    return [shape('rect', { x, y: y - 10, width: 11, height: 11, ...looks[index] }), text(x + 17, y, name)];
  });
}

function bar(row: TableRow, y: number, most: number, say: ReportWords): Shape {
  const counts = [...tableClasses.map(each => row.classes[each].count), row.unclassified];
  const parts = counts.map((count, index) => [count, looks[index]!] as const);
  const figures = tableClasses.map(each => cellText(row.classes[each], say)).join(' · ');
  const total = countText(row, say);
  const name = [...row.name];
  const shown = name.length <= mostName ? row.name : `${name.slice(0, mostName - 1).join('')}…`;
  return shape(
    'g',
    {},
    text(12, y + 13, shown),
    ...barParts(parts, { left: nameWidth, unit: barWidth / most, y, height: 16 }),
    text(nameWidth + barWidth + 12, y + 13, total),
    text(nameWidth, y + 29, figures, { 'font-size': 11, fill: '#555' }),
  );
}

function text(x: number, y: number, words: string, look: Attributes = {}): Shape {
  return shape('text', { x, y, ...look }, words);
}
