import { type Attributes, type Shape, shape } from '../../../files/svg/shape.ts';
import type { ReportWords } from './told-table.ts';
import { type TableRow, tableClasses } from './tone-table.ts';

/** Those of the page; distinguished by people who see no red and green too. */
export const toneColours = {
  ...{ positive: '#2a9d8f', negative: '#a8242c', neutral: '#3a86c8', ambiguous: '#e08a3c' },
  unclassified: '#c9d0d5',
} as const;

/** The parts of a bar, in their order. */
export const drawnClasses = [...tableClasses, 'unclassified'] as const;

/** Shapes, and the height that they take. */
export interface Drawing {
  readonly shapes: readonly Shape[];
  readonly height: number;
}

/** The bars, or small charts, of a picture: from one to before another. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** Those behind them that no picture has. */
  readonly left: number;
}

/** Mentions by class, with the look of each. */
export function partsOf(row: TableRow): readonly (readonly [count: number, look: Attributes])[] {
  return drawnClasses.map(each => [
    each === 'unclassified' ? row.unclassified : row.classes[each].count,
    { fill: toneColours[each] },
  ]);
}

export function lengthOf({ n, unclassified }: TableRow): number {
  return n + unclassified;
}

export function chartText(x: number, y: number, words: string, look: Attributes = {}): Shape {
  return shape('text', { x, y, ...look }, words);
}

export function shortened(name: string, most: number): string {
  const all = [...name];
  return all.length <= most ? name : `${all.slice(0, most - 1).join('')}…`;
}

/** Bars or charts that a picture has no room for. */
export function moreText(left: number, y: number, say: ReportWords): readonly Shape[] {
  return left > 0 ? [chartText(12, y, say('more', { count: left }))] : [];
}
