import { type PlotArea, tick } from '../../../shared/files/svg/plot.ts';
import type { Shape } from '../../../shared/files/svg/shape.ts';
import { drawn, svg } from '../page/dom.ts';

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
  content: readonly Shape[],
): SVGElement {
  const viewBox = `0 0 ${width} ${height}`;
  return svg('svg', { class: 'plot', viewBox, role: 'img', 'aria-label': label }, content.map(drawn));
}

export interface AxisNames {
  readonly x: string;
  readonly y: string;
}

/** The names of the axes: below the level axis, and beside the upper end of the upright axis. */
export function axisNames({ left, right, top, height }: PlotArea, { x, y }: AxisNames): readonly Shape[] {
  return [tick((right + left) / 2, height - 6, x, 'middle'), tick(left + 4, top + 10, y)];
}
