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
import type { ToneTable } from './read-table.ts';
import {
  cellText,
  countText,
  periodText,
  type Report,
  type ReportedTable,
  type ReportWords,
  reportWords,
} from './told-table.ts';
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

const [columns, mostBars] = [3, 60];
/** Sources and sections of a chart have their names beside them. */
const [mostNamed, namedHeight, namedWidth] = [12, 15, 104];
const [chartHeight, chartHead, footHeight, between] = [90, 22, 22, 24];
const small = { 'font-size': 11, fill: '#555' };

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Mentions of the longest bar of all charts. */
  readonly most: number;
}

/** The organizations of a picture, and the room for their charts. */
interface MultiplesArea extends Span {
  readonly width: number;
  readonly top: number;
}

/** A small chart for each organization, in the order of the rows, all on one scale: bars of months upright, of others lying. */
function multiples(
  { rows, across }: ToneTable,
  { from, to, left, width, top }: MultiplesArea,
  say: ReportWords,
): Drawing {
  const all = [...Map.groupBy(rows, ({ key }) => key).values()];
  const charts = all.slice(from, to);
  const parts = partsShown(rows, across === 'month');
  const most = rows.reduce((length, row) => (parts.has(keyOf(row)) ? Math.max(length, lengthOf(row)) : length), 1);
  const bodyHeight = across === 'month' ? chartHeight : parts.size * namedHeight;
  const step = chartHead + bodyHeight + footHeight;
  const chartWidth = Math.floor((width - 24 - (columns - 1) * between) / columns);
  const shapes = charts.map((own, index) => {
    const x = 12 + (index % columns) * (chartWidth + between);
    const y = top + Math.floor(index / columns) * step;
    const frame = { x, y: y + chartHead, width: chartWidth, most };
    const shown = own.filter(row => parts.has(keyOf(row)));
    const title = shape('title', {}, own[0]!.name);
    return shape(
      'g',
      {},
      title,
      chartText(x, y + 12, shortened(own[0]!.name, 33), { 'font-weight': 'bold' }),
      ...(across === 'month' ? months(shown, frame, say) : named(shown, [...parts], frame)),
    );
  });
  const height = Math.ceil(charts.length / columns) * step;
  return { shapes: [...shapes, ...moreText(left, top + height + 14, say)], height };
}

function keyOf({ part }: TableRow): string {
  return part?.key ?? '';
}

/** The last months, or those sources and sections that have the most mentions. */
function partsShown(rows: readonly TableRow[], areMonths: boolean): ReadonlySet<string> {
  const lengths = new Map<string, number>();
  for (const row of rows) lengths.set(keyOf(row), (lengths.get(keyOf(row)) ?? 0) + lengthOf(row));
  if (areMonths) return new Set([...lengths.keys()].sort().slice(-mostBars));
  return new Set(
    [...lengths]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, mostNamed)
      .map(([key]) => key),
  );
}

function months(rows: readonly TableRow[], { x, y, width, most }: Frame, say: ReportWords): readonly Shape[] {
  const bottom = y + chartHeight;
  const ordered = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const step = width / Math.max(1, ordered.length);
  const [first, last] = [ordered[0], ordered.at(-1)];
  const name = (row: TableRow | undefined): string => (row === undefined ? '' : say.named('month', row.part!.name));
  return [
    shape('line', { x1: x, x2: x + width, y1: bottom, y2: bottom, stroke: '#999' }),
    shape('line', { x1: x, x2: x + width, y1: y, y2: y, stroke: '#ddd' }),
    chartText(x + width, y - 3, String(most), { ...small, 'text-anchor': 'end' }),
    ...ordered.flatMap((row, index) =>
      upright(row, { left: x + index * step, bottom, width: step * 0.8, unit: chartHeight / most }),
    ),
    chartText(x, bottom + 13, name(first), small),
    ...(ordered.length < 2 ? [] : [chartText(x + width, bottom + 13, name(last), { ...small, 'text-anchor': 'end' })]),
  ];
}

function upright(
  row: TableRow,
  place: { readonly left: number; readonly bottom: number; readonly width: number; readonly unit: number },
): readonly Shape[] {
  let end = place.bottom;
  return partsOf(row).flatMap(([count, look]) => {
    end -= count * place.unit;
    const size = { width: place.width.toFixed(1), height: (count * place.unit).toFixed(1) };
    return count === 0 ? [] : [shape('rect', { x: place.left.toFixed(1), y: end.toFixed(1), ...size, ...look })];
  });
}

function named(rows: readonly TableRow[], parts: readonly string[], { x, y, width, most }: Frame): readonly Shape[] {
  return parts.flatMap((part, index) => {
    const row = rows.find(each => keyOf(each) === part);
    if (row === undefined) return [];
    const top = y + index * namedHeight;
    const unit = (width - namedWidth - 36) / most;
    return [
      chartText(x, top + 10, shortened(row.part!.name, 17), small),
      ...barParts(partsOf(row), { left: x + namedWidth, unit, y: top + 1, height: namedHeight - 4 }),
      chartText(Math.ceil(x + namedWidth + lengthOf(row) * unit) + 4, top + 10, String(lengthOf(row)), small),
    ];
  });
}
