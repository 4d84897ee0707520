import { curveLook, lines, type Points } from '../../../shared/files/svg/plot.ts';
import { el, svg } from '../page/dom.ts';
import { number } from '../words/language.ts';
import { type AxisNames, axisNames, plotArea, plotPicture } from './plot-area.ts';

/** Lines on two axes from 0, distinguished by colours and dashes that the legend names. */
export function linePlot(
  label: string,
  axes: AxisNames,
  shown: readonly { readonly name: string; readonly points: Points }[],
): HTMLElement {
  const area = plotArea();
  const curves = shown.map(({ points }) => points);
  const picture = plotPicture(area, label, [...lines(area, curves, number), ...axisNames(area, axes)]);
  const legend = shown.map(({ name }, index) => {
    const look = svg('line', { ...curveLook(index), x1: 0, x2: 28, y1: 4, y2: 4 });
    return el('li', {}, [
      svg('svg', { class: 'curve-key', viewBox: '0 0 28 8', 'aria-hidden': 'true' }, look),
      ` ${name}`,
    ]);
  });
  return el('figure', {}, picture, el('ul', { class: 'colours' }, legend));
}
