import type { LinkCurve } from './compare-rules.ts';

/** Both axes begin at 0. */
export interface PlotScale {
  /** Where the axes end. */
  readonly pages: number;
  readonly links: number;
}

export function scaleOf(curves: readonly LinkCurve[]): PlotScale {
  const pages = curves.reduce((most, { links }) => Math.max(most, links.length - 1), 1);
  const links = curves.reduce((most, curve) => Math.max(most, curve.links.at(-1)!), 1);
  return { pages, links };
}

/** About five round numbers from 0 to at most `end`: multiples of 1, 2 or 5 times a power of ten. */
export function ticksTo(end: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(end / 5));
  const step = Math.max(1, [1, 2, 5, 10].map(factor => factor * power).find(each => end / each <= 6)!);
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
}

/** Which of `count` points of a curve are shown: the first, the last, and about `most` as far apart as each other. */
export function shownPages(count: number, most: number): readonly number[] {
  const step = Math.max(1, Math.ceil(count / most));
  const pages = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
  return pages.at(-1) === count - 1 ? pages : [...pages, count - 1];
}
