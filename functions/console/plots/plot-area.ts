import { type Child, svg } from '../page/dom.ts';
import { number } from '../words/language.ts';

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

/** Texts keep their size: on a narrow screen a picture has fewer units, not smaller ones. */
export function plotWidth(): number {
  return Math.max(300, Math.min(640, window.innerWidth - 40));
}

export function plotArea(): PlotArea {
  const width = plotWidth();
  const height = Math.round(width * 0.42) + 40;
  return { width, height, left: 56, right: width - 12, top: 12, bottom: height - 40 };
}

export function plotPicture(
  { width, height }: Pick<PlotArea, 'width' | 'height'>,
  label: string,
  content: readonly Child[],
): SVGElement {
  const viewBox = `0 0 ${width} ${height}`;
  return svg('svg', { class: 'plot', viewBox, role: 'img', 'aria-label': label }, ...content);
}

/** Lines across at values of the upright axis. */
export function gridLines(
  { left, right }: PlotArea,
  values: readonly number[],
  yOf: (value: number) => number,
): readonly Child[] {
  return values.flatMap(value => [
    svg('line', { class: 'grid', x1: left, x2: right, y1: yOf(value), y2: yOf(value) }),
    svg('text', { class: 'tick end', x: left - 6, y: yOf(value) + 4 }, number(value)),
  ]);
}

export interface AxisNames {
  readonly x: string;
  readonly y: string;
}

/** What the axes show: below the level axis, and beside the upper end of the upright axis. */
export function axisNames({ left, right, top, height }: PlotArea, { x, y }: AxisNames): readonly Child[] {
  return [
    svg('text', { class: 'tick middle', x: (right + left) / 2, y: height - 6 }, x),
    svg('text', { class: 'tick', x: left + 4, y: top + 10 }, y),
  ];
}
