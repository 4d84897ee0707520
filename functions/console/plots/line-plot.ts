import { el, svg } from '../page/dom.ts';
import { number } from '../words/language.ts';
import { type AxisNames, axisNames, gridLines, plotArea, plotPicture } from './plot-area.ts';

interface Line {
  readonly name: string;
  /** Ascending in x; both from 0. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** Lines on two axes from 0, told apart by colours and dashes that the legend names. */
export function linePlot(label: string, axes: AxisNames, lines: readonly Line[]): HTMLElement {
  const area = plotArea();
  const all = lines.flatMap(({ points }) => points);
  const [xEnd, yEnd] = [0, 1].map(place => all.reduce((most, point) => Math.max(most, point[place]!), 1));
  const xOf = (value: number): number => area.left + (value / xEnd!) * (area.right - area.left);
  const yOf = (value: number): number => area.bottom - (value / yEnd!) * (area.bottom - area.top);
  const picture = plotPicture(area, label, [
    ...gridLines(area, roundValues(yEnd!), yOf),
    ...roundValues(xEnd!).map(value =>
      svg('text', { class: 'tick middle', x: xOf(value), y: area.bottom + 16 }, number(value)),
    ),
    ...axisNames(area, axes),
    ...lines.map(({ points }, index) =>
      svg('polyline', {
        class: `curve curve-${index % mostLooks}`,
        points: points.map(([x, y]) => `${xOf(x).toFixed(1)},${yOf(y).toFixed(1)}`).join(' '),
      }),
    ),
  ]);
  return el('figure', {}, picture, legend(lines));
}

/** Looks of lines in the style sheet. */
const mostLooks = 7;

function legend(lines: readonly Line[]): HTMLElement {
  const items = lines.map(({ name }, index) =>
    el(
      'li',
      {},
      svg(
        'svg',
        { class: 'curve-key', viewBox: '0 0 28 8', 'aria-hidden': 'true' },
        svg('line', { class: `curve curve-${index % mostLooks}`, x1: 0, x2: 28, y1: 4, y2: 4 }),
      ),
      ` ${name}`,
    ),
  );
  return el('ul', { class: 'colours' }, ...items);
}

/** Three to six whole values from 0 to at most `end`, as far apart as each other: multiples of 1, 2 or 5. */
function roundValues(end: number): readonly number[] {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(end / 5)));
  const step = [1, 2, 5, 10].map(factor => factor * power).find(each => end / each < 6) ?? 10 * power;
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
}
