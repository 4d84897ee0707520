import { gridLines, tick } from '../../../shared/files/svg/plot.ts';
import { type Shape, shape } from '../../../shared/files/svg/shape.ts';
import { number } from '../words/language.ts';
import { plotArea, plotPicture, plotWidth } from './plot-area.ts';

interface Stack {
  readonly name: string;
  /** From the ground up; `kind` is a style class. */
  readonly parts: readonly { readonly kind: string; readonly value: number }[];
}

const mostNames = 20;

/** Upright bars, each a stack of parts. */
export function stackedBars(label: string, stacks: readonly Stack[]): SVGElement {
  const area = plotArea();
  const most = roundTop(Math.max(1, ...stacks.map(sumOf)));
  const yOf = (value: number): number => area.bottom - (value / most) * (area.bottom - area.top);
  const step = (area.right - area.left) / Math.max(1, stacks.length);
  const everyName = Math.ceil(stacks.length / mostNames);
  const bars = stacks.flatMap(({ name, parts }, index) => {
    const x = area.left + index * step + step * 0.1;
    const text = tick(x + step * 0.4, area.bottom + 16, name, 'middle');
    return [...pieces(parts, x, step * 0.8, yOf), ...(index % everyName === 0 ? [text] : [])];
  });
  const quarters = [0, 0.25, 0.5, 0.75, 1].map(part => part * most);
  return plotPicture(area, label, [...gridLines(area, quarters, yOf, number), ...bars]);
}

function pieces(parts: Stack['parts'], x: number, width: number, yOf: (value: number) => number): Shape[] {
  let below = 0;
  return parts.map(({ kind, value }) => {
    const from = yOf(below);
    below += value;
    return shape('rect', { class: kind, x, y: yOf(below), width, height: from - yOf(below) });
  });
}

function sumOf({ parts }: Stack): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}

/** The next number whose quarters are round: 4, 8, 20, 40, 80, 200 … */
function roundTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 8, 10, 20].map(factor => factor * power).find(top => top >= most && top >= 4) ?? most;
}

interface NamedBar {
  readonly name: string;
  readonly kind: string;
  readonly value: number;
}

const row = 26;
const roomForNumber = 80;
/** Of a letter of a name, in units of the picture: a little more than the mean. */
const letter = 6.5;

/** Lying bars with words at their left; above them, where a name would not fit beside. */
export function namedBars(label: string, bars: readonly NamedBar[]): SVGElement {
  const width = plotWidth();
  const longest = Math.max(0, ...bars.map(({ name }) => name.length)) * letter + 8;
  const beside = Math.min(190, width * 0.45);
  const isAbove = longest > beside;
  const left = isAbove ? 0 : beside;
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const height = isAbove ? 2 * row - 6 : row;
  const content = bars.flatMap(({ name, kind, value }, index) => {
    const y = 4 + index * height;
    const below = isAbove ? row - 6 : 0;
    const long = Math.max((value / most) * (width - left - roomForNumber), value > 0 ? 1 : 0);
    return [
      isAbove ? tick(0, y + 14, name) : tick(left - 8, y + 16, name, 'end'),
      shape('rect', { class: kind, x: left, y: y + below + 4, width: long, height: row - 9 }),
      tick(left + long + 6, y + below + 16, number(value)),
    ];
  });
  return plotPicture({ width, height: bars.length * height + 8 }, label, content);
}
