import { svg } from '../page/dom.ts';
import { t } from '../words/language.ts';

const barWidth = 4;
const step = 5;

/** A bar for each day, the last of them today; what it shows is said in words too. */
export function sparkline(perDay: readonly number[], height = 24): SVGSVGElement {
  const most = Math.max(...perDay, 1);
  const width = perDay.length * step;
  const bars = perDay.map((count, day) => {
    const size = count === 0 ? 1 : Math.max(2, Math.round((count / most) * height));
    const name = count === 0 ? 'none' : 'nodes';
    return svg('rect', { class: name, x: day * step, y: height - size, width: barWidth, height: size });
  });
  const words = t('newPerDayWords', {
    days: perDay.length,
    total: perDay.reduce((sum, count) => sum + count, 0),
    most: Math.max(...perDay, 0),
    today: perDay.at(-1) ?? 0,
  });
  const attributes = {
    class: 'sparkline',
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: 'img',
    preserveAspectRatio: 'none',
  };
  return svg('svg', { ...attributes, 'aria-label': words }, svg('title', {}, words), ...bars);
}
