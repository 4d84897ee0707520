import { barParts } from '../../../files/svg/plot.ts';
import { type Shape, shape } from '../../../files/svg/shape.ts';
import { chartText, type Drawing, lengthOf, moreText, partsOf, type Span, shortened } from './chart-parts.ts';
import type { ToneTable } from './read-table.ts';
import type { ReportWords } from './report-words.ts';
import type { TableRow } from './tone-table.ts';

const [columns, mostBars] = [3, 60];
/** Sources and sections of a chart have their names beside them. */
const [mostNamed, namedHeight, namedWidth] = [12, 15, 104];
const [chartHeight, headHeight, footHeight, between] = [90, 22, 22, 24];
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
export function multiples(
  { rows, across }: ToneTable,
  { from, to, left, width, top }: MultiplesArea,
  say: ReportWords,
): Drawing {
  const all = [...Map.groupBy(rows, ({ key }) => key).values()];
  const charts = all.slice(from, to);
  const parts = partsShown(rows, across === 'month');
  const most = rows.reduce((length, row) => (parts.has(keyOf(row)) ? Math.max(length, lengthOf(row)) : length), 1);
  const bodyHeight = across === 'month' ? chartHeight : parts.size * namedHeight;
  const step = headHeight + bodyHeight + footHeight;
  const chartWidth = Math.floor((width - 24 - (columns - 1) * between) / columns);
  const shapes = charts.map((own, index) => {
    const x = 12 + (index % columns) * (chartWidth + between);
    const y = top + Math.floor(index / columns) * step;
    const frame = { x, y: y + headHeight, width: chartWidth, most };
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
  {
    left,
    bottom,
    width,
    unit,
  }: { readonly left: number; readonly bottom: number; readonly width: number; readonly unit: number },
): readonly Shape[] {
  let end = bottom;
  return partsOf(row).flatMap(([count, look]) => {
    end -= count * unit;
    const size = { width: width.toFixed(1), height: (count * unit).toFixed(1) };
    return count === 0 ? [] : [shape('rect', { x: left.toFixed(1), y: end.toFixed(1), ...size, ...look })];
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
