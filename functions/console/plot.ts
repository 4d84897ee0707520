import { type Child, el, svg } from './dom.ts';
import { number, t } from './language.ts';
import { scrolled, table } from './tables.ts';

const width = 640;
const height = 300;
const frame = { left: 56, right: 12, top: 12, bottom: 40 };

interface PlotFigure {
  readonly title: string;
  readonly picture: SVGElement;
  /** What the colours mean, where there are several. */
  readonly key?: readonly { readonly kind: string; readonly name: string }[];
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A plot with its numbers: whoever does not see it reads the table. */
export function plotFigure({ title, picture, key = [], headings, rows }: PlotFigure): HTMLElement {
  const columns = headings.map((heading, index) => ({ heading, isNumber: index > 0 }));
  return el(
    'figure',
    {},
    el('figcaption', {}, el('h2', {}, title), key.length === 0 ? undefined : kindKey(key)),
    picture,
    el('details', {}, el('summary', {}, t('asTable')), scrolled(title, table(title, columns, rows))),
  );
}

function kindKey(key: readonly { readonly kind: string; readonly name: string }[]): HTMLElement {
  const items = key.map(({ kind, name }) =>
    el('li', {}, el('span', { class: `key ${kind}`, 'aria-hidden': true }), name),
  );
  return el('ul', { class: 'colours' }, ...items);
}

interface BarPart {
  /** Style class. */
  readonly kind: string;
  readonly value: number;
}

/** Upright bars, each a stack of parts. */
export function stackedBars(
  label: string,
  bars: readonly { readonly name: string; readonly parts: readonly BarPart[] }[],
): SVGElement {
  const totals = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const most = niceTop(Math.max(1, ...totals));
  const step = (width - frame.left - frame.right) / Math.max(1, bars.length);
  const inner = height - frame.top - frame.bottom;
  const pieces: Child[] = [];
  for (const [index, { name, parts }] of bars.entries()) {
    const x = frame.left + index * step + step * 0.1;
    let y = height - frame.bottom;
    for (const { kind, value } of parts) {
      const tall = (value / most) * inner;
      y -= tall;
      if (value > 0) pieces.push(svg('rect', { class: `fill ${kind}`, x, y, width: step * 0.8, height: tall }));
    }
    if (index % Math.ceil(bars.length / 20) === 0)
      pieces.push(svg('text', { class: 'tick middle', x: x + step * 0.4, y: height - frame.bottom + 16 }, name));
  }
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(part => ({ value: part * most, y: height - frame.bottom - part * inner }));
  return picture(label, ...grid(ticks), ...pieces);
}

/** Lying bars with names at their left: for words. */
export function namedBars(
  label: string,
  bars: readonly { readonly name: string; readonly kind: string; readonly value: number }[],
): SVGElement {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const row = 26;
  const left = 190;
  const tall = bars.length * row + 8;
  const pieces = bars.flatMap(({ name, kind, value }, index) => {
    const y = 4 + index * row;
    const long = (value / most) * (width - left - 80);
    return [
      svg('text', { class: 'tick end', x: left - 8, y: y + 16 }, name),
      svg('rect', {
        class: `fill ${kind}`,
        x: left,
        y: y + 4,
        width: Math.max(long, value > 0 ? 1 : 0),
        height: row - 9,
      }),
      svg('text', { class: 'tick', x: left + long + 6, y: y + 16 }, number(value)),
    ];
  });
  return svg('svg', { class: 'plot', viewBox: `0 0 ${width} ${tall}`, role: 'img', 'aria-label': label }, ...pieces);
}

interface Series {
  readonly kind: string;
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

/** Points on logarithmic axes from 1 on; a power law is a straight line. */
export function logPoints(
  label: string,
  axes: { readonly x: string; readonly y: string },
  series: readonly Series[],
): SVGElement {
  const all = series.flatMap(({ points }) => points);
  const xTop = decades(Math.max(10, ...all.map(([x]) => x)));
  const yTop = decades(Math.max(10, ...all.map(([, y]) => y)));
  const xOf = (value: number): number => frame.left + (Math.log10(value) / xTop) * (width - frame.left - frame.right);
  const yOf = (value: number): number =>
    height - frame.bottom - (Math.log10(value) / yTop) * (height - frame.top - frame.bottom);
  const powers = (top: number): readonly number[] => Array.from({ length: top + 1 }, (_, power) => 10 ** power);
  return picture(
    label,
    ...grid(powers(yTop).map(value => ({ value, y: yOf(value) }))),
    ...powers(xTop).map(value =>
      svg('text', { class: 'tick middle', x: xOf(value), y: height - frame.bottom + 16 }, number(value)),
    ),
    svg('text', { class: 'tick middle', x: (width + frame.left) / 2, y: height - 6 }, axes.x),
    svg('text', { class: 'tick', x: frame.left + 4, y: frame.top + 10 }, axes.y),
    ...series.flatMap(({ kind, points }) =>
      points.map(([x, y]) => svg('circle', { class: `point ${kind}`, cx: xOf(x), cy: yOf(y), r: 3.5 })),
    ),
  );
}

function picture(label: string, ...content: readonly Child[]): SVGElement {
  return svg('svg', { class: 'plot', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label }, ...content);
}

function grid(ticks: readonly { readonly value: number; readonly y: number }[]): readonly Child[] {
  return ticks.flatMap(({ value, y }) => [
    svg('line', { class: 'grid', x1: frame.left, x2: width - frame.right, y1: y, y2: y }),
    svg('text', { class: 'tick end', x: frame.left - 6, y: y + 4 }, number(value)),
  ]);
}

/** The next number whose quarters are round: 4, 8, 20, 40, 80, 200 … */
function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 8, 10, 20].map(factor => factor * power).find(top => top >= most && top >= 4) ?? most;
}

function decades(most: number): number {
  return Math.max(1, Math.ceil(Math.log10(most)));
}
