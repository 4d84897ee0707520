import { gridLines, tick } from '../../../shared/files/svg/plot.ts';
import { shape } from '../../../shared/files/svg/shape.ts';
import { number } from '../words/language.ts';
import { type AxisNames, axisNames, plotArea, plotPicture } from './plot-area.ts';

interface Series {
  /** Style class. */
  readonly kind: string;
  /** Both at least 1. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** Points on logarithmic axes from 1 on; a power law is a straight line. */
export function logPoints(label: string, axes: AxisNames, series: readonly Series[]): SVGElement {
  const area = plotArea();
  const all = series.flatMap(({ points }) => points);
  const [xDecades, yDecades] = [decades(all.map(([x]) => x)), decades(all.map(([, y]) => y))];
  const xOf = (value: number): number => area.left + (Math.log10(value) / xDecades) * (area.right - area.left);
  const yOf = (value: number): number => area.bottom - (Math.log10(value) / yDecades) * (area.bottom - area.top);
  return plotPicture(area, label, [
    ...gridLines(area, powers(yDecades), yOf, number),
    // The last one would stand out of the picture.
    ...powers(xDecades).map((value, power) =>
      tick(xOf(value), area.bottom + 16, number(value), power === xDecades ? 'end' : 'middle'),
    ),
    ...axisNames(area, axes),
    ...series.flatMap(({ kind, points }) =>
      points.map(([x, y]) => shape('circle', { class: `point ${kind}`, cx: xOf(x), cy: yOf(y), r: 3.5 })),
    ),
  ]);
}

function decades(values: readonly number[]): number {
  return Math.ceil(Math.log10(Math.max(10, ...values)));
}

function powers(most: number): readonly number[] {
  return Array.from({ length: most + 1 }, (_, power) => 10 ** power);
}
