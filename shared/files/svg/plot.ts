import { type Attributes, type Shape, shape } from './shape.ts';

/** Where a plot with two axes is drawn, in units of the picture. */
export interface PlotArea {
  readonly width: number;
  readonly height: number;
  /** Of the axes. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** How a number of an axis is written. */
type Written = (value: number) => string;

/** A word beside an axis. */
export function tick(x: number, y: number, text: string, anchor?: 'middle' | 'end'): Shape {
  return shape('text', { class: 'tick', x, y, 'text-anchor': anchor }, text);
}

/** Lines across at values of the upright axis. */
export function gridLines(
  { left, right }: PlotArea,
  values: readonly number[],
  yOf: (value: number) => number,
  written: Written,
): readonly Shape[] {
  return values.flatMap(value => [
    shape('line', { class: 'grid', x1: left, x2: right, y1: yOf(value), y2: yOf(value), stroke: '#dddddd' }),
    tick(left - 6, yOf(value) + 4, written(value), 'end'),
  ]);
}

/** Points of a line, ascending in x. */
export type Points = readonly (readonly [x: number, y: number])[];

/** Lines on two axes from 0, with the round numbers of the axes. */
export function lines(area: PlotArea, curves: readonly Points[], written: Written): readonly Shape[] {
  const [xEnd, yEnd] = [0, 1].map(place => curves.flat().reduce((most, point) => Math.max(most, point[place]!), 1));
  const xOf = (value: number): number => tenths(area.left + (value / xEnd!) * (area.right - area.left));
  const yOf = (value: number): number => tenths(area.bottom - (value / yEnd!) * (area.bottom - area.top));
  return [
    ...gridLines(area, ticksTo(yEnd!), yOf, written),
    ...ticksTo(xEnd!).map(value => tick(xOf(value), area.bottom + 16, written(value), 'middle')),
    ...curves.map((points, index) =>
      shape('polyline', { ...curveLook(index), points: points.map(([x, y]) => `${xOf(x)},${yOf(y)}`).join(' ') }),
    ),
  ];
}

/** Okabe, Ito (2008): distinguished with any colour vision; dashes distinguish them without colours. */
const looks = [
  ['currentColor'],
  ['#d55e00'],
  ['#0072b2', '8 3'],
  ['#009e73', '3 3'],
  ['#cc79a7', '8 3 2 3'],
  ['#e69f00', '12 4'],
  ['#56b4e9', '2 5'],
] as const;

/** How the line with this number is drawn. */
export function curveLook(index: number): Attributes {
  const [stroke, dashes] = looks[index % looks.length]!;
  return { fill: 'none', stroke, 'stroke-width': 2, 'stroke-dasharray': dashes };
}

/** About five round numbers from 0 to at most `end`: multiples of 1, 2 or 5 times a power of ten. */
export function ticksTo(end: number): readonly number[] {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(end / 5)));
  const step = [1, 2, 5, 10].map(factor => factor * power).find(each => end / each <= 6)!;
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
}

/** Parts of a bar beside each other, from `left` on; `unit` is the length of one. */
export function barParts(
  parts: readonly (readonly [count: number, look: Attributes])[],
  bar: { readonly left: number; readonly unit: number; readonly y: number; readonly height: number },
): readonly Shape[] {
  let end = bar.left;
  return parts.flatMap(([count, look]) => {
    const [x, width] = [end, count * bar.unit];
    end += width;
    return count === 0
      ? []
      : shape('rect', { x: x.toFixed(1), y: bar.y, width: width.toFixed(1), height: bar.height, ...look });
  });
}

/** No -0. */
function tenths(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}
