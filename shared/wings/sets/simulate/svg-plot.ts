import { curveLook, lines, type PlotArea } from '../../../files/svg/plot.ts';
import { type Shape, shape } from '../../../files/svg/shape.ts';
import { svgText } from '../../../files/svg/svg-text.ts';
import type { LinkCurve } from './compare-rules.ts';
import { shownPages } from './plot-scale.ts';

const area: PlotArea = { width: 960, height: 560, left: 80, right: 790, top: 30, bottom: 505 };
/** More would not be seen. */
const mostPoints = 500;

/** Links against pages, one line per curve, as its own SVG file. */
export function svgPlot(curves: readonly LinkCurve[]): string {
  const { width, height, left, right, top, bottom } = area;
  const points = curves.map(({ links }) =>
    shownPages(links.length, mostPoints).map(pages => [pages, links[pages]!] as const),
  );
  const picture = shape(
    'svg',
    {
      ...{ xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img' },
      ...{ 'aria-labelledby': 'title', 'font-family': 'sans-serif', 'font-size': 13 },
    },
    shape('title', { id: 'title' }, 'External links against pages, by rule'),
    shape('rect', { width, height, fill: '#ffffff' }),
    ...lines(area, points, count => count.toLocaleString('en')),
    shape('text', { x: (left + right) / 2, y: height - 10, 'text-anchor': 'middle' }, 'pages'),
    shape(
      'text',
      { transform: `translate(18 ${(top + bottom) / 2}) rotate(-90)`, 'text-anchor': 'middle' },
      'external links',
    ),
    ...curves.flatMap(legendLine),
  );
  return `${svgText(picture)}\n`;
}

function legendLine({ name }: LinkCurve, index: number): readonly Shape[] {
  const [x, y] = [area.right + 15, area.top + 10 + 22 * index];
  return [
    shape('line', { ...curveLook(index), x1: x, x2: x + 30, y1: y, y2: y }),
    shape('text', { x: x + 38, y: y + 4 }, name),
  ];
}
