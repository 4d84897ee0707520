import { barParts } from '../../../files/svg/plot.ts';
import { type Shape, shape } from '../../../files/svg/shape.ts';
import { svgText } from '../../../files/svg/svg-text.ts';
import {
  chartText,
  type Drawing,
  drawnClasses,
  lengthOf,
  moreText,
  partsOf,
  type Span,
  shortened,
  toneColours,
} from './chart-parts.ts';
import { multiples } from './multiples.ts';
import { type ReportWords, reportWords } from './report-words.ts';
import { cellText, countText, periodText, type Report, type ReportedTable } from './told-table.ts';
import { type TableRow, tableClasses } from './tone-table.ts';

const width = 960;
const nameWidth = 380;
const barWidth = 330;
const rowHeight = 34;
const headHeight = 74;
const fontSize = 13;
/** Characters of a name in the width of names. */
const mostName = 46;

/** A picture in SVG, with its size in CSS pixels. */
export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

interface Piece extends Span {
  readonly reported: ReportedTable;
}

/** Bars, or small charts, of one picture. */
export interface PictureSize {
  readonly bars: number;
  readonly charts: number;
}

/**
 * The table as a picture: a bar for each row, its classes beside each other, counts and totals beside. Where organizations are split, a
 * small chart for each of them, all on one scale. `size`: of each table, no more.
 */
export function tablePicture({ tables, language }: Report, size: PictureSize = most): Picture {
  return picture(
    tables.flatMap(reported => piecesOf(reported, size, size)),
    reportWords(language),
  );
}

/** The same in pictures that have so many bars or charts each, all on the scale of their table. */
export function tablePictures({ tables, language }: Report, size: PictureSize = most): readonly Picture[] {
  const say = reportWords(language);
  return tables.flatMap(reported => piecesOf(reported, size, most)).map(piece => picture([piece], say));
}

/** Parts of a table that fit `size`, all together no more than `bound`. */
function piecesOf(reported: ReportedTable, size: PictureSize, bound: PictureSize): readonly Piece[] {
  const { across, rows } = reported.table;
  const unit = across === null ? 'bars' : 'charts';
  const count = across === null ? rows.length : new Set(rows.map(({ key }) => key)).size;
  const [step, all] = [Math.floor(size[unit]), Math.min(count, Math.floor(bound[unit]))];
  return Array.from({ length: Math.max(1, Math.ceil(all / step)) }, (_, at) => {
    const to = Math.min(all, (at + 1) * step);
    return { reported, from: at * step, to, left: to === all ? count - all : 0 };
  });
}

export function tableSvg(report: Report): string {
  return tablePicture(report).svg;
}

const most = { bars: 2_000, charts: 300 };

function picture(pieces: readonly Piece[], say: ReportWords): Picture {
  let height = 0;
  const charts = pieces.flatMap(piece => {
    const top = height + headHeight;
    const { table } = piece.reported;
    const drawing = table.across === null ? bars(piece, top, say) : multiples(table, { ...piece, width, top }, say);
    const shapes = [...heading(piece.reported, height, say), ...drawing.shapes];
    height = top + drawing.height + 24;
    return shapes;
  });
  const whole = shape(
    'svg',
    {
      ...{ xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` },
      ...{ 'font-family': 'sans-serif', 'font-size': fontSize, role: 'img' },
    },
    shape('title', {}, say('title')),
    shape('rect', { width, height, fill: '#fff' }),
    ...charts,
  );
  return { svg: `${svgText(whole)}\n`, width, height };
}

function heading({ query, table }: ReportedTable, top: number, say: ReportWords): readonly Shape[] {
  const key =
    table.across === null
      ? say(table.by)
      : say('matrix', { rows: say(table.by), parts: say(table.across).toLowerCase() });
  const title = say('chart', { key, period: periodText(query, say) });
  const legend = drawnClasses.flatMap((name, index) => {
    const x = 12 + index * 130;
    return [
      shape('rect', { x, y: top + 38, width: 11, height: 11, fill: toneColours[name] }),
      chartText(x + 17, top + 48, say(name)),
    ];
  });
  return [chartText(12, top + 24, title, { 'font-weight': 'bold' }), ...legend];
}

function bars({ reported: { table }, from, to, left }: Piece, top: number, say: ReportWords): Drawing {
  const rows = table.rows.slice(from, to);
  const longest = table.rows.reduce((length, row) => Math.max(length, lengthOf(row)), 1);
  const height = rows.length * rowHeight;
  const named = rows.map(row => ({ ...row, name: say.named(table.by, row.name) }));
  const shapes = named.map((row, index) => bar(row, top + index * rowHeight, longest, say));
  return { shapes: [...shapes, ...moreText(left, top + height + 14, say)], height };
}

function bar(row: TableRow, y: number, most: number, say: ReportWords): Shape {
  const figures = tableClasses.map(each => cellText(row.classes[each], say)).join(' · ');
  return shape(
    'g',
    {},
    chartText(12, y + 13, shortened(row.name, mostName)),
    ...barParts(partsOf(row), { left: nameWidth, unit: barWidth / most, y, height: 16 }),
    chartText(nameWidth + barWidth + 12, y + 13, countText(row, say)),
    chartText(nameWidth, y + 29, figures, { 'font-size': 11, fill: '#555' }),
  );
}
